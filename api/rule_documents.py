"""Rule sets as the service and the page speak of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, Field

from api.rulebook import Edition, Version
from api.schemas import Language
from scorer import RowRule
from scorer.documents import in_language, rules_document


class Names(BaseModel):
    """A name in each of the three languages."""

    hant: str = Field(alias="zh-Hant")
    hans: str = Field(alias="zh-Hans")
    en: str


class EventOut(BaseModel):
    """Something that a photo can't show and that the rule set scores."""

    id: str
    names: Names
    common: bool = Field(description="whether it belongs among the first that a person is offered")


class ChoiceOut(BaseModel):
    """One of the values of an option."""

    id: str
    names: Names


class OptionOut(BaseModel):
    """What a table may choose."""

    id: str
    kind: Literal["choice", "number", "flower_seats"]
    names: Names
    default: int | str
    value: int | str = Field(description="the value in force")
    choices: list[ChoiceOut] | None = Field(description="of the kind choice only")
    source: str


class RowOut(BaseModel):
    """What a sheet may count."""

    id: str
    tai: int
    names: Names


class WholeRowOut(RowOut):
    """A row with everything the rule set says of it."""

    name: str = Field(description="in the language asked for")
    source: str = Field(description="the sentence it comes from")
    excludes: list[str] = Field(description="rows that do not count where this one holds")
    replaces: list[str] = Field(description="rows that do not count on tiles that this one holds on")
    all_of: list[str] = Field(description="conditions that must hold")
    none_of: list[str] = Field(description="conditions that must not")
    per_streak: bool
    dealer_share: bool
    flower_win: bool


class RulesEntry(BaseModel):
    """A rule set, with what a page needs to offer it."""

    id: str
    version: str
    house: bool = Field(description="whether it is a club's own")
    extends: str | None
    extends_version: str | None
    names: Names
    unit: Literal["tai", "fan"] = Field(description="fan double what is paid")
    minimum: int = Field(description="fewest tai to win; 0 where any hand does")
    tiles: int = Field(description="tiles of a whole hand, the winning one with them, a kong as three")
    flowers: bool
    events: list[EventOut]
    options: list[OptionOut]
    rows: list[RowOut]


class RulesList(BaseModel):
    """The newest version of each rule set on offer."""

    rules: list[RulesEntry]


class VersionOut(BaseModel):
    """A version of a rule set; of one that comes with TaiLens neither time nor file is known."""

    version: str
    created_at: str | None
    file: str | None


class RulesOut(RulesEntry):
    """A rule set whole: every row with its source, and the versions there are, newest first."""

    name: str = Field(description="in the language asked for")
    listed: bool = Field(description="false once it was taken off the list")
    rows: list[WholeRowOut]  # type: ignore[assignment]  # each is a row, with more
    versions: list[VersionOut]


def rules_entry(edition: Edition) -> RulesEntry:
    """Give a rule set as the list has it."""
    rows = [{"id": row.id, "tai": row.tai, "names": dict(row.names)} for row in edition.rules.rows]
    return RulesEntry.model_validate({**_facts(edition), "rows": rows})


def rules_out(edition: Edition, versions: Iterable[Version], *, lang: Language) -> RulesOut:
    """Give a rule set whole."""
    rules = edition.rules
    return RulesOut.model_validate(
        {
            **_facts(edition),
            "name": in_language(rules.names, lang),
            "listed": edition.listed,
            "rows": [_whole_row(row, lang) for row in rules.rows],
            "versions": [asdict(version) for version in versions],
        }
    )


def _facts(edition: Edition) -> dict[str, Any]:
    extends, extends_version = edition.extends or (None, None)
    return {
        **rules_document(edition.rules),
        "house": edition.house,
        "extends": extends,
        "extends_version": extends_version,
    }


def _whole_row(row: RowRule, lang: Language) -> dict[str, Any]:
    return {
        "id": row.id,
        "tai": row.tai,
        "names": dict(row.names),
        "name": in_language(row.names, lang),
        "source": row.source,
        "excludes": list(row.excludes),
        "replaces": list(row.replaces),
        "all_of": list(row.all_of),
        "none_of": list(row.none_of),
        "per_streak": row.per_streak,
        "dealer_share": row.dealer_share,
        "flower_win": row.flower_win,
    }
