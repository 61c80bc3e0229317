"""Add up rows under rules with a full hand (爆胡): a cap, special hands above it, and hands that are always full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.plan import Found, Loss, Plan

if TYPE_CHECKING:
    from scorer.rules import RowRule


class CappedPlan(Plan):
    """Find which rows hold, and what they come to under a cap.

    A special hand is worth its own value alone, the highest where several hold. Other rows add up, no further than the
    cap; a row that fills lifts a smaller hand to it (不滿3番, 按照3番計算).

    Args:
        cap: the fan of a full hand.
    """

    def __init__(self, rows: Sequence[RowRule], cap: int) -> None:
        super().__init__(rows)
        self._cap = cap
        self._special = {number for number, row in enumerate(rows) if row.part == "special"}
        self._fills = {number for number, row in enumerate(rows) if row.part == "fills"}

    def total(self, found: Found, streak: int) -> int:
        """Give the fan of the hand."""
        special = [self.value(number, streak) for number in found if number in self._special]
        if special:
            return max(special)
        if not self._fills.isdisjoint(found):
            return self._cap
        return min(self._cap, super().total(found, streak))

    def counted(self, found: Found) -> tuple[Found, list[Loss]]:
        """Part the rows that hold into those that count and those that do not, in the order of the sheet."""
        special = [number for number in sorted(found) if number in self._special]
        if special:
            best = max(special, key=lambda number: (self.value(number, 0), -number))
            others = [number for number in sorted(found) if number != best]
            return {best: found[best]}, [Loss(number, tiles, best) for number in others for tiles in found[number]]
        kept, losses = super().counted(found)
        fills = [number for number in kept if number in self._fills]
        plain = self._plain(kept)
        # Beside a hand that is full by itself, or behind another row that fills it, such a row adds nothing.
        idle = fills if plain >= self._cap else fills[1:]
        for number in idle:
            because = fills[0] if number != fills[0] else max(set(kept) - self._fills, key=lambda each: self._tai[each])
            losses += [Loss(number, tiles, because) for tiles in kept[number]]
        return {number: evidence for number, evidence in kept.items() if number not in idle}, losses

    def values(self, counted: Found, streak: int) -> dict[int, int]:
        """Give the fan of each row that counts; of one that fills, what it adds."""
        values = super().values(counted, streak)
        for number in self._fills.intersection(counted):
            values[number] = self._cap - self._plain(counted)
        return values

    def _plain(self, kept: Found) -> int:
        return sum(self._tai[number] * len(evidence) for number, evidence in kept.items() if number not in self._fills)
