"""A table to open as JSON goes in, and the kinds of numbers and texts that events are made of too."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from api.schemas import Model, Money, Name, OptionValue, RulesVersion

Number = Annotated[int, Field(strict=True, ge=1, le=100_000)]
Who = Annotated[int, Field(strict=True, ge=0, le=3, description="a player, by the order of the opening, from 0")]
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
SHOWN = r"^[^\x00-\x1f\x7f]*$"
"""A text without characters that can't be shown, nor be kept by every database."""
Title = Annotated[str, Field(max_length=80, pattern=SHOWN)]


class TermsIn(Model):
    """What the table plays by."""

    rules: Name = "taiwan"
    rules_version: RulesVersion | None = Field(default=None, description="an older version; the newest by default")
    options: dict[Name, OptionValue] = Field(default={}, max_length=40, description="by id of GET /api/rules, options")
    base: Money = Field(default=100, description="what a win costs before its tai (底)")
    per_tai: Money = Field(default=20, description="what a tai costs (台)")


class SeatIn(Model):
    """Somebody who sits down: a player of the club's list, or a name, which is put on the list if it is not there."""

    id: Id | None = None
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> SeatIn:
        if (self.id is None) == (self.name is None):
            raise ValueError("give either id or name")
        return self


class SessionIn(Model):
    """A table to open."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "players": [{"name": "甲"}, {"name": "乙"}, {"name": "丙"}, {"name": "丁"}],
                    "seats": "drawn",
                    "terms": {"rules": "taiwan", "base": 100, "per_tai": 20},
                }
            ]
        }
    )

    title: Title = ""
    players: tuple[SeatIn, SeatIn, SeatIn, SeatIn] = Field(description="in the order of their turns")
    seats: Literal["chosen", "drawn"] = Field(
        default="chosen", description="the first of `players` deals first; or the service draws lots"
    )
    terms: TermsIn = TermsIn()
    chips: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = Field(
        default=None, description="how many each starts with, 0 to play for money; by default what the rules say"
    )
    pot: Literal["winner", "kept"] | None = Field(
        default=None, description="whether the next winner takes the pot; by default he does where chips are played"
    )
