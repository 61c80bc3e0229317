"""Say what happens at the table beside the rows: who deals next, who of several wins, what is fined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

DrawnHand = Literal["holds", "passes"]
Winners = Literal["nearest", "all"]
Seats = Literal["dealer", "opened_wall"]
PassedWin = Literal["free", "until_action", "until_discard"]
ReadyPass = Literal["keeps", "covered_keeps", "loses"]


@dataclass(frozen=True, slots=True)
class TableRules:
    """Hold the rules of a table that no hand shows.

    Attributes:
        drawn_hand: whether the dealer holds the deal when the wall runs out (流局), his streak growing, or passes it.
        winners: who wins a tile that several claim: the nearest in turn after its player (截胡), or all (一炮多響).
        seats: from where seat winds are counted: the dealer is East, or the player whose wall was opened (開門序).
        rounds: after how many rounds (圈) the game ends; 0 where no document ends it.
        four_west: whether four Wests in a row from the dealer's first discard end the hand (一路歸西).
        four_winds: whether the same wind four times does (四風連打).
        nine_orphans: whether nine kinds of terminals and honours in a dealt hand do (九么九).
        many_kongs: whether more than four kongs of all players together do (四槓).
        liability: whether one who feeds a player's last set, fourth wind or third dragon pays his self-draw alone (包).
        passed_win: how long a tile that a player let pass can't be won by him: not at all; until he chows, pungs,
            kongs or draws, from another player (漏胡); or until he discards, self-draw included.
        ready_pass: what a declared ready is worth once its player let a win pass: it stays; it stays if the hand lay
            covered (眼牌); or it is lost.
        chips: how many each starts with; 0 where nothing is said of chips.
        fine: what one pays into the pot who called a pung or kong and did not take it.
        false_win: what one pays to each other player who declared a win he did not have (詐胡).
    """

    drawn_hand: DrawnHand = "holds"
    winners: Winners = "nearest"
    seats: Seats = "dealer"
    rounds: int = 0
    four_west: bool = False
    four_winds: bool = False
    nine_orphans: bool = False
    many_kongs: bool = False
    liability: bool = False
    passed_win: PassedWin = "free"
    ready_pass: ReadyPass = "keeps"
    chips: int = 0
    fine: int = 0
    false_win: int = 0


TABLE_CHOICES: Final = {
    "drawn_hand": get_args(DrawnHand),
    "winners": get_args(Winners),
    "seats": get_args(Seats),
    "passed_win": get_args(PassedWin),
    "ready_pass": get_args(ReadyPass),
}
TABLE_SWITCHES: Final = ("four_west", "four_winds", "nine_orphans", "many_kongs", "liability")
TABLE_NUMBERS: Final = ("rounds", "chips", "fine", "false_win")
