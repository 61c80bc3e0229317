"""Labelled sets over HTTP: consent, confirmed hands, imports, edits by several people, versions, merging, deleting."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from sqlalchemy import select

from api.app import create_app, utc_now
from api.backup import back_up, restore
from api.settings import Settings
from api.tables import AnsweredRow
from labels.forms.card import About
from labels.forms.convert import form_named, opened
from labels.forms.registry import FORMS
from labels.forms.written import SetWriter
from tests.api.conftest import HAND, TOKEN, TheClub
from tests.api.test_accounts import code_of
from tests.labels.forms.made import small_set
from vision import Photo, Reader, TableReading

SQLITE = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
TILES = ["1m", "2m", "3m", "5p", "5p"]


class Blind:
    """A reader that sees no tiles, for what is about what people say of photos."""

    def read(self, photo: Photo, *, rules: Any = None, name: str | None = None) -> TableReading:
        return TableReading(name or "photo", photo.width, photo.height, (), (), ())


@pytest.fixture
def reader(request: pytest.FixtureRequest) -> Any:
    """A blind reader; a test that needs a real one names its class."""
    return getattr(request, "param", Blind)()


class Labelled:
    """A set as somebody of the club sees it."""

    def __init__(self, club: TheClub, someone: Any = None, *, name: str = "我們的", **more: Any) -> None:
        self.club, self.someone = club, someone or club.owner
        self.keys = 0
        self.id = self.post(f"{club.path}/sets", {"name": name, **more}).json()["id"]
        self.path = f"/api/sets/{self.id}"

    def post(self, path: str, body: dict[str, Any], *, key: str | None = None, someone: Any = None) -> Any:
        self.keys += 1
        headers = {"idempotency-key": key or f"key-{self.keys}-{id(self)}"}
        return (someone or self.someone).post(path, json=body, headers=headers)

    def consent(self, given: bool = True) -> None:
        self.club.owner.put(f"{self.club.path}/consent", json={"given": given}).raise_for_status()

    def bring(self, archive: bytes, form: str, **more: Any) -> Any:
        files = {"archive": ("set.zip", archive)}
        return self.someone.post(f"{self.path}/import", files=files, data={"form": form, **more})

    def photos(self) -> list[dict[str, Any]]:
        listed = self.someone.get(f"{self.path}/photos").raise_for_status().json()["photos"]
        return [self.photo(each["id"]) for each in listed]

    def photo(self, photo_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.someone.get(f"{self.path}/photos/{photo_id}").raise_for_status().json()
        return found

    def edit(self, photo: dict[str, Any], edit: dict[str, Any], **more: Any) -> Any:
        return self.post(f"{self.path}/photos/{photo['id']}/edits", {"after": photo["number"], "edit": edit}, **more)

    def export(self, form: str = "coco", **more: Any) -> Any:
        return self.someone.get(f"{self.path}/export", params={"form": form, **more})

    def exported(self, tmp_path: Path, form: str = "coco", **more: Any) -> dict[str, list[str]]:
        """Export, read back, and give the tiles of each photo."""
        path = tmp_path / f"{form}-{more.get('version')}.zip"
        path.write_bytes(self.export(form, **more).raise_for_status().content)
        with opened(path, form_named(form)) as dataset:
            return {photo.name: [label.tile for label in photo.labels] for photo in dataset}


def archived(folder: Path, form: str = "coco") -> bytes:
    """A small set of three photos as a ZIP archive."""
    out = folder / "out"
    out.mkdir(parents=True)
    with SetWriter(out, FORMS[form]) as writer:
        for photo in small_set(folder / "photos"):
            writer.add(photo)
        writer.finish(About())
    return zipped({file.relative_to(out).as_posix(): file.read_bytes() for file in out.rglob("*") if file.is_file()})


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def corners(left: float, top: float, wide: float = 40, high: float = 60) -> list[list[float]]:
    return [[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]]


def photo_of(seed: int) -> bytes:
    """A picture that no other seed makes, with metadata that must not go along."""
    exif = Image.Exif()
    exif[0x010E] = "at the house of 王小明"
    out = io.BytesIO()
    Image.new("RGB", (640, 480), (20, 90 + 10 * seed, 60)).save(out, "JPEG", exif=exif)
    return out.getvalue()


def played(club: TheClub, win: dict[str, Any], seed: int = 0, *, session: str | None = None) -> str:
    """Confirm a hand with a photo whose tiles lie in a row in its middle, and give the reading's id."""
    data = {"club": club.id} if session is None else {"session": session}
    answer = club.owner.post("/api/readings", files={"photo": photo_of(seed)}, data=data)
    reading: str = answer.raise_for_status().json()["id"]
    tiles = [
        {"tile": tile, "corners": corners(200 + 42 * at, 200), "role": "concealed"} for at, tile in enumerate(TILES)
    ]
    tiles += [
        {"tile": "9s", "corners": corners(20, 20), "role": "other"},
        {"tile": "7z", "corners": None, "role": "meld"},
    ]
    if session is None:
        body = {"hand": HAND, "win": win, "reading_id": reading, "tiles": tiles, "club": club.id}
        club.owner.post("/api/hands", json=body, headers={"idempotency-key": reading}).raise_for_status()
    else:
        claim = {"player": 1, "hand": HAND, "reading_id": reading, "tiles": tiles}
        event = {"kind": "hand", "won_by": "discard", "from": 2, "wins": [claim]}
        number = club.owner.get(f"/api/sessions/{session}").json()["number"]
        path = f"/api/sessions/{session}/events"
        said = {"after": number, "event": event}
        club.owner.post(path, json=said, headers={"idempotency-key": reading}).raise_for_status()
    return reading


def opened_table(club: TheClub, title: str = "") -> str:
    body = {"title": title, "players": [{"name": name} for name in "甲乙丙丁"]}
    answer = club.owner.post(f"{club.path}/sessions", json=body, headers={"idempotency-key": f"open-{len(title)}"})
    found: str = answer.raise_for_status().json()["id"]
    return found


@pytest.fixture
def labelled(club):
    return Labelled(club)


@pytest.fixture
def imported(labelled, tmp_path):
    """A set of the three photos, with consent."""
    labelled.bring(archived(tmp_path / "made"), "coco").raise_for_status()
    labelled.consent()
    return labelled


def test_a_club_has_not_consented_until_an_owner_says_so(club, labelled, win):
    assert club.owner.get(f"{club.path}/consent").json() == {"given": False, "at": None}
    keeper = club.member("scorekeeper", "記分")
    assert code_of(keeper.put(f"{club.path}/consent", json={"given": True})) == "role_too_low"
    reading = played(club, win)
    add = {"hands": [{"reading_id": reading}]}
    assert code_of(labelled.post(f"{labelled.path}/hands", add)) == "consent_missing"
    labelled.consent()
    assert labelled.post(f"{labelled.path}/hands", add).json()["added"] == 1
    assert labelled.export().status_code == 200
    labelled.consent(False)
    assert code_of(labelled.export()) == "consent_missing"


def test_a_confirmed_hand_is_cropped_to_its_tiles_with_their_corners(club, labelled, win):
    labelled.consent()
    reading = played(club, win)
    (entry,) = labelled.someone.get(f"{labelled.path}/hands").json()["hands"]
    assert (entry["reading_id"], entry["tiles"], entry["unplaced"], entry["added"]) == (reading, 7, 1, False)
    labelled.post(f"{labelled.path}/hands", {"hands": [{"reading_id": reading}]}).raise_for_status()
    (photo,) = labelled.photos()
    # A margin of half a tile's height round the row; the tile beside the hand is outside.
    assert (photo["width"], photo["height"]) == (5 * 42 - 2 + 60 + 1, 60 + 60 + 1)
    assert [label["tile"] for label in photo["labels"]] == TILES
    assert photo["labels"][0]["corners"] == corners(30, 30)
    file = labelled.someone.get(photo["url"])
    assert Image.open(io.BytesIO(file.content)).size == (photo["width"], photo["height"])
    (entry,) = labelled.someone.get(f"{labelled.path}/hands").json()["hands"]
    assert entry["added"]


def test_a_whole_photo_keeps_the_tiles_beside_the_hand(club, labelled, win):
    labelled.consent()
    whole = [{"reading_id": played(club, win), "crop": False}]
    labelled.post(f"{labelled.path}/hands", {"hands": whole}).raise_for_status()
    (photo,) = labelled.photos()
    assert (photo["width"], photo["height"]) == (640, 480)
    assert [(label["tile"], label["role"]) for label in photo["labels"]][-1] == ("9s", "other")


def test_an_export_says_nothing_of_people_places_or_times(club, labelled, win, tmp_path):
    labelled.consent()
    session = opened_table(club, "在王小明家")
    readings = [played(club, win, 1, session=session), played(club, win, 2)]
    hands = [{"reading_id": reading, "crop": crop} for reading, crop in zip(readings, (True, False), strict=True)]
    labelled.post(f"{labelled.path}/hands", {"hands": hands}).raise_for_status()
    for form in ("csv", "coco"):
        packed = zipfile.ZipFile(io.BytesIO(labelled.export(form).raise_for_status().content))
        for name in packed.namelist():
            data = packed.read(name) + name.encode()
            for secret in ("王小明", "甲", "乙", session, *readings, club.id, labelled.id, "20" + "26-"):
                assert secret.encode() not in data, (name, secret)
            if name.endswith(".jpg"):
                assert not Image.open(io.BytesIO(packed.read(name))).getexif()


def test_hands_of_one_evening_are_never_parted_however_the_set_grows(club, labelled, win):
    labelled.consent()
    sessions = [opened_table(club, "t" * n) for n in range(3)]
    split_of: dict[str, str] = {}
    for round_ in range(2):
        for at, session in enumerate(sessions):
            reading = played(club, win, 3 * round_ + at, session=session)
            labelled.post(f"{labelled.path}/hands", {"hands": [{"reading_id": reading}]}).raise_for_status()
        for photo in labelled.photos():
            assert split_of.setdefault(photo["scene"], photo["split"]) == photo["split"]
    assert len(split_of) == 3 and len(labelled.photos()) == 6


def test_a_set_split_by_tile_set_keeps_all_of_one_together(club, win):
    labelled = Labelled(club, split_by="tile_set")
    labelled.consent()
    for seed, tile_set in enumerate(("jade", "plastic", "jade")):
        session = opened_table(club, "t" * seed)
        hands = [{"reading_id": played(club, win, seed, session=session)}]
        labelled.post(f"{labelled.path}/hands", {"hands": hands, "tile_set": tile_set}).raise_for_status()
    splits = {(photo["tile_set"], photo["split"]) for photo in labelled.photos()}
    assert len(splits) == 2


@SQLITE
@pytest.mark.parametrize("form", ["coco", "csv", "cvat", "label-studio"])
def test_an_imported_set_comes_back_as_it_was(labelled, tmp_path, form):
    archive = archived(tmp_path / "made", form)
    answer = labelled.bring(archive, form).raise_for_status().json()
    assert (answer["added"], answer["known"], answer["set"]["splits"]) == (3, 0, {"train": 2, "val": 1})
    assert labelled.bring(archive, form).json()["known"] == 3
    labelled.consent()
    (tmp_path / "in.zip").write_bytes(archive)
    (tmp_path / "out.zip").write_bytes(labelled.export(form).content)
    with (
        opened(tmp_path / "in.zip", form_named(form)) as before,
        opened(tmp_path / "out.zip", form_named(form)) as after,
    ):
        told = [[(p.name, p.sha256, p.labels, p.split) for p in each] for each in (before, after)]
    assert told[0] == told[1]


@SQLITE
@pytest.mark.parametrize(
    ("archive", "form", "names", "code"),
    [
        (b"no archive", "coco", "tailens", "archive_invalid"),
        (b"", "yolo", "tailens", "archive_invalid"),
        (zipped({"../a.txt": b""}), "yolo", "tailens", "name_unsafe"),
        (zipped({"a.txt": b"", "A.txt": b""}), "yolo", "tailens", "name_twice"),
        (zipped({"a.txt": b"nothing"}), "coco", "tailens", "form_unknown"),
        (zipped({"a.txt": b"nothing"}), "coco", "no-such-names", "names_unknown"),
    ],
)
def test_what_is_no_set_is_refused_whole_and_leaves_nothing(labelled, stored, archive, form, names, code):
    answer = labelled.bring(archive, form, names=names)
    assert (answer.status_code, code_of(answer), answer.json()["error"]["detail"]["code"]) == (422, "set_refused", code)
    assert labelled.photos() == [] and stored() == []


@SQLITE
def test_a_label_outside_its_photo_is_refused_by_file_and_line(labelled, tmp_path, stored):
    files = zipfile.ZipFile(io.BytesIO(archived(tmp_path / "made", "csv")))
    parts = {name: files.read(name) for name in files.namelist()}
    parts["train.csv"] = parts["train.csv"].replace(b",1,2,20.5,", b",1,2,99999,")
    detail = labelled.bring(zipped(parts), "csv").json()["error"]["detail"]
    assert (detail["code"], detail["file"], detail["line"]) == ("box_outside", "train.csv", 3)
    assert stored() == []


def test_class_names_can_never_be_a_file(labelled):
    assert code_of(labelled.bring(zipped({}), "coco", names="/etc/passwd.csv")) == "request_invalid"


def test_an_edit_after_anothers_is_refused_and_told_what_happened(imported):
    photo = imported.photos()[1]
    other = imported.club.member("player", "另一個")
    right = {"kind": "labels", "labels": [{**photo["labels"][0], "tile": "6z"}]}
    assert imported.edit(photo, right, someone=other).json()["photo"]["labels"][0]["tile"] == "6z"
    late = imported.edit(photo, {"kind": "remove"})
    assert (late.status_code, code_of(late)) == (409, "set_photo_moved_on")
    (since,) = late.json()["error"]["detail"]["edits"]
    assert (since["kind"], since["number"]) == ("labels", late.json()["error"]["detail"]["number"])
    # An edit of another photo is in nobody's way.
    assert imported.edit(imported.photos()[0], {"kind": "accept", "findings": []}).status_code == 201
    edits = imported.someone.get(f"{imported.path}/photos/{photo['id']}/edits").json()["edits"]
    assert [(each["kind"], each["by"]) for each in edits][1] == ("labels", "另一個")


@SQLITE
def test_of_many_who_edit_one_photo_at_once_one_is_heard_and_the_others_are_told(imported):
    photo = imported.photos()[0]

    def edit(n: int) -> int:
        label = {"tile": f"{n + 1}m", "corners": corners(10, 2, 20, 40)}
        body = {"after": photo["number"], "edit": {"kind": "labels", "labels": [label]}}
        path = f"{imported.path}/photos/{photo['id']}/edits"
        status: int = imported.someone.post(path, json=body, headers={"idempotency-key": f"at-once-{n}"}).status_code
        return status

    with ThreadPoolExecutor(8) as people:
        assert sorted(people.map(edit, range(8))) == [201, *[409] * 7]


def test_the_same_edit_sent_twice_is_one(imported):
    photo = imported.photos()[0]
    sent = [imported.edit(photo, {"kind": "accept", "findings": []}, key="once") for _ in range(2)]
    assert sent[0].json()["number"] == sent[1].json()["number"]


def test_edits_are_taken_back_one_by_one_and_nothing_else(imported):
    start = photo = imported.photos()[0]
    for tile in ("1m", "2m"):
        labels = [{"tile": tile, "corners": corners(10, 2, 20, 40)}]
        photo = imported.edit(photo, {"kind": "labels", "labels": labels}).json()["photo"]
    wrong = imported.edit(photo, {"kind": "undo", "edit": start["number"]})
    assert (code_of(wrong), wrong.json()["error"]["detail"]["last"]) == ("edit_unknown", photo["last"])
    photo = imported.edit(photo, {"kind": "undo", "edit": photo["last"]}).json()["photo"]
    assert [label["tile"] for label in photo["labels"]] == ["1m"]
    photo = imported.edit(photo, {"kind": "undo", "edit": photo["last"]}).json()["photo"]
    assert photo["labels"] == start["labels"] and photo["last"] is None


def test_a_label_that_cannot_be_is_refused_with_its_place(imported):
    photo = imported.photos()[0]
    good, outside = ({"tile": "1m", "corners": corners(x, 2, 20, 40)} for x in (10, 900))
    answer = imported.edit(photo, {"kind": "labels", "labels": [good, outside]})
    assert (answer.status_code, code_of(answer)) == (422, "label_invalid")
    assert answer.json()["error"]["detail"] == {"label": 1, "code": "box_outside"}


def test_who_looks_at_a_photo_is_shown_to_others_and_keeps_it_for_a_while(imported, client):
    other = imported.club.member("player", "另一個")
    photo = imported.photos()[0]
    path = f"{imported.path}/photos/{photo['id']}/claim"
    assert other.post(path, json={}).json()["claimed_by"] is None
    assert imported.photo(photo["id"])["claimed_by"] == "另一個"
    assert imported.someone.post(path, json={}).json()["claimed_by"] == "另一個"  # not taken away
    assert imported.edit(photo, {"kind": "accept", "findings": []}).status_code == 201  # and yet nothing is forbidden
    other.post(path, json={"held": False})
    assert imported.someone.post(path, json={}).json()["claimed_by"] is None


def test_a_version_stays_as_it_was_and_says_what_has_changed_since(imported, tmp_path):
    first = imported.post(f"{imported.path}/versions", {"note": "as it came"}).json()
    assert (first["number"], first["photos"], first["labels"]) == (1, 3, 4)
    assert imported.post(f"{imported.path}/versions", {"note": "the same"}).json() == first
    b, c, m = imported.photos()
    imported.edit(b, {"kind": "remove"})
    imported.edit(c, {"kind": "labels", "labels": [{**c["labels"][0], "tile": "6z"}]})
    strip = m["labels"][1]
    moved = [[x + 10, y] for x, y in m["labels"][0]["corners"]]
    imported.edit(m, {"kind": "labels", "labels": [{**m["labels"][0], "corners": moved}, strip]})
    imported.post(f"{imported.path}/versions", {})
    told = imported.someone.get(f"{imported.path}/diff", params={"before": 1}).json()
    assert [each["photo"] for each in told["removed"]] == ["b.png"] and told["added"] == []
    kinds = {each["photo"]: [tile["kind"] for tile in each["tiles"]] for each in told["changed"]}
    assert kinds == {"c.png": ["renamed"], "麻將 1.png": ["removed", "removed", "added"]} or kinds == {
        "c.png": ["renamed"],
        "麻將 1.png": ["moved", "removed"],
    }
    assert imported.exported(tmp_path, version=1) == {"b.png": [], "c.png": ["7z"], "麻將 1.png": ["5m", "1f", "back"]}
    assert imported.exported(tmp_path, version=2) == {"c.png": ["6z"], "麻將 1.png": ["5m", "1f"]}
    assert imported.someone.get(f"{imported.path}/diff", params={"before": 1, "after": 1}).json()["changed"] == []
    assert code_of(imported.export(version=3)) == "set_version_unknown"


def test_a_form_that_cannot_hold_the_set_is_refused_unless_lossy(club, labelled, win):
    labelled.consent()
    labelled.post(f"{labelled.path}/hands", {"hands": [{"reading_id": played(club, win)}]}).raise_for_status()
    answer = labelled.export("yolo")
    assert (code_of(answer), answer.json()["error"]["detail"]["code"]) == ("set_refused", "cannot_carry")
    assert labelled.export("yolo", lossy=True).status_code == 200


def test_an_empty_set_is_not_exported(labelled):
    labelled.consent()
    assert code_of(labelled.export()) == "set_empty"


@pytest.mark.parametrize("way", ["photo of the set", "photo of the hand", "player", "set", "club"])
def test_what_was_deleted_is_in_no_later_export_and_no_file_of_it_is_left(club, win, tmp_path, stored, way):
    labelled = Labelled(club)
    labelled.consent()
    session = opened_table(club)
    kept, gone = played(club, win, 1), played(club, win, 2, session=session)
    hands = [{"reading_id": kept}, {"reading_id": gone}]
    labelled.post(f"{labelled.path}/hands", {"hands": hands}).raise_for_status()
    labelled.post(f"{labelled.path}/versions", {}).raise_for_status()
    photo = max(labelled.photos(), key=lambda each: each["number"])
    before = len(stored())
    owner = club.owner
    if way == "photo of the set":
        owner.delete(f"{labelled.path}/photos/{photo['id']}").raise_for_status()
        assert owner.get(f"/api/readings/{gone}/photo").status_code == 200  # the books keep it
    elif way == "photo of the hand":
        owner.delete(f"/api/readings/{gone}/photo").raise_for_status()
        assert code_of(owner.get(f"/api/readings/{gone}/photo")) == "reading_unknown"
        assert [each["reading_id"] for each in owner.get(f"{labelled.path}/hands").json()["hands"]] == [kept]
    elif way == "player":
        player = owner.get(f"/api/sessions/{session}").json()["players"][1]["id"]
        owner.delete(f"{club.path}/players/{player}").raise_for_status()
        assert [each["reading_id"] for each in owner.get(f"{labelled.path}/hands").json()["hands"]] == [kept]
    elif way == "set":
        owner.delete(labelled.path).raise_for_status()
        assert code_of(owner.get(labelled.path)) == "set_unknown"
    else:
        owner.delete(club.path, params={"name": "星期五麻將社"}).raise_for_status()
        assert stored() == []
    if way in ("set", "club"):
        assert len(stored()) <= before - 2
        return
    assert len(stored()) == before - (2 if way == "photo of the hand" else 1)
    for version in ({}, {"version": 1}):
        assert len(labelled.exported(tmp_path, **version)) == 1


def test_merging_adds_what_is_new_and_asks_whose_labels_count_where_both_differ(imported, tmp_path):
    other = Labelled(imported.club, name="另一套")
    other.bring(archived(tmp_path / "again"), "coco").raise_for_status()
    photo = other.photos()[1]
    other.edit(photo, {"kind": "labels", "labels": [{**photo["labels"][0], "tile": "6z"}]}).raise_for_status()
    alone = imported.photos()[0]
    imported.someone.delete(f"{imported.path}/photos/{alone['id']}").raise_for_status()
    answer = imported.post(f"{imported.path}/merge", {"set_id": other.id})
    assert (code_of(answer), answer.json()["error"]["detail"]["photos"]) == ("sets_differ", ["c.png"])
    for prefer, tile in (("ours", "7z"), ("theirs", "6z")):
        merged = imported.post(f"{imported.path}/merge", {"set_id": other.id, "prefer": prefer}).json()
        assert (merged["added"], merged["conflicts"]) == (1 if prefer == "ours" else 0, 1)
        assert imported.exported(tmp_path)["c.png"] == [tile]
    assert len(imported.photos()) == 3
    # Each set has files of its own.
    other.club.owner.delete(other.path).raise_for_status()
    assert len(imported.exported(tmp_path)) == 3


@SQLITE
def test_merging_brings_no_photo_back_that_was_taken_out(imported, stored, tmp_path):
    other = Labelled(imported.club, name="另一套")
    other.bring(archived(tmp_path / "again"), "coco").raise_for_status()
    imported.edit(imported.photos()[0], {"kind": "remove"}).raise_for_status()
    before = sorted(stored())
    merged = imported.post(f"{imported.path}/merge", {"set_id": other.id}).json()
    assert (merged["added"], merged["known"], merged["conflicts"]) == (0, 3, 0)
    assert len(imported.exported(tmp_path)) == 2 and sorted(stored()) == before


@SQLITE
@pytest.mark.parametrize("way", ["hands", "merge"])
def test_what_fails_half_way_leaves_no_file(club, labelled, win, settings, stored, tmp_path, way):
    labelled.consent()
    readings = [played(club, win, seed) for seed in (1, 2)]
    other = Labelled(club, name="另一套")
    other.bring(archived(tmp_path / "made"), "coco").raise_for_status()
    imported = f"{other.path}/photos/{other.photos()[2]['id']}/photo"
    lost = f"/api/readings/{readings[1]}/photo" if way == "hands" else imported
    data = club.owner.get(lost).raise_for_status().content
    file = next(file for file in stored() if file.read_bytes() == data)
    file.unlink()
    before = sorted(stored())
    if way == "hands":
        answer = labelled.post(f"{labelled.path}/hands", {"hands": [{"reading_id": each} for each in readings]})
        assert code_of(answer) == "reading_unknown"
    else:
        assert code_of(labelled.post(f"{labelled.path}/merge", {"set_id": other.id})) == "set_photo_unknown"
    assert sorted(stored()) == before and labelled.photos() == []


@SQLITE
def test_a_key_of_a_deleted_set_is_forgotten_with_it(imported, app):
    imported.edit(imported.photos()[0], {"kind": "accept", "findings": []}).raise_for_status()
    imported.someone.delete(imported.path).raise_for_status()
    with app.state.access.database.read() as session:
        calls = set(session.scalars(select(AnsweredRow.call)))
    assert f"set-edits:{imported.id}" not in calls


@SQLITE
def test_what_no_database_keeps_is_refused_with_its_line(labelled, tmp_path, stored):
    files = zipfile.ZipFile(io.BytesIO(archived(tmp_path / "made", "coco")))
    parts = {name: files.read(name) for name in files.namelist()}
    lines = parts["manifest.csv"].splitlines(keepends=True)
    lines[2] = lines[2].rstrip() + b"\0\n"
    parts["manifest.csv"] = b"".join(lines)
    detail = labelled.bring(zipped(parts), "coco").json()["error"]["detail"]
    assert (detail["code"], detail["file"], detail["line"]) == ("not_csv", "manifest.csv", 3)
    assert stored() == []


def test_a_set_of_another_club_can_be_neither_seen_nor_merged(imported, make_club):
    stranger = Labelled(make_club("別的社"))
    assert code_of(stranger.someone.get(imported.path)) == "set_unknown"
    assert code_of(stranger.post(f"{stranger.path}/merge", {"set_id": imported.id})) == "set_unknown"


@SQLITE
def test_a_backup_brings_sets_back_with_their_photos(imported, settings, reader, tmp_path):
    gone = imported.photos()[0]
    imported.someone.delete(f"{imported.path}/photos/{gone['id']}").raise_for_status()
    assert back_up(settings, tmp_path / "backup.zip", now=utc_now).missing == ()
    elsewhere = Settings(data=tmp_path / "elsewhere", token=TOKEN)
    assert restore(elsewhere, tmp_path / "backup.zip").photos == 2
    with TestClient(create_app(elsewhere, reader=reader), headers={"authorization": f"Bearer {TOKEN}"}) as client:
        answer = client.get(f"{imported.path}/export", params={"form": "coco"}).raise_for_status()
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert sorted(name for name in names if name.endswith(".png")) == ["images/train/麻將 1.png", "images/val/c.png"]


@SQLITE
@pytest.mark.parametrize("reader", [Reader], indirect=True)
def test_an_audit_goes_on_where_it_stopped_and_people_settle_what_it_finds(club, win, app, sample):
    truth = json.loads(sample.with_suffix(".json").read_text(encoding="utf-8"))
    reading = club.owner.post("/api/readings", files={"photo": sample.read_bytes()}, data={"club": club.id}).json()[
        "id"
    ]
    tiles = [{key: tile[key] for key in ("tile", "corners", "role")} for tile in truth["tiles"]]
    named = next(at for at, tile in enumerate(tiles) if tile["tile"][-1] in "mps")
    right = tiles[named]["tile"]
    wrong = f"{int(right[0]) % 9 + 1}{right[1]}"
    win["won_by"] = "self_draw"
    body = {"hand": truth["hand"], "win": {**win, "from": None}, "reading_id": reading, "tiles": tiles, "club": club.id}
    club.owner.post("/api/hands", json=body, headers={"idempotency-key": "sample"}).raise_for_status()
    labelled = Labelled(club)
    labelled.consent()
    labelled.post(f"{labelled.path}/hands", {"hands": [{"reading_id": reading, "crop": False}]}).raise_for_status()
    (photo,) = labelled.photos()
    labels = [{**label, "tile": wrong} if at == named else label for at, label in enumerate(photo["labels"])]
    labelled.edit(photo, {"kind": "labels", "labels": labels}).raise_for_status()
    done = labelled.post(f"{labelled.path}/audit", {}).raise_for_status().json()
    assert (done["photos"], done["read"], done["done"]) == (1, 1, True) and done["doubts"] >= 1
    (queued,) = labelled.someone.get(f"{labelled.path}/doubts").json()["photos"]
    photo = labelled.photo(queued["photo_id"])
    doubt = photo["findings"][0]
    assert (doubt["kind"], doubt["label"], doubt["suggestion"], doubt["at"]) == ("name", wrong, right, named)
    accepted = labelled.edit(photo, {"kind": "accept", "findings": [doubt["number"]]}).json()["photo"]
    assert accepted["findings"][0]["settled"] == accepted["number"]
    # What a person has looked at is not doubted again; what was taken back is.
    labelled.post(f"{labelled.path}/audit", {}).raise_for_status()
    again = labelled.photo(photo["id"])
    assert [each["settled"] for each in again["findings"] if each["kind"] == "name"] == [accepted["number"]]
    undone = labelled.edit(again, {"kind": "undo", "edit": accepted["number"]}).json()["photo"]
    assert undone["findings"][0]["settled"] is None
