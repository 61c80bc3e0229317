"""The scorer and the naive second one agree on random winning hands; `make soak` compares many more."""

from __future__ import annotations

import pytest

from scorer import load_rules
from tests.scorer.naive.agree import NAIVE, differences

HANDS = 300


@pytest.mark.parametrize("rules_id", NAIVE)
def test_two_independent_scorers_agree_on_random_winning_hands(rules_id: str) -> None:
    found = list(differences(rules_id, HANDS, seed=0))

    assert not found, "\n\n".join(found[:3])


def test_the_comparison_notices_a_rule_set_with_another_reading() -> None:
    assert any(differences("taiwan", HANDS, 0, load_rules("taiwan", {"melded_concealed_kong": "yes"})))
