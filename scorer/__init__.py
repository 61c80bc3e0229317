"""Score a hand: tiles and notation, hands, rule sets, score sheets, settlement. Standard library only."""

from scorer.abortive import dealt_orphans, first_discards, kongs_of_all
from scorer.bare import bare_sheet
from scorer.chips import Chips, after_false_win, after_win, fined, start_chips
from scorer.documents import rules_document, sheet_document
from scorer.errors import NotationError, RuleSetError, SettlementError, TableError, TaiLensError, WinError
from scorer.hand import Hand, Meld
from scorer.liability import Call, liable, with_liability
from scorer.loader import built_in_file, load_rules, own_rules, rule_set_ids, rules_of
from scorer.nearest import Change, Nearest, nearest
from scorer.notation import parse_hand, parse_tiles, to_unicode
from scorer.passed_win import after_action, let_pass, may_win, without_ready
from scorer.rulefile import RuleFile
from scorer.rules import RowRule, RuleSet
from scorer.scoring import best_total, score, waits
from scorer.settlement import settle
from scorer.sheet import Cut, Row, ScoreSheet, Share, Uncounted
from scorer.status import HandStatus, check, is_legal
from scorer.table import Aborted, Drawn, TableState, Won, after, is_over, seat_winds
from scorer.table_rules import TableRules
from scorer.tiles import BACK, TILES
from scorer.win import Win
from scorer.winners import Payment, gains_of, payments_of, winning

__all__ = [
    "TILES",
    "BACK",
    "parse_hand",
    "parse_tiles",
    "to_unicode",
    "Hand",
    "Meld",
    "Win",
    "HandStatus",
    "check",
    "is_legal",
    "score",
    "best_total",
    "bare_sheet",
    "waits",
    "nearest",
    "Nearest",
    "Change",
    "settle",
    "winning",
    "payments_of",
    "gains_of",
    "Payment",
    "TableState",
    "TableRules",
    "Won",
    "Drawn",
    "Aborted",
    "after",
    "is_over",
    "seat_winds",
    "first_discards",
    "dealt_orphans",
    "kongs_of_all",
    "Call",
    "liable",
    "with_liability",
    "Chips",
    "start_chips",
    "fined",
    "after_false_win",
    "after_win",
    "let_pass",
    "after_action",
    "may_win",
    "without_ready",
    "sheet_document",
    "rules_document",
    "ScoreSheet",
    "Row",
    "Uncounted",
    "Cut",
    "Share",
    "RuleSet",
    "RowRule",
    "load_rules",
    "rule_set_ids",
    "RuleFile",
    "own_rules",
    "rules_of",
    "built_in_file",
    "TaiLensError",
    "NotationError",
    "WinError",
    "RuleSetError",
    "SettlementError",
    "TableError",
]
