"""The closing rule of document 000: of two rows that necessarily come together only the higher counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorer import load_rules, score
from tests.scorer.random_hands import random_hand, random_win

# Rows that always come together and count all the same, because the document says so.
ADDED = {
    ("all_honors", "all_honors_adjust"): "字一色 應累計臺數後減除4臺; a 嚦咕 of honours, rare, takes nothing off",
    ("all_honors_adjust", "all_honors"): "字一色 應累計臺數後減除4臺",
    ("all_melded", "single_wait"): "全求 加計獨聽1臺, 共3臺",
    ("half_melded", "single_wait"): "半求 含獨聽.自摸共3臺",
    ("half_melded", "self_draw"): "半求 含獨聽.自摸共3臺",
    ("earthly_hand", "no_claim_self_draw"): "地胡 如自摸則加計不求.自摸2臺",
    ("dealer_streak", "dealer"): "連N拉N 2N臺, with 作莊 2N+1",
    ("heavenly_hand", "dealer"): "作莊 胡放皆加計1臺: no shape of tiles, so it is always added",
}


@pytest.mark.parametrize("rule_set", ["taiwan", "taiwan_classic", "taiwan_reprint"])
def test_no_rows_that_always_come_together_both_count_unless_the_document_adds_them(rule_set: str) -> None:
    random, rules = Random(16), load_rules(rule_set)
    alone: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    for _ in range(4000):
        rows = {row.id for row in score(random_hand(random), random_win(random, rules), rules).rows}
        alone.update(rows)
        together.update((one, other) for one in rows for other in rows if one != other)
    always = {pair for pair, count in together.items() if count == alone[pair[0]] >= 15}
    assert always <= set(ADDED)
    assert len(alone) >= len(rules.rows) - 5, "nearly every row was met"
