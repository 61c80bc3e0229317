"""Lay a rule set's rows out for speed: each row a bit, each exclusion a mask.

Which rows held is then one number, and the rows it leaves and their tai are worked out once for each such number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.facts import Evidence, Facts
from scorer.patterns.compose import hand_condition, need_of, view_condition
from scorer.patterns.registry import HandPattern, Need, ViewPattern
from scorer.view import HandView

if TYPE_CHECKING:
    from scorer.rules import RowRule

_SUMS_KEPT: Final = 1 << 14

Found = dict[int, Evidence]
"""The rows that hold, by index, each with the tiles it holds on."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Say that a row held on some tiles but was not counted, and which row is the reason."""

    row: int
    tiles: tuple[int, ...]
    because: int


class Plan:
    """Find which rows hold and what they come to.

    Args:
        rows: the rows in force, in the order of the sheet.
    """

    def __init__(self, rows: Sequence[RowRule]) -> None:
        index = {row.id: number for number, row in enumerate(rows)}
        self._hand: dict[Need, list[tuple[int, HandPattern]]] = {"nothing": [], "flowers": [], "events": []}
        self._view: list[tuple[int, ViewPattern]] = []
        for number, row in enumerate(rows):
            if row.lifts_one:
                continue
            of_hand = hand_condition(row.all_of, row.none_of)
            if of_hand is not None:
                self._hand[need_of(row.all_of)].append((number, of_hand))
            else:
                self._view.append((number, view_condition(row.all_of, row.none_of)))
        self._tai = [row.tai for row in rows]
        self._streak = {number for number, row in enumerate(rows) if row.per_streak}
        self._excludes = [_mask(index[other] for other in row.excludes) for row in rows]
        self._replaces = [(number, index[other]) for number, row in enumerate(rows) for other in row.replaces]
        self._dealers = _mask(number for number, row in enumerate(rows) if row.dealer_share)
        self._lift = next((number for number, row in enumerate(rows) if row.lifts_one), None)
        self._order = _excluders_first(self._excludes)
        self._sums: dict[int, tuple[int, int]] = {}

    def hand_rows(self, facts: Facts) -> Found:
        """Find the rows that hold however the hand is cut."""
        found: Found = {}
        by_flowers = facts.win.won_by == "flowers"
        for need, asked in self._hand.items():
            if need == "nothing" or by_flowers or (facts.flowers if need == "flowers" else facts.events):
                for number, holds in asked:
                    evidence = holds(facts)
                    if evidence is not None:
                        found[number] = evidence
        return found

    def view_rows(self, view: HandView) -> Found:
        """Find the rows that hold in one decomposition with one placement."""
        found: Found = {}
        for number, holds in self._view:
            evidence = holds(view)
            if evidence is not None:
                found[number] = evidence
        return found

    def total(self, found: Found, streak: int) -> int:
        """Add up the rows that count."""
        if self._replaces:
            found = self._without_replaced(found)[0]
        counted, tai = self._sum(_mask(found))
        for number, evidence in found.items():
            times = len(evidence)
            if number in self._streak:
                times *= streak
            if times != 1 and counted >> number & 1:
                tai += self._tai[number] * (times - 1)
        if self._lift is not None:
            dealers = sum(self.value(number, streak) for number in found if self._dealers >> number & 1)
            if tai - dealers == 1:
                return self._tai[self._lift] + (0 if self._excludes[self._lift] & self._dealers else dealers)
        return tai

    def without_dealer(self, found: Found, streak: int) -> int:
        """Add up the rows that count, the dealer's aside."""
        of_hand = {number: evidence for number, evidence in found.items() if not self._dealers >> number & 1}
        return self.total(of_hand, streak)

    def counted(self, found: Found) -> tuple[Found, list[Loss]]:
        """Part the rows that hold into those that count and those that do not, in the order of the sheet."""
        left, replaced = self._without_replaced(found)
        counted = self._sum(_mask(left))[0]
        kept = {number: left[number] for number in sorted(left) if counted >> number & 1}
        # Name a row that counts as the reason where there is one.
        reasons = (*kept, *(number for number in sorted(left) if number not in kept))

        def reason(lost: int) -> int | None:
            return next((number for number in reasons if self._excludes[number] >> lost & 1), None)

        losses: list[Loss] = []
        for loss in replaced:
            because = reason(loss.row)
            losses.append(loss if because is None else Loss(loss.row, loss.tiles, because))
        for number in left:
            because = None if number in kept else reason(number)
            if because is not None:
                losses += [Loss(number, tiles, because) for tiles in left[number]]
        return self._lifted(kept, losses)

    def value(self, number: int, streak: int) -> int:
        """Give the tai of a row, once."""
        return self._tai[number] * (streak if number in self._streak else 1)

    def values(self, counted: Found, streak: int) -> dict[int, int]:
        """Give the tai of each row that counts, once."""
        return {number: self.value(number, streak) for number in counted}

    def _lifted(self, kept: Found, losses: list[Loss]) -> tuple[Found, list[Loss]]:
        """Put the row that takes the place of a single tai (一變五), where there is one and it does."""
        lift = self._lift
        of_hand = [number for number in kept if not self._dealers >> number & 1]
        if lift is not None and sum(self._tai[number] * len(kept[number]) for number in of_hand) == 1:
            gone = [number for number in kept if number in of_hand or self._excludes[lift] >> number & 1]
            losses = losses + [Loss(number, tiles, lift) for number in gone for tiles in kept[number]]
            kept = {number: evidence for number, evidence in kept.items() if number not in gone}
            kept = dict(sorted({**kept, lift: ((),)}.items()))
        return kept, sorted(losses, key=lambda loss: (loss.row, loss.tiles))

    def _without_replaced(self, found: Found) -> tuple[Found, list[Loss]]:
        losses: list[Loss] = []
        for number, other in self._replaces:
            if number in found and other in found:
                covered = {tile for tiles in found[number] for tile in tiles}
                lost = [tiles for tiles in found[other] if covered.issuperset(tiles)]
                losses += [Loss(other, tiles, number) for tiles in lost]
                found = {**found, other: tuple(tiles for tiles in found[other] if tiles not in lost)}
                if not found[other]:
                    del found[other]
        return found, losses

    def _sum(self, held: int) -> tuple[int, int]:
        """Give the mask of the rows that count among those held, and their tai, each once."""
        known = self._sums.get(held)
        if known is None:
            counted = held
            for number in self._order:
                # A row that does not count itself excludes nothing.
                if counted >> number & 1:
                    counted &= ~self._excludes[number]
            known = counted, sum(self._tai[number] for number in _bits(counted))
            if len(self._sums) >= _SUMS_KEPT:
                self._sums.clear()
            self._sums[held] = known
        return known


def _excluders_first(excludes: Sequence[int]) -> tuple[int, ...]:
    """Give the rows in an order in which each comes before those it excludes; there are no rings."""
    placed: list[int] = []
    waiting = [number for number, mask in enumerate(excludes) if mask]
    while waiting:
        excluded = 0
        for number in waiting:
            excluded |= excludes[number]
        placed += [number for number in waiting if not excluded >> number & 1]
        waiting = [number for number in waiting if excluded >> number & 1]
    return tuple(placed)


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
