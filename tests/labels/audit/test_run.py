"""An audit looks at each photo once and goes on where it stood; its report asks nothing of anywhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from labels.audit import Finding
from labels.audit.report import report
from labels.audit.run import Audit, audit, refuse_foreign
from labels.forms.dataset import Dataset, Label, corners_of, label_in
from labels.forms.errors import FormError
from tests.labels.forms.made import SIZE, boxed, set_photo

BY = {"classifier": "a"}


class Eye:
    """Sees one tile in each photo, and remembers at which it looked."""

    def __init__(self, tile: str = "5m") -> None:
        self.tile = tile
        self.looked: list[str] = []

    def __call__(self, source: object) -> dict:
        assert isinstance(source, Path)
        self.looked.append(source.name)
        if source.name == "broken.png":
            return {"error": {"code": "photo_damaged", "message": "the photo is damaged"}}
        corners = [list(point) for point in corners_of((1, 2, 20, 30))]
        tile = {"tile": self.tile, "confidence": 0.99, "corners": corners, "role": "concealed", "alternatives": []}
        return {"width": SIZE[0], "height": SIZE[1], "tiles": [tile]}


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    folder = tmp_path / "in"
    five, other, whole = boxed("5m", 1, 2, 20, 30), boxed("7z", 1, 2, 20, 30), label_in("9s", (0, 0, *SIZE), SIZE)
    labels: dict[str, list[Label]] = {"a.png": [five], "b.png": [other], "broken.png": [five], "tile.png": [whole]}
    return Dataset(tuple(set_photo(folder, name, of) for name, of in labels.items()))


def run(dataset: Dataset, folder: Path, **by: str) -> tuple[Audit, Eye, Eye]:
    look, look_at_tile = Eye(), Eye("9s")
    return audit(dataset, folder, look, look_at_tile=look_at_tile, by={**BY, **by}), look, look_at_tile


def test_each_photo_is_looked_at_once_by_what_it_is(dataset, tmp_path):
    done, look, look_at_tile = run(dataset, tmp_path / "out")
    assert (look.looked, look_at_tile.looked) == (["a.png", "b.png", "broken.png"], ["tile.png"])
    assert done.known == 0 and done.unread == {"broken.png": "the photo is damaged"}
    assert [(f.photo, f.kind, f.suggestion) for f in done.findings if f.kind == "name"] == [("b.png", "name", "5m")]
    again, look, look_at_tile = run(dataset, tmp_path / "out")
    assert again.known == 4 and again.findings == done.findings
    assert look.looked == look_at_tile.looked == []


def test_an_interrupted_audit_goes_on_where_it_stood(dataset, tmp_path):
    class Killed(Exception):
        pass

    def dying(photos):
        yield photos[0]
        raise Killed

    eye = Eye()
    with pytest.raises(Killed):
        audit(dataset, tmp_path / "out", eye, look_at_tile=eye, by=BY, shown=dying)
    assert eye.looked == ["a.png"]
    _, look, _ = run(dataset, tmp_path / "out")
    assert look.looked == ["b.png", "broken.png"]


def test_an_audit_of_other_models_and_a_folder_that_is_none_are_refused(dataset, tmp_path):
    run(dataset, tmp_path / "out")
    refuse_foreign(tmp_path / "out")
    refuse_foreign(tmp_path / "new")
    with pytest.raises(FormError) as refused:
        run(dataset, tmp_path / "out", classifier="b")
    assert refused.value.code == "journal_foreign"
    with pytest.raises(FormError) as refused:
        refuse_foreign(tmp_path / "in")
    assert refused.value.code == "out_exists"


def test_the_report_is_one_page_with_pictures_that_asks_nothing_of_anywhere(dataset, tmp_path):
    done, *_ = run(dataset, tmp_path / "out")
    doubled = Finding("a.png", "duplicate", 0.9, suggestion="b.png")
    page = "".join(report(dataset, [*done.findings, doubled], title="<Club> & co", most=10))
    assert "<h1>&lt;Club&gt; &amp; co</h1>" in page and "<Club>" not in page
    assert not re.search(r"https?://|(?:src|href)=(?!\"data:)", page)
    name = next(item for item in page.split("<li>") if ". name," in item)
    assert "7z" in name and "5m" in name and name.count("data:image/jpeg") == 1
    assert next(item for item in page.split("<li>") if ". duplicate," in item).count("data:image/jpeg") == 2
    assert "".join(report(dataset, done.findings, title="", most=1)).count("<li>") == 1


def test_a_photo_that_has_gone_leaves_its_doubts_in_the_report_without_a_picture(dataset, tmp_path):
    done, *_ = run(dataset, tmp_path / "out")
    (tmp_path / "in" / "b.png").unlink()
    page = "".join(report(dataset, done.findings, title="", most=10))
    assert ". name," in page
