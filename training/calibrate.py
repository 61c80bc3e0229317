"""Fit the temperature that makes a classifier's confidence honest."""

from __future__ import annotations

import numpy as np
from torch import nn

from training.classifier import log_probabilities
from training.crops import Patch
from vision.classify import CLASSES
from vision.rectify import TILE_SIZE

TEMPERATURES = np.geomspace(0.4, 3.0, 60)
BINS = 10


def calibrate(net: nn.Module, patches: list[Patch], size: int = TILE_SIZE) -> tuple[float, float]:
    """Give the temperature of least negative log-likelihood on held-out faces, and the calibration error there.

    The method is temperature scaling (Guo et al., "On calibration of modern neural networks", 2017); the error is the
    expected calibration error over ten bins of equal width.
    """
    table = log_probabilities(net, patches, size)[:, 0, : len(CLASSES)]
    names = np.array([CLASSES.index(patch.tile) for patch in patches])
    best = best_temperature(table, names)
    return best, calibration_error(np.exp(scaled(table, best)), names)


def best_temperature(table: np.ndarray, names: np.ndarray) -> float:
    """Give the temperature of least negative log-likelihood: N x classes log-probabilities, and which is the name."""
    return float(min(TEMPERATURES, key=lambda t: float(-scaled(table, t)[np.arange(len(names)), names].mean())))


def scaled(table: np.ndarray, temperature: float) -> np.ndarray:
    """Divide log-probabilities by a temperature and normalise again."""
    values = table / temperature
    values = values - values.max(axis=1, keepdims=True)
    return values - np.log(np.exp(values).sum(axis=1, keepdims=True))


def calibration_error(chances: np.ndarray, names: np.ndarray) -> float:
    """Give the expected calibration error of the likeliest name, 0 to 1."""
    sure = chances.max(axis=1)
    right = chances.argmax(axis=1) == names
    which = np.minimum((sure * BINS).astype(int), BINS - 1)
    parts = [
        abs(float(sure[which == b].mean() - right[which == b].mean())) * float((which == b).mean())
        for b in range(BINS)
        if (which == b).any()
    ]
    return float(sum(parts))
