"""What a form can hold comes back from it just as it was; what it can't is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from labels.forms.card import About
from labels.forms.convert import convert, opened, refuse_losses
from labels.forms.dataset import Dataset
from labels.forms.errors import FormError
from labels.forms.form import PLACE
from labels.forms.registry import FORMS
from labels.forms.written import SetWriter, whole_or_nothing
from tests.labels.forms.made import facts, small_set, turned_set

WHOLE = [form for form in FORMS.values() if PLACE in form.carries]
EVERYTHING = [form for form in WHOLE if {"turn", "role", "confidence"} <= form.carries]


def write(out: Path, dataset: Dataset, form) -> Path:
    with whole_or_nothing(out) as room, SetWriter(room, form) as writer:
        for photo in dataset:
            writer.add(photo)
        writer.finish(About())
    return out


@pytest.mark.parametrize("form", WHOLE, ids=lambda form: form.id)
def test_a_set_of_boxes_comes_back_as_it_was(tmp_path, form):
    dataset = small_set(tmp_path / "photos")
    write(tmp_path / "out", dataset, form)
    with opened(tmp_path / "out", form) as again:
        assert facts(again) == facts(dataset)


@pytest.mark.parametrize("form", EVERYTHING, ids=lambda form: form.id)
def test_turned_tiles_roles_and_confidence_come_back_as_they_were(tmp_path, form):
    dataset = turned_set(tmp_path / "photos")
    write(tmp_path / "out", dataset, form)
    with opened(tmp_path / "out", form) as again:
        assert facts(again) == facts(dataset)


@pytest.mark.parametrize("target", WHOLE, ids=lambda form: form.id)
@pytest.mark.parametrize("source", WHOLE, ids=lambda form: form.id)
def test_a_set_goes_from_any_form_to_any_other(tmp_path, source, target):
    dataset = small_set(tmp_path / "photos")
    write(tmp_path / "one", dataset, source)
    convert(tmp_path / "one", tmp_path / "two", source=source, target=target)
    with opened(tmp_path / "two", target) as again:
        assert facts(again) == facts(dataset)


@pytest.mark.parametrize(
    ("form", "lost"), [("yolo", "turn"), ("voc", "turn"), ("yolo-obb", "role"), ("crops", "place")]
)
def test_what_a_form_cannot_hold_is_refused_by_name_and_left_out_when_asked(tmp_path, form, lost):
    write(tmp_path / "one", turned_set(tmp_path / "photos"), FORMS["coco"])
    with pytest.raises(FormError, match=f"{form} can't hold .*{lost} \\(") as refused:
        convert(tmp_path / "one", tmp_path / "two", source=FORMS["coco"], target=FORMS[form])
    assert refused.value.code == "cannot_carry" and not (tmp_path / "two").exists()
    tally = convert(tmp_path / "one", tmp_path / "two", source=FORMS["coco"], target=FORMS[form], lossy=True)
    assert tally.left_out[lost]
    card = (tmp_path / "two" / "README.md").read_text("utf-8")
    assert f"{lost} ({tally.left_out[lost]})" in card
    with opened(tmp_path / "two", FORMS[form]) as again:
        refuse_losses(again, FORMS[form])
        # A crop shows its tile upright, however it lay.
        assert any(label.turned for photo in again for label in photo.labels) == (form == "yolo-obb")


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: form.id)
def test_the_same_set_is_written_byte_for_byte_the_same(tmp_path, form):
    dataset = turned_set(tmp_path / "photos")
    for name in ("one", "two"):
        write(tmp_path / name, dataset, form)
    one, two = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*")
            if path.is_file()
        }
        for name in ("one", "two")
    )
    assert one == two and len(one) > 3
