from __future__ import annotations

import numpy as np
import pytest

import models
from models.layout import differs_in_weights_only, layout_of, weights_in

SHIPPED = (models.FOLDER / f"{models.plain_name()}.onnx").read_bytes()
WEIGHT = weights_in(SHIPPED)[5]


def with_bytes(start: int, new: bytes) -> bytes:
    return SHIPPED[:start] + new + SHIPPED[start + len(new) :]


def test_a_file_tells_its_weights_by_name_and_shape() -> None:
    weights = weights_in(SHIPPED)
    assert sum(w.end - w.start for w in weights) > 0.9 * len(SHIPPED)
    assert all(w.values(SHIPPED).size == np.prod(w.shape) for w in weights)
    assert len({w.name for w in weights}) == len(weights)


def test_other_weights_at_the_same_places_are_the_same_network() -> None:
    other = with_bytes(WEIGHT.start, (WEIGHT.values(SHIPPED) * 2).astype(WEIGHT.type).tobytes())
    assert other != SHIPPED
    assert differs_in_weights_only(other, SHIPPED)
    assert layout_of(other) == layout_of(SHIPPED)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        SHIPPED[:-1],
        SHIPPED + b"\0",
        with_bytes(3, b"X"),
        with_bytes(weights_in(SHIPPED)[-1].end + 4, b"\xff"),
        with_bytes(WEIGHT.start, np.array([np.nan], WEIGHT.type).tobytes()),
        with_bytes(WEIGHT.start, np.array([np.inf], WEIGHT.type).tobytes()),
        (models.FOLDER / "sorter.onnx").read_bytes(),
    ],
    ids=["nothing", "shorter", "longer", "head", "a layer", "nan", "infinite", "another network"],
)
def test_any_other_difference_is_none(data: bytes) -> None:
    assert not differs_in_weights_only(data, SHIPPED)


def test_another_network_has_another_layout() -> None:
    assert layout_of((models.FOLDER / "sorter.onnx").read_bytes()) != layout_of(SHIPPED)


@pytest.mark.parametrize("data", [b"\xff" * 40, SHIPPED[:5000], b"\x3a\x05\x2a\x02\x0a\x7f\x00"])
def test_what_is_no_onnx_file_is_told_as_such(data: bytes) -> None:
    with pytest.raises(ValueError):
        weights_in(data)
