"""What both training runs share: batches from a seeded worker, a cosine schedule, averaged weights, checkpoints."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

Batch = tuple[Tensor, ...]


class Endless(IterableDataset[Batch]):
    """An endless stream of batches: `make(rng)` is called with a generator of its own for each batch.

    Batch `i` of seed `s` is the same in every run, also after a resume at `first`.
    """

    def __init__(self, make: Callable[[np.random.Generator], Batch], seed: int, first: int) -> None:
        self.make, self.seed, self.first = make, seed, first

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        index = self.first + worker
        while True:
            yield self.make(np.random.default_rng((self.seed, index)))
            index += workers


class Average:
    """An exponential moving average of a network's weights and statistics."""

    def __init__(self, net: nn.Module, decay: float) -> None:
        self.net, self.decay = copy.deepcopy(net).eval(), decay

    @torch.no_grad()
    def update(self, net: nn.Module, step: int) -> None:
        """Move towards the network's present weights; early steps count more."""
        decay = min(self.decay, (1 + step) / (10 + step))
        for mine, its in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(its, 1 - decay)
            else:
                mine.copy_(its)


def rate(step: int, steps: int, peak: float) -> float:
    """Give the learning rate: a short linear start, then a cosine down to a hundredth."""
    warm = min(300, steps // 10)
    if step < warm:
        return peak * (step + 1) / warm
    return peak * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm))))


def train(
    net: nn.Module,
    make: Callable[[np.random.Generator], Batch],
    loss: Callable[[nn.Module, Batch], tuple[Tensor, dict[str, float]]],
    *,
    steps: int,
    peak: float,
    checkpoint: Path,
    seed: int = 1,
    workers: int = 1,
    decay: float = 0.998,
    start: Path | None = None,
    report: int = 100,
) -> nn.Module:
    """Train `net` for `steps` batches, resuming from `checkpoint` where it exists; gives the averaged network.

    The checkpoint is written whole every `report` steps and at the end, so a killed run loses little.
    """
    net = net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=0.02)
    first = 0
    if start is not None and not checkpoint.exists():
        net.load_state_dict(torch.load(start, weights_only=True)["average"])
    average = Average(net, decay)
    if checkpoint.exists():
        state: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(state["net"])
        average.net.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
    loader = DataLoader(
        Endless(make, seed, first), batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None
    )
    net.train()
    began, sums = time.monotonic(), dict[str, float]()
    for step, batch in zip(range(first, steps), loader, strict=False):
        for group in optimiser.param_groups:
            group["lr"] = rate(step, steps, peak)
        value, parts = loss(net, batch)
        optimiser.zero_grad(set_to_none=True)
        value.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update(net, step)
        for name, part in parts.items():
            sums[name] = sums.get(name, 0.0) + part
        if (step + 1) % report == 0 or step + 1 == steps:
            done = (step + 1 - first) / (time.monotonic() - began)
            text = " ".join(f"{name} {total / report:.4f}" for name, total in sums.items())
            print(f"step {step + 1}/{steps} {text} {(steps - step - 1) / done / 60:.1f} min left", flush=True)
            sums.clear()
            state = {
                "net": net.state_dict(),
                "average": average.net.state_dict(),
                "optimiser": optimiser.state_dict(),
                "step": step + 1,
            }
            torch.save(state, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").replace(checkpoint)
    return average.net
