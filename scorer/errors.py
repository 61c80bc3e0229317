"""Say what went wrong, with a stable code a program can act on."""

from __future__ import annotations


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
        code: `unknown_seat`, `unknown_round`, `unknown_won_by`, `own_discard`, `negative_streak` or `unknown_event`.
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


class RuleSetError(TaiLensError):
    """Refuse a rule-set file, with the line and the reason. Its code is `rule_set`.

    Args:
        file: name of the file, as given.
        line: line counted from 1; 0 where no line is to blame.
    """

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__("rule_set", f"{file}:{line}: {why}" if line else f"{file}: {why}")
        self.file = file
        self.line = line
        self.why = why
