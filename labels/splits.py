"""Split a growing set so that photos that look alike are never parted, and none ever changes sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

SHARES: Final[Mapping[str, float]] = MappingProxyType({"train": 0.8, "val": 0.1, "test": 0.1})
"""The share of a set's photos that each split should come to."""


class Splits:
    """The split of each group of a set; a group, once it is in one, stays there.

    Args:
        known: group and split of every photo of the set so far.
    """

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._of: dict[str, str] = {}
        self._counts = Counter[str]()
        for group, split in known:
            self._of.setdefault(group, split)
            self._counts[split] += 1

    def add(self, sizes: Mapping[str, int]) -> dict[str, str]:
        """Give the split of each group that comes in, with so many photos; a new one goes where most is lacking.

        >>> Splits([]).add({"friday": 8, "saturday": 1, "sunday": 1})
        {'friday': 'train', 'saturday': 'val', 'sunday': 'test'}
        >>> Splits([("friday", "test")]).add({"friday": 5})
        {'friday': 'test'}
        """
        # The largest first: the small ones then fill what is lacking.
        for group in sorted(sizes, key=lambda group: (-sizes[group], group)):
            split = self._of.get(group) or self._most_lacking(sizes[group])
            self._of[group] = split
            self._counts[split] += sizes[group]
        return {group: self._of[group] for group in sizes}

    def _most_lacking(self, more: int) -> str:
        total = self._counts.total() + more
        return max(SHARES, key=lambda split: SHARES[split] * total - self._counts[split])
