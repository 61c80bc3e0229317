"""Score a hand: tiles and notation, hands, rule sets, score sheets, settlement. Standard library only."""

from scorer.documents import rules_document, sheet_document
from scorer.errors import NotationError, RuleSetError, SettlementError, TaiLensError, WinError
from scorer.hand import Hand, Meld
from scorer.loader import load_rules, rule_set_ids
from scorer.nearest import Change, Nearest, nearest
from scorer.notation import parse_hand, parse_tiles, to_unicode
from scorer.rules import RowRule, RuleSet
from scorer.scoring import best_total, score, waits
from scorer.settlement import settle
from scorer.sheet import Cut, Row, ScoreSheet, Share, Uncounted
from scorer.status import HandStatus, check, is_legal
from scorer.tiles import BACK, TILES
from scorer.win import Win

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
    "waits",
    "nearest",
    "Nearest",
    "Change",
    "settle",
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
    "TaiLensError",
    "NotationError",
    "WinError",
    "RuleSetError",
    "SettlementError",
]
