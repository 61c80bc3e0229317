"""The scorer and the naive second one agree on random winning hands; `make soak` compares many more."""

from __future__ import annotations

from typing import Any

import pytest

from scorer import load_rules
from tests.scorer.naive.agree import NAIVE, differences

HANDS = range(300)

OTHER_READINGS = [
    ("taiwan", {"melded_concealed_kong": "yes"}),
    ("taiwan_online", {"exclusions": "none"}),
    ("ccaa", {"minimum": 5}),
    ("ccaa", {"dealer_share": "wins_or_discards"}),
    ("guangdong", {"two_rows": "highest"}),
]


@pytest.mark.parametrize("rules_id", NAIVE)
def test_two_independent_scorers_agree_on_random_winning_hands(rules_id: str) -> None:
    found = list(differences(rules_id, HANDS, seed=0))

    assert not found, "\n\n".join(found[:3])


@pytest.mark.parametrize(("rules_id", "options"), OTHER_READINGS)
def test_the_comparison_notices_another_reading_of_the_rules(rules_id: str, options: dict[str, Any]) -> None:
    assert any(differences(rules_id, HANDS, 0, load_rules(rules_id, options)))
