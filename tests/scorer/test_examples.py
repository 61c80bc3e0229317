"""The worked examples that were collected for the rules agree, or the difference stands here with its sentence."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from scorer import ScoreSheet, Win, load_rules, parse_hand, rule_set_ids, score, waits
from tests.scorer.shared import collected_examples, needs_shared

READ_BY = [rule_set for rule_set in rule_set_ids() if rule_set != "guangdong"]
"""The independent reading covers every rule set but that one."""

# The independent reading differs from ours: what is so, and the sentence of the document that it rests on.
READING_DIFFERS = {
    ("ccaa", "A11"): "decided: 大平胡 整副牌都是順子, 而且無花無字 holds no 無花 beside it",
    ("ccaa", "B12"): "天胡 is the dealer's, so his 莊 1 counts",
    ("ccaa", "D20"): "triplets and chows are worth the same: of equal readings the first is kept, triplets first",
    ("taiwan", "B12"): "天胡 莊家於配牌補花後即胡牌: the winner is the dealer, so his 作莊 1 counts. "
    "起手未打牌前開暗槓或連續暗槓而成胡, 視同天胡, 並得加計槓上開花1臺: the hand has no kong, so no 槓上開花",
    (
        "taiwan_classic",
        "B12",
    ): "天胡 庄家於配牌补花后即胡牌: his 作庄 1 counts, and nothing was drawn from the tail of the wall",
    (
        "taiwan_reprint",
        "B12",
    ): "天和 田舍于配牌补花後即和牌: his 作庄 1 counts, and nothing was drawn from the tail of the wall",
    (
        "taiwan_online",
        "B12",
    ): "天胡 只適用於莊家, 莊家在取完牌後即就胡牌: his 莊家 1 counts, and no 槓牌 or 花牌 was drawn since",
    (
        "taiwan_online",
        "D20",
    ): "三暗刻 2 and 平胡 2 are worth the same: of equal readings the first is kept, triplets first",
}
# A published answer, under its own table, differs from ours.
PUBLISHED_DIFFERS = {
    ("A14", "門清"): "000: 不求自摸 與門清合稱「門清一摸三」: the two rows stand side by side for the 3",
    ("B13", "門清自摸"): "000: 地胡 如自摸則加計不求.自摸2臺",
    ("C14", "河底撈魚"): "000 has no such row",
    ("F03", "門風"): "000: 小四喜 合圈序加1臺, 合開門序加1臺(因不必然並存)",
    ("H01", "平胡"): "000: 平胡 非獨聽; the tiles show a pair wait",
}
# Names of the sources for rows of `taiwan`.
ROW_OF = {
    "門風": "seat_wind",
    "圈風": "round_wind",
    "三元刻": "dragon_triplet",
    "三元牌": "dragon_triplet",
    "箭字坎": "dragon_triplet",
    "五暗刻": "five_concealed_triplets",
    "四暗刻": "four_concealed_triplets",
    "三暗刻": "three_concealed_triplets",
    "碰碰胡": "all_triplets",
    "對對糊": "all_triplets",
    "獨聽": "single_wait",
    "門清": "concealed_hand",
    "門清自摸": "no_claim_self_draw",
    "自摸": "self_draw",
    "平胡": "all_sequences",
    "大三元": "big_three_dragons",
    "小三元": "small_three_dragons",
    "大四喜": "big_four_winds",
    "小四喜": "small_four_winds",
    "字一色": "all_honors",
    "清一色": "full_flush",
    "混一色": "half_flush",
    "正花": "seat_flower",
    "花槓": "flower_set",
    "全求": "all_melded",
    "半求": "half_melded",
    "搶槓": "robbing_kong",
    "海底撈月": "last_tile_draw",
    "河底撈魚": None,
    "槓上開花": "kong_replacement",
    "天胡": "heavenly_hand",
    "地胡": "earthly_hand",
    "人胡": "human_hand",
}
HANDS = [example for example in collected_examples() if example["kind"] == "hand"]
WAITS = [example for example in collected_examples() if example["kind"] == "waits"]


def sheet_of(example: dict[str, Any], rule_set: str = "taiwan") -> ScoreSheet:
    seat = example["seat"]
    # 天胡 is the dealer's alone, whatever the example leaves unsaid.
    dealers = example["dealer"] or "heavenly_hand" in example["flags"]
    facts: dict[str, Any] = {
        "seat": seat,
        "round": example["round"],
        "dealer": seat if dealers else ("E" if seat != "E" else "S"),
        "streak": example["streak"],
        # A flag names an event of another table where this rule set does not know it.
        "events": frozenset(example["flags"]) & {event.id for event in load_rules(rule_set).events},
    }
    if example["won_by"] == "discard":
        facts["from_seat"] = "W" if seat != "W" else "N"
    return score(parse_hand(example["hand"]), Win(example["won_by"], **facts), load_rules(rule_set))


def named(example: dict[str, Any]) -> Any:
    return example["id"]


@needs_shared
@pytest.mark.parametrize("rule_set", READ_BY)
@pytest.mark.parametrize("example", HANDS, ids=named)
def test_the_sheet_agrees_with_the_independent_reading(example: dict[str, Any], rule_set: str) -> None:
    sheet = sheet_of(example, rule_set)
    reading = example["reading"][rule_set]
    rows: Counter[str] = Counter()
    for row in sheet.rows:
        rows[row.id] += row.tai
    read: Counter[str] = Counter()
    for text in reading["patterns"]:
        row_id, tai = text.split(":")
        read[row_id] += int(tai)
    agrees = sheet.total == reading["total"] and rows == read
    assert agrees != ((rule_set, example["id"]) in READING_DIFFERS), f"{sheet.total}: {sorted(rows.items())}"


@needs_shared
@pytest.mark.parametrize("example", HANDS, ids=named)
def test_the_sheet_agrees_with_what_was_published(example: dict[str, Any]) -> None:
    sheet = sheet_of(example)
    counted = {row.id for row in sheet.rows}
    held = counted | {row.id for row in sheet.not_counted}
    differences = []
    for text in example["published"]["patterns"]:
        name = re.match(r"[^\W\d]*", text)
        assert name is not None
        if name[0] in ROW_OF and ROW_OF[name[0]] not in held:
            differences.append((example["id"], name[0]))
    for name in example["published"]["not"]:
        if ROW_OF.get(name) in counted:
            differences.append((example["id"], name))
    assert set(differences) == {each for each in PUBLISHED_DIFFERS if each[0] == example["id"]}


@needs_shared
@pytest.mark.parametrize("example", WAITS, ids=named)
def test_the_waits_agree(example: dict[str, Any]) -> None:
    hand = parse_hand(example["hand"])
    assert list(waits(hand, load_rules("taiwan"))) == example["waits_drawable"]
    assert list(waits(hand, load_rules("taiwan", {"waits": "formal"}))) == example["waits_formal"]
