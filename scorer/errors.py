"""Say what went wrong, with a stable code a program can act on."""

from __future__ import annotations

from typing import Final


class TaiLensError(Exception):
    """Be the root of every error that TaiLens raises on purpose.

    Attributes:
        code: a stable word for the kind of error.
        message: a sentence for a person, in English.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class NotationError(TaiLensError):
    """Refuse a hand's text, at the character at fault.

    Args:
        code: one of `unknown_character`, `rank_missing`, `rank_out_of_range`, `suit_missing`, `not_a_meld`,
            `meld_not_closed`, `concealed_after_meld`, `winning_tile_count`, `out_of_place`.
        position: index into the text; its length where something is missing at the end.
    """

    def __init__(self, code: str, message: str, position: int) -> None:
        super().__init__(code, message)
        self.position = position

    def __str__(self) -> str:
        return f"{self.message} (at character {self.position + 1})"


class WinError(TaiLensError):
    """Refuse facts of a win that no table can have.

    Args:
        code: `unknown_seat`, `unknown_round`, `unknown_won_by`, `own_discard`, `negative_streak`, `negative_tai` or
            `unknown_event`.
    """


class SettlementError(TaiLensError):
    """Say why a sheet can't be settled.

    Args:
        code: `not_a_win`, `payer_missing` or `negative_amount`.
    """


class TableError(TaiLensError):
    """Refuse what can't happen at a table.

    Args:
        code: `unknown_player`, `no_winner`, `one_winner`, `winners_differ`, `not_played`, `not_claimed` or `game_over`.
    """


RULE_SET_CODES: Final = {
    "unreadable": "the file can't be opened",
    "too_large": "the file is larger than a rule set may be",
    "not_utf8": "the file is no UTF-8 text",
    "not_toml": "the file is no TOML",
    "too_deep": "tables or lists are nested too deeply",
    "too_many": "there are more rows, options, choices or events than a rule set may have",
    "rules_unknown": "there is no rule set of this name to score by",
    "extends_unknown": "there is no rule set of this name to extend",
    "extends_itself": "the rule set extends itself, perhaps through others",
    "id_built_in": "the id is that of a rule set that comes with TaiLens",
    "id_invalid": "an id is more than small letters, digits and underscores, or too long",
    "version_invalid": "the version is more than letters, digits, dots, hyphens and underscores, or too long",
    "key_missing": "something that must be said is missing",
    "key_unknown": "there is no such key here",
    "name_missing": "a name is missing in one of the three languages",
    "text_invalid": "a text is too long, or holds characters that can't be shown",
    "not_a_table": "a table is expected here",
    "not_a_text": "a text is expected here",
    "not_a_list": "a list of texts is expected here",
    "not_a_whole_number": "a whole number is expected here",
    "not_true_or_false": "true or false is expected here",
    "out_of_range": "a number is below or above what makes sense",
    "not_a_choice": "the value is none of those to choose from",
    "default_unfit": "an option's default is none of its values",
    "pattern_unknown": "there is no condition of this name",
    "row_unknown": "there is no other row of this name",
    "shape_unknown": "there is no special shape of this name",
    "choice_unknown": "there is no option with this choice",
    "exclusion_cycle": "rows exclude each other in a ring",
    "option_unknown": "the rule set has no such option",
    "option_unfit": "an option does not take this value",
}
"""What may be wrong with a rule set, or with the options it is used with: code and meaning."""


class RuleSetError(TaiLensError):
    """Refuse a rule-set file, with the line and the reason.

    Args:
        code: a key of `RULE_SET_CODES`.
        file: name of the file, as given.
        line: line counted from 1; 0 where no line is to blame.
        why: what is wrong with it; shortened, and without characters that can't be shown.
    """

    def __init__(self, code: str, *, file: str, line: int, why: str) -> None:
        file, why = shown(file), shown(why)
        super().__init__(code, f"{file}:{line}: {why}" if line else f"{file}: {why}")
        self.file = file
        self.line = line
        self.why = why


def shown(text: str) -> str:
    """Give a text that came from outside as it may stand in a message: short, and nothing that moves the cursor.

    >>> shown("a" * 400 + "end")[-8:], shown("red \x1b[31m")
    ('aaaaa...', 'red ?[31m')
    """
    clean = "".join(c if c.isprintable() or c == "\u3000" else "?" for c in text[: _SHOWN + 1])
    return clean if len(clean) <= _SHOWN else clean[: _SHOWN - 3] + "..."


_SHOWN: Final = 400
