"""The rule sets that a club scores by: those that come with TaiLens, and its own, version by version."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy.orm import Session

from api.database import Database
from api.errors import ApiError
from api.house_rules import HouseRules, KeptFiles
from api.tables import RuleSetRow
from scorer import RuleFile, RuleSet, RuleSetError, built_in_file, load_rules, rule_set_ids, rules_of

KEPT_RULE_SETS = 128
FILE_NAME = 80

Options = Mapping[str, int | str]
ChosenOptions = tuple[tuple[str, int | str], ...]

log = logging.getLogger("tailens")


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of a rule set.

    Attributes:
        rules: with its options' defaults.
        house: whether it is a club's own.
        extends: id and version of the rule set it extends, as that was when this one came.
        listed: whether it is offered for new hands.
    """

    rules: RuleSet
    house: bool
    extends: tuple[str, str] | None
    listed: bool


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a rule set that there is; of one that comes with TaiLens neither time nor file is known."""

    version: str
    created_at: str | None
    file: str | None


class RuleBooks:
    """The rule books of every club; what was made once is kept, within bounds."""

    def __init__(self, database: Database, *, now: Callable[[], str]) -> None:
        self.files = KeptFiles(database)
        self.now = now
        self._own = lru_cache(KEPT_RULE_SETS)(self._make_own)

    def of(self, club_id: str) -> RuleBook:
        """Give a club's rule book; of "", which is no club, those that come with TaiLens."""
        return RuleBook(HouseRules(self.files, club_id, now=self.now), self._own)

    def _make_own(self, club_id: str, rule_set: str, version: str, options: ChosenOptions) -> RuleSet:
        return rules_of(self.files.file(club_id, rule_set, version), dict(options))


class RuleBook:
    """Every rule set of one club by id, version and options."""

    def __init__(self, house: HouseRules, make: Callable[[str, str, str, ChosenOptions], RuleSet]) -> None:
        self.house = house
        self._make = make

    def load(self, rule_set: str, version: str | None, options: Options) -> RuleSet:
        """Give a rule set with the options a table chose.

        Args:
            version: the newest by default, if it is still on the list.

        Raises:
            ApiError: `rules_unknown`, or `rules_invalid` where several options together make no rule set.
        """
        try:
            if rule_set in rule_set_ids() and version in (None, load_rules(rule_set).version):
                return load_rules(rule_set, options)
            # Also where a newer TaiLens comes with a rule set of that id: old hands keep theirs.
            row = self.house.find(rule_set, version)
            if row is not None and (row.listed or version is not None):
                return self._own(rule_set, row.version, tuple(sorted(options.items())))
        except RuleSetError as error:
            if error.code in ("option_unknown", "option_unfit"):
                raise ApiError("rules_unknown", error.why, detail={"rules": rule_set}) from error
            raise rules_invalid(error) from error
        known = [*rule_set_ids(), *(row.rule_set for row in self.house.listed())]
        raise ApiError("rules_unknown", detail={"rules": rule_set, "rules_version": version, "known": known})

    def edition(self, rule_set: str, version: str | None = None) -> Edition:
        """Give one version of a rule set, the newest by default, also where it is no longer on the list.

        Raises:
            ApiError: `rule_set_unknown`.
        """
        if rule_set in rule_set_ids():
            rules = load_rules(rule_set)
            if version in (None, rules.version):
                base = _built_in(rule_set).base
                extends = (base.id, base.version) if base else None
                return Edition(rules, house=False, extends=extends, listed=True)
        row = self.house.find(rule_set, version)
        if row is None:
            raise ApiError("rule_set_unknown", detail={"rules": rule_set, "rules_version": version})
        try:
            return self._edition(row)
        except RuleSetError as error:
            raise rules_invalid(error) from error

    def versions(self, rule_set: str) -> list[Version]:
        """Give the versions that there are of a rule set, newest first.

        Of one that comes with TaiLens, others than its newest were kept since sessions were played by them.
        """
        kept = [Version(row.version, row.created_at, row.file) for row in self.house.versions(rule_set)]
        if rule_set not in rule_set_ids():
            return kept
        newest = load_rules(rule_set).version
        return [Version(newest, None, None), *(each for each in kept if each.version != newest)]

    def listed(self) -> list[Edition]:
        """List the newest version of each rule set on offer, those that come with TaiLens first."""
        editions = [self.edition(rule_set) for rule_set in rule_set_ids()]
        for row in self.house.listed():
            try:
                editions.append(self._edition(row))
            except RuleSetError as error:  # kept by another version of TaiLens
                log.warning("rule set %s %s is left out: %s", row.rule_set, row.version, error)
        return editions

    def text(self, rule_set: str, version: str | None = None) -> tuple[str, bytes]:
        """Give the version and the TOML text of a rule set, as it was uploaded or comes with TaiLens.

        Raises:
            ApiError: `rule_set_unknown`.
        """
        edition = self.edition(rule_set, version)
        found = edition.rules.version
        return found, self.house.text(rule_set, found) if edition.house else _built_in(rule_set).text.encode()

    def add(self, raw: bytes, *, name: str) -> tuple[Edition, bool]:
        """Keep a club's own file, and say whether it is a new version.

        Raises:
            ApiError: `rules_invalid`, `rules_id_built_in`, `rules_version_taken` or `rules_full`.
        """
        try:
            row, new = self.house.add(raw, name=file_name(name))
        except RuleSetError as error:
            if error.code == "id_built_in":
                raise ApiError("rules_id_built_in") from error
            raise rules_invalid(error) from error
        return self._edition(row), new

    def keep(self, session: Session, rule_set: str, version: str) -> None:
        """Keep a rule set that comes with TaiLens, so that what was played by it can be replayed after an upgrade.

        Args:
            session: a writing one.
        """
        if rule_set in rule_set_ids() and load_rules(rule_set).version == version:
            self.house.keep(session, _built_in(rule_set))

    def remove(self, rule_set: str) -> None:
        """Take a club's rule set off the list; hands and versions stay.

        Raises:
            ApiError: `rules_id_built_in` or `rule_set_unknown`.
        """
        if rule_set in rule_set_ids():
            raise ApiError("rules_id_built_in", detail={"rules": rule_set})
        self.house.remove(rule_set)

    def _own(self, rule_set: str, version: str, options: ChosenOptions) -> RuleSet:
        return self._make(self.house.club_id, rule_set, version, options)

    def _edition(self, row: RuleSetRow) -> Edition:
        extends = (row.extends, row.extends_version or "") if row.extends else None
        return Edition(self._own(row.rule_set, row.version, ()), house=True, extends=extends, listed=row.listed)


def rules_invalid(error: RuleSetError) -> ApiError:
    """Give a rule set's fault as the service answers it."""
    detail = {"file": error.file, "line": error.line, "reason": error.why, "code": error.code}
    return ApiError("rules_invalid", error.message, detail=detail)


def file_name(text: str) -> str:
    """Give a file's name from outside as it may stand in a message and a record: no path, nothing that can't be shown.

    >>> file_name("C:\\\\club\\\\our rules.toml"), file_name("../..")
    ('our rules.toml', '..')
    >>> file_name("a\\x00\\x1b[31m.toml"), file_name("")
    ('a__[31m.toml', 'rules.toml')
    """
    last = text.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "".join(c if c.isprintable() else "_" for c in last)[:FILE_NAME] or "rules.toml"


def _built_in(rule_set: str) -> RuleFile:
    file = built_in_file(rule_set)
    assert file is not None
    return file
