"""A club's own rule sets as the database keeps them: every version that was uploaded, and which are on the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import Session, defer

from api.database import Database
from api.errors import ApiError
from api.tables import ClubRow, RuleSetRow
from scorer import RuleFile, built_in_file, own_rules, rule_set_ids
from scorer.rulefile import is_id, is_version

KEPT_FILES = 32
MOST_LISTED = 50


class KeptFiles:
    """The files of every club's rule sets; what a version says never changes, so those read lately are kept."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.file = lru_cache(KEPT_FILES)(self._read_file)

    def _read_file(self, club_id: str, rule_set: str, version: str) -> RuleFile:
        query = select(RuleSetRow).where(
            RuleSetRow.club_id == club_id, RuleSetRow.rule_set == rule_set, RuleSetRow.version == version
        )
        with self.database.read() as session:
            row = session.scalars(query).one()
            return RuleFile.kept(row.file, row.text, row.document, lineage=tuple(row.lineage))


class HouseRules:
    """One club's own rule sets.

    What is on the list is asked of the database each time, since another process may have changed it.
    """

    def __init__(self, files: KeptFiles, club_id: str, *, now: Callable[[], str]) -> None:
        self.files = files
        self.database = files.database
        self.club_id = club_id
        self.now = now

    def find(self, rule_set: str, version: str | None = None) -> RuleSetRow | None:
        """Give a version of a rule set, the newest by default, also one that is no longer on the list."""
        if not is_id(rule_set) or not (version is None or is_version(version)):
            return None
        with self.database.read() as session:
            return session.scalar(self._versions(rule_set, version))

    def listed(self) -> list[RuleSetRow]:
        """List the newest version of each rule set on offer, in the order in which they were first uploaded."""
        newest: dict[str, RuleSetRow] = {}
        with self.database.read() as session:
            for row in session.scalars(self._light().where(RuleSetRow.listed).order_by(RuleSetRow.number)):
                newest[row.rule_set] = row
        return list(newest.values())

    def versions(self, rule_set: str) -> list[RuleSetRow]:
        """Give every version of a rule set, newest first."""
        with self.database.read() as session:
            return list(session.scalars(self._versions(rule_set, None)))

    def text(self, rule_set: str, version: str) -> bytes:
        """Give a version's text, as it was uploaded."""
        with self.database.read() as session:
            query = select(RuleSetRow.text).where(*self._ours(rule_set), RuleSetRow.version == version)
            return session.scalars(query).one()

    def add(self, raw: bytes, *, name: str) -> tuple[RuleSetRow, bool]:
        """Keep a file as a version of its rule set, and say whether it is a new one.

        The same text again makes nothing new; either way the rule set is on the list afterwards.

        Raises:
            RuleSetError: the file does not hold together.
            ApiError: `rules_version_taken` or `rules_full`; `club_unknown` when the club was deleted meanwhile.
        """
        file = RuleFile(name, raw)
        # A file that is kept already was right when it came; what it extends may be off the list since.
        if self.find(file.id, file.version) is None or file.id in rule_set_ids():
            own_rules(file, self._to_extend)
        with self.database.write() as session:
            if session.get(ClubRow, self.club_id) is None:
                raise ApiError("club_unknown")
            row = session.scalar(self._versions(file.id, file.version))
            known = row is not None
            if row is not None and row.text != raw:
                raise ApiError("rules_version_taken", detail={"rules": file.id, "rules_version": file.version})
            self._require_room(session, file.id)
            if row is None:
                row = self._row(file, raw)
                session.add(row)
                session.flush()
            session.execute(update(RuleSetRow).where(*self._ours(file.id)).values(listed=True))
        return row, not known

    def keep(self, session: Session, file: RuleFile) -> None:
        """Keep a file that is not the club's own, off the list, so that a later TaiLens can still score by it.

        Args:
            session: a writing one.
        """
        if session.scalar(self._versions(file.id, file.version)) is None:
            row = self._row(file, file.text.encode())
            row.listed = False
            session.add(row)
            session.flush()

    def remove(self, rule_set: str) -> None:
        """Take a rule set off the list; hands and versions stay.

        Raises:
            ApiError: `rule_set_unknown`.
        """
        if self.find(rule_set) is None:
            raise ApiError("rule_set_unknown", detail={"rules": rule_set})
        with self.database.write() as session:
            session.execute(update(RuleSetRow).where(*self._ours(rule_set)).values(listed=False))

    def _to_extend(self, rule_set: str) -> RuleFile | None:
        row = self.find(rule_set)
        if row is None or not row.listed:
            return built_in_file(rule_set)
        return self.file(rule_set, row.version)

    def file(self, rule_set: str, version: str) -> RuleFile:
        """Give the file of a version that there is."""
        return self.files.file(self.club_id, rule_set, version)

    def _row(self, file: RuleFile, raw: bytes) -> RuleSetRow:
        return RuleSetRow(
            club_id=self.club_id,
            rule_set=file.id,
            version=file.version,
            created_at=self.now(),
            file=file.name,
            text=raw,
            extends=file.base.id if file.base else None,
            extends_version=file.base.version if file.base else None,
            lineage=list(file.lineage),
            document=file.data,
            listed=True,
        )

    def _light(self) -> Select[RuleSetRow]:
        """Select the club's rows without what is large and only rarely asked for."""
        light = select(RuleSetRow).options(defer(RuleSetRow.text), defer(RuleSetRow.document))
        return light.where(RuleSetRow.club_id == self.club_id)

    def _versions(self, rule_set: str, version: str | None) -> Select[RuleSetRow]:
        query = self._light().where(RuleSetRow.rule_set == rule_set).order_by(RuleSetRow.number.desc())
        return query if version is None else query.where(RuleSetRow.version == version)

    def _ours(self, rule_set: str) -> tuple[ColumnElement[bool], ...]:
        return RuleSetRow.club_id == self.club_id, RuleSetRow.rule_set == rule_set

    def _require_room(self, session: Session, rule_set: str) -> None:
        others = select(func.count(RuleSetRow.rule_set.distinct()))
        others = others.where(RuleSetRow.club_id == self.club_id, RuleSetRow.listed, RuleSetRow.rule_set != rule_set)
        if session.scalars(others).one() >= MOST_LISTED:
            raise ApiError("rules_full", detail={"limit": MOST_LISTED})
