"""Draw in processes of their own what training learns from."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing import get_context
from typing import Any

from training.crops import Patch


def drawn(
    draw: Callable[[tuple[int, int]], list[Patch]],
    count: int,
    seed: int,
    workers: int,
    begin: Callable[..., None],
    given: tuple[Any, ...],
    *,
    what: str,
) -> list[Patch]:
    """Call `draw` with (seed, number) for each of `count` numbers, after `begin(*given)`; shows progress."""
    patches: list[Patch] = []
    began = time.monotonic()
    # Fresh processes: the network runtime's threads don't survive a fork.
    with get_context("spawn").Pool(workers, begin, given) as pool:
        for done, some in enumerate(pool.imap(draw, [(seed, n) for n in range(count)], chunksize=4), 1):
            patches += some
            if done % 100 == 0 or done == count:
                left = (count - done) * (time.monotonic() - began) / done / 60
                print(f"{what} {done}/{count}, {len(patches)} pieces, {left:.1f} min left", flush=True)
    return patches
