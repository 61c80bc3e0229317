"""Turn score sheets and rule sets into the JSON documents that faces show, in three languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.nearest import Nearest, nearest
from scorer.rules import Names, RuleSet
from scorer.scoring import events_without_effect
from scorer.settlement import settle
from scorer.sheet import Row, ScoreSheet, Share
from scorer.tiles import tiles_text

Document = dict[str, Any]


def sheet_document(
    sheet: ScoreSheet, *, lang: str = "zh-Hant", explain: bool = False, base: int = 100, per_tai: int = 20
) -> Document:
    """Give a sheet as `tailens score --json` prints it.

    `settlement` is null where the hand does not win, and where nobody has said who discarded.

    Args:
        lang: `zh-Hant`, `zh-Hans` or `en`; English where a name is missing in it.
        explain: add the decomposition, the options by name, each player's share, the events that changed nothing, and
            for a hand that does not win the fewest tiles to change.

    Raises:
        SettlementError: `negative_amount`.

    >>> from scorer import Win, load_rules, parse_hand, score
    >>> win = Win("discard", seat="S", from_seat="W")
    >>> document = sheet_document(score(parse_hand("123456789m23456p55s+7p"), win, load_rules("taiwan")), lang="en")
    >>> document["total"], document["rows"][0]["name"], document["settlement"]
    (3, 'All chows', {'E': 0, 'S': 160, 'W': -160, 'N': 0})
    """
    document: Document = {
        "hand": str(sheet.hand),
        "rules": {"id": sheet.rules.id, "version": sheet.rules.version, "options": dict(sheet.rules.options)},
        "status": list(sheet.status.reasons),
        "total": sheet.total,
        "rows": [_row(row, lang) for row in sheet.rows],
        "not_counted": [
            {
                "id": row.id,
                "tai": row.tai,
                "name": in_language(row.names, lang),
                "tiles": tiles_text(row.tiles),
                "source": row.source,
                "because": row.because,
                "because_name": in_language(row.because_names, lang),
            }
            for row in sheet.not_counted
        ],
        "waits": list(sheet.waits),
        "assumed": dict(sheet.assumed),
        "settlement": settle(sheet, base=base, per_tai=per_tai) if sheet.shares else None,
    }
    return {**document, **_explanation(sheet, lang)} if explain else document


def rules_document(rules: RuleSet) -> Document:
    """Give what a face needs to offer a rule set: names, events and options, in all languages.

    >>> from scorer import load_rules
    >>> document = rules_document(load_rules("ccaa"))
    >>> document["unit"], document["minimum"], document["tiles"], document["options"][1]["choices"][0]["names"]["en"]
    ('tai', 4, 17, 'The hand and its flowers')
    """
    return {
        "id": rules.id,
        "version": rules.version,
        "names": dict(rules.names),
        "unit": "fan" if rules.doubling else "tai",
        "minimum": int(rules.options.get("minimum", 0)),
        "tiles": rules.shapes.tiles,
        "flowers": rules.flowers,
        "events": [{"id": event.id, "names": dict(event.names), "common": event.common} for event in rules.events],
        "options": [
            {
                "id": option.id,
                "kind": option.kind,
                "default": option.default,
                "value": rules.options[option.id],
                "choices": None
                if option.choices is None
                else [{"id": choice, "names": dict(names)} for choice, names in option.choices.items()],
                "names": dict(option.names),
                "source": option.source,
            }
            for option in rules.option_specs
        ],
    }


def in_language(names: Names, lang: str) -> str:
    """Give a name in a language; in English where that one is missing.

    >>> in_language({"en": "Dealer"}, "zh-Hant")
    'Dealer'
    """
    return names.get(lang, names["en"])


def _row(row: Row, lang: str) -> Document:
    return {
        "id": row.id,
        "tai": row.tai,
        "name": in_language(row.names, lang),
        "tiles": tiles_text(row.tiles),
        "source": row.source,
    }


def _explanation(sheet: ScoreSheet, lang: str) -> Document:
    options = sheet.rules.options
    return {
        "decomposition": None
        if sheet.cut is None
        else {
            "shape": sheet.cut.shape,
            "sets": list(sheet.cut.sets),
            "pairs": list(sheet.cut.pairs),
            "winning_in": sheet.cut.placed,
        },
        "options": [
            {"id": option.id, "name": in_language(option.names, lang), "value": options[option.id]}
            for option in sheet.rules.option_specs
        ],
        "uncapped": sheet.uncapped,
        "lacks": sheet.lacks,
        "shares": [_share(share) for share in sheet.shares],
        "events_without_effect": list(events_without_effect(sheet)),
        # A hand below the minimum has nothing to change: `lacks` says what it is short of.
        "nearest": None if sheet.total is not None or sheet.lacks else _nearest(nearest(sheet.hand, sheet.rules)),
    }


def _share(share: Share) -> Document:
    rows: Sequence[Row] = share.rows
    return {
        "payer": share.payer,
        "tai": share.tai,
        "units": share.units,
        "rows": [{"id": row.id, "tai": row.tai} for row in rows],
    }


def _nearest(found: Nearest | None) -> Document | None:
    if found is None:
        return None
    return {"count": found.count, "changes": [{"from": change.old, "to": change.new} for change in found.changes]}
