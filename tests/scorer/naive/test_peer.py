"""The package `mahjong` agrees on which 14-tile hands win; `python -m tests.scorer.naive.peer` compares many more."""

from __future__ import annotations

from tests.scorer.naive.peer import compare


def test_an_independent_package_agrees_on_which_hands_win() -> None:
    tally = compare(2000, seed=0)

    assert not tally.differ, "\n".join(tally.differ[:10])
    assert tally.winning >= 1000 - tally.apart
    assert tally.losing > 500
