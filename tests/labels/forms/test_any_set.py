"""Any set of labels that memory can hold comes back from every form that can hold it."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labels.forms.classes import CLASS_NAMES
from labels.forms.convert import opened
from labels.forms.dataset import ROLES, Dataset, Label, in_set_order, label_at, label_in
from labels.forms.errors import FormError
from labels.forms.form import CONFIDENCE, PLACE, ROLE, TURN
from labels.forms.registry import FORMS
from tests.labels.forms.made import SIZE, facts, set_photo
from tests.labels.forms.test_round_trips import write

ACROSS = st.integers(0, 1000 * SIZE[0]).map(lambda n: n / 1000)
DOWN = st.integers(0, 1000 * SIZE[1]).map(lambda n: n / 1000)
TEXT = st.text("abç麻,;\"' \n<&", max_size=6)
NAME = st.text("abz麻 .-_&'", min_size=1, max_size=8).map(lambda text: f"x{text}x.png")


def made(draw, carries) -> Label | None:
    """A label of what a form can hold, or nothing where the corners drawn enclose nothing."""
    tile, _, part = draw(st.sampled_from(CLASS_NAMES)).partition("-")
    about = {"part": part or "face"}
    if ROLE in carries:
        about["role"] = draw(st.sampled_from(("", *ROLES)))
    if CONFIDENCE in carries:
        about["confidence"] = draw(st.none() | st.integers(0, 10_000).map(lambda n: n / 10_000))
    points = draw(st.lists(st.tuples(ACROSS, DOWN), min_size=4, max_size=4))
    try:
        if TURN in carries and draw(st.booleans()):
            return label_at(tile, points, SIZE, **about)
        (x0, y0), (x1, y1), *_ = points
        return label_in(tile, (x0, y0, x1, y1), SIZE, **about)
    except FormError:
        return None


@st.composite
def sets(draw, carries):
    names = draw(st.lists(NAME, min_size=1, max_size=3, unique_by=str.casefold))
    split = draw(st.booleans())
    photos = []
    for name in names:
        labels = [label for _ in range(draw(st.integers(0, 3))) if (label := made(draw, carries)) is not None]
        where = draw(st.sampled_from(("train", "val", "test"))) if split else ""
        photos.append((name, labels, {"split": where, "scene": draw(TEXT), "source": draw(TEXT)}))
    return photos


@pytest.mark.parametrize("form", [form for form in FORMS.values() if PLACE in form.carries], ids=lambda form: form.id)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_any_set_comes_back_as_it_was(form, data):
    photos = data.draw(sets(form.carries))
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        dataset: Dataset = in_set_order(set_photo(folder / "in", n, labels, **about) for n, labels, about in photos)
        write(folder / "out", dataset, form)
        with opened(folder / "out", form) as again:
            assert facts(again) == facts(dataset)
            assert all(replace(p, path=q.path) == q for p, q in zip(dataset, again, strict=True))
