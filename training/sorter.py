"""The network that sorts a photo's faces: which are of the hand, and what each is to it."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from training.run import Batch
from vision.describe import BETWEEN, OWN

WIDTH, HEADS, LAYERS, PAIR = 64, 4, 3, 24
UNKNOWN = -1
ROLES = ("concealed", "meld", "winning")
"""What a tile may be to the hand; learnt beside membership, for what it teaches, and not asked for later."""


class Attention(nn.Module):
    """Let every face look at the others, weighed by how they lie to it."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.bias = nn.Linear(PAIR, HEADS)
        self.seen = nn.Linear(PAIR * HEADS, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.think = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH))

    def forward(self, x: Tensor, pairs: Tensor, absent: Tensor) -> Tensor:
        """Take B x N x WIDTH, B x N x N x PAIR and B x N (1 where there is no face); give B x N x WIDTH."""
        batch, count, _ = x.shape
        q, k, v = self.query_key_value(self.first(x)).view(batch, count, 3, HEADS, WIDTH // HEADS).unbind(2)
        weight = torch.einsum("bihd,bjhd->bhij", q, k) / math.sqrt(WIDTH // HEADS)
        weight = weight + self.bias(pairs).permute(0, 3, 1, 2) - 1e4 * absent[:, None, None, :]
        weight = weight.softmax(-1)
        told = torch.einsum("bhij,bjhd->bihd", weight, v).reshape(batch, count, WIDTH)
        lie = torch.einsum("bhij,bijp->bihp", weight, pairs).reshape(batch, count, HEADS * PAIR)
        x = x + self.out(told) + self.seen(lie)
        y: Tensor = x + self.think(self.second(x))
        return y


class Sorter(nn.Module):
    """Sort the faces of a photo.

    Input: faces B x N x OWN, pairs B x N x N x BETWEEN (`vision.describe`), absent B x N (1 where there is no face).
    Output: B x N x 5, logits of "of the hand", of the three ROLES, and of "this photo has a hand" (the same for every
    face); and B x N x N, logits of "these two are of one meld".
    """

    def __init__(self) -> None:
        super().__init__()
        self.face = nn.Sequential(nn.Linear(OWN, WIDTH), nn.GELU(), nn.Linear(WIDTH, WIDTH))
        self.pair = nn.Sequential(nn.Linear(BETWEEN, 32), nn.GELU(), nn.Linear(32, PAIR), nn.GELU())
        self.layers = nn.ModuleList(Attention() for _ in range(LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, 1 + len(ROLES))
        self.whole = nn.Sequential(nn.Linear(WIDTH, 32), nn.GELU(), nn.Linear(32, 1))
        self.left, self.right = nn.Linear(WIDTH, 32), nn.Linear(PAIR, 32)
        self.meld = nn.Linear(32, 1)

    def forward(self, faces: Tensor, pairs: Tensor, absent: Tensor) -> tuple[Tensor, Tensor]:
        """Give the logits."""
        x, lie = self.face(faces), self.pair(pairs)
        for layer in self.layers:
            x = layer(x, lie, absent)
        x = self.last(x)
        present = (1 - absent)[..., None]
        whole = self.whole((x * present).sum(1) / present.sum(1).clamp(min=1.0))
        own = torch.cat([self.head(x), whole[:, None].expand(-1, x.shape[1], -1)], 2)
        side = self.left(x)
        both = side[:, :, None] + side[:, None] + self.right(lie) + self.right(lie.transpose(1, 2))
        return own, self.meld(nn.functional.gelu(both))[..., 0]


class Membership(nn.Module):
    """Give a sorter's membership alone: B x N log-odds."""

    def __init__(self, sorter: Sorter) -> None:
        super().__init__()
        self.sorter = sorter

    def forward(self, faces: Tensor, pairs: Tensor, absent: Tensor) -> Tensor:
        """Give the log-odds."""
        odds: Tensor = self.sorter(faces, pairs, absent)[0][..., 0]
        return odds


def loss(net: nn.Module, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of membership, of roles, of melds and of "there is a hand", each where it is known (not -1)."""
    faces, pairs, absent, member, role, meld, hand = batch
    own, same = net(faces, pairs, absent)
    mine = _binary(own[..., 0], member)
    what = nn.functional.cross_entropy(own[..., 1:4].flatten(0, 1), role.flatten(), ignore_index=UNKNOWN)
    group = _binary(same, meld)
    there = _binary(own[:, 0, 4], hand)
    with torch.no_grad():
        known = member >= 0
        right = ((own[..., 0] > 0) == (member > 0))[known].float().mean()
    what = what.nan_to_num(0.0)
    values = {"member": mine, "role": what, "meld": group, "hand": there, "right": right}
    parts = {name: float(value.detach()) for name, value in values.items()}
    return mine + 0.5 * what + group + 0.3 * there, parts


def _binary(logits: Tensor, truth: Tensor) -> Tensor:
    known = truth >= 0
    if not known.any():
        return logits.sum() * 0
    return nn.functional.binary_cross_entropy_with_logits(logits[known], truth[known].float())
