"""What docs/data.md says of codes, forms and other sets' names is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from labels.forms.classes import CLASS_NAMES, NAME_SETS, known_as, name_set
from labels.forms.errors import FORM_ERROR_CODES, FormError
from labels.forms.registry import FORMS
from scorer.tiles import TILES

DOCS = (Path(__file__).parents[3] / "docs" / "data.md").read_text(encoding="utf-8")


def test_every_code_and_its_meaning_are_in_the_docs_and_no_other():
    table = DOCS.partition("### What is refused")[2]
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", table, re.MULTILINE)) == FORM_ERROR_CODES


def test_every_form_and_every_known_set_are_in_the_docs():
    for name in (*FORMS, *NAME_SETS):
        assert f"`{name}`" in DOCS or name == "tailens", name


def test_the_class_order_never_changes():
    assert CLASS_NAMES[:42] == TILES
    assert CLASS_NAMES[42:] == ("back", *(f"{n}f-index" for n in range(1, 9)))


# As their own lists of classes have them.
THEIRS = {
    "riichimahjongdetection": """
        bs1 sc1 sd1 sb1 hwe bs2 sc2 sd2 sb2 hws bs3 sc3 sd3 sb3 hww bs4 sc4 sd4 sb4 hwn bf1 sc5 sd5 sb5 hdw
        bf2 sc6 sd6 sb6 hdg bf3 sc7 sd7 sb7 hdr bf4 sc8 sd8 sb8 sc9 sd9 sb9""",
    "rethink-bonus-label": """
        b1 b2 b3 b4 b5 b6 b7 b8 b9 c1 c2 c3 c4 c5 c6 c7 c8 c9 d1 d2 d3 d4 d5 d6 d7 d8 d9 dg dr dw
        f1 f1-s f2 f2-s f3 f3-s f4 f4-s s1 s1-s s2 s2-s s3 s3-s s4 s4-s we wn ws ww""",
    "mahjong-detector": """
        1m 1p 1s 2m 2p 2s 3m 3p 3s 4m 4p 4s 5m 5p 5s 6m 6p 6s 7m 7p 7s 8m 8p 8s 9m 9p 9s
        chun haku hatsu nan pe sha tou""",
}


@pytest.mark.parametrize(("names", "classes"), THEIRS.items())
def test_every_class_of_a_known_set_has_one_of_ours(names, classes):
    assert set(classes.split()) == set(NAME_SETS[names])
    ours = [NAME_SETS[names][name] for name in classes.split()]
    assert len(set(ours)) == len(ours) and set(ours) <= set(CLASS_NAMES)


def test_strips_and_whole_faces_of_a_set_are_told_apart():
    names = NAME_SETS["rethink-bonus-label"]
    assert known_as("s2", names) == ("2f", "index") and known_as("s2-s", names) == ("2f", "face")


def test_a_table_maps_any_other_names_and_is_refused_by_line(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text("theirs,ours\nwan5,5m\nred,7z\n", "utf-8")
    assert name_set(str(path)) == {"wan5": "5m", "red": "7z"}
    path.write_text("theirs,ours\nwan5,5m\nred,8z\n", "utf-8")
    with pytest.raises(FormError, match=r"names\.csv:3: 8z"):
        name_set(str(path))
    path.write_text("a,b\n", "utf-8")
    with pytest.raises(FormError, match="no columns theirs, ours"):
        name_set(str(path))
