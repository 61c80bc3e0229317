from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

import models
from scorer import Hand, load_rules, parse_hand
from tests.vision.pictures import with_orientation
from vision import Photo, Reader, TableReading, load_photo
from vision.classify import CLASSES, Naming
from vision.locate import Face

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
DATA = Path(__file__).parent / "data"
NAMES = ("concealed-hand", "melds-and-kong", "all-melded")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def tiles_of(reading: TableReading) -> Counter[str]:
    return Counter(tile.tile for tile in reading.tiles if tile.role != "other")


def contents(hand: Hand) -> tuple[Counter[str], frozenset[Counter[str]] | list[Counter[str]], Counter[str]]:
    """A hand, whatever the order of its melds."""
    melds = sorted((Counter(meld.tiles) for meld in hand.melds), key=str)
    concealed = Counter(hand.concealed) + Counter([hand.winning] if hand.winning else [])
    return concealed, melds, Counter(hand.flowers)


@pytest.mark.parametrize("name", NAMES)
def test_each_sample_photo_is_read_whole(reader: Reader, name: str) -> None:
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    reading = reader.read(SAMPLES / f"{name}.jpg")
    assert (reading.photo, reading.width, reading.height) == (f"{name}.jpg", 2016, 1512)
    assert len(reading.hands) == 1
    assert contents(parse_hand(reading.hands[0].hand)) == contents(parse_hand(truth["hand"]))
    assert reading.hands[0].legal


@pytest.mark.parametrize("name", NAMES)
def test_corners_lie_on_the_faces_from_their_printed_top_left(reader: Reader, name: str) -> None:
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    for tile in reader.read(SAMPLES / f"{name}.jpg").tiles:
        if tile.role == "other" or tile.tile == "back":
            continue
        nearest = min(
            truth["tiles"], key=lambda t: float(np.abs(np.mean(t["corners"], axis=0) - tile.corners.mean(axis=0)).sum())
        )
        side = float(np.linalg.norm(np.subtract(nearest["corners"][0], nearest["corners"][3])))
        assert nearest["tile"] == tile.tile
        errors = [float(np.abs(np.roll(nearest["corners"], -k, axis=0) - tile.corners).max()) for k in range(4)]
        # A dot, a stick or a blank face looks the same upside down.
        assert min(errors[0], errors[2] if tile.tile[1] in "ps" or tile.tile == "5z" else np.inf) < 0.3 * side


def test_path_bytes_file_picture_and_array_give_one_reading(reader: Reader) -> None:
    path = DATA / "melds-and-kong.jpg"
    with path.open("rb") as file, Image.open(path) as picture:
        ways = [path, str(path), path.read_bytes(), file, picture, load_photo(path).image]
        readings = [reader.read(way, name="a").to_document() for way in ways]
    assert all(reading == readings[0] for reading in readings)


def test_a_heic_holds_the_same_tiles_as_its_jpeg(reader: Reader) -> None:
    heic, jpeg = (reader.read(DATA / f"melds-and-kong.{form}") for form in ("heic", "jpg"))
    assert tiles_of(heic) == tiles_of(jpeg)


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_the_phone_may_be_held_any_way(reader: Reader, orientation: int) -> None:
    pixels = load_photo(SAMPLES / "melds-and-kong.jpg").image
    assert tiles_of(reader.read(with_orientation(pixels, orientation))) == tiles_of(reader.read(pixels))


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_photo_taken_from_another_side_holds_the_same_hand(reader: Reader, quarter: int) -> None:
    pixels = load_photo(SAMPLES / "concealed-hand.jpg").image
    turned = reader.read(np.ascontiguousarray(np.rot90(pixels, quarter)))
    assert tiles_of(turned) == tiles_of(reader.read(pixels))


def test_a_photo_without_tiles_has_none(reader: Reader) -> None:
    rng = np.random.default_rng(3)
    cloth = np.clip(rng.normal((40, 110, 70), 6, (480, 640, 3)), 0, 255).astype(np.uint8)
    desk = Image.fromarray(cloth)
    pen = ImageDraw.Draw(desk)
    pen.line((80, 90, 560, 380), fill=(30, 30, 120), width=9)
    pen.ellipse((380, 60, 520, 200), fill=(150, 90, 40))
    for picture in (cloth, np.full((480, 640, 3), 60, np.uint8), np.asarray(desk)):
        reading = reader.read(picture)
        assert reading.tiles == ()
        assert reading.hands == ()
        assert [w.code for w in reading.warnings][:1] == ["no_tiles"]


def test_a_dark_photo_without_tiles_says_that_it_is_dark(reader: Reader) -> None:
    codes = {w.code for w in reader.read(np.full((300, 400, 3), 8, np.uint8)).warnings}
    assert codes == {"no_tiles", "too_dark"}


def test_whether_the_hand_is_legal_is_judged_by_the_rule_set_given(reader: Reader) -> None:
    path = SAMPLES / "melds-and-kong.jpg"
    assert reader.read(path, rules=load_rules("taiwan")).hands[0].legal


def test_stages_are_timed_for_who_asks(reader: Reader) -> None:
    times: dict[str, float] = {}
    reader.read(DATA / "melds-and-kong.jpg", times=times)
    assert list(times) == ["decode", "locate", "rectify", "classify", "assemble"]
    assert all(seconds > 0 for seconds in times.values())


def test_a_face_stays_however_unsure_which_it_is(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    photo = load_photo(SAMPLES / "concealed-hand.jpg")
    before = reader.read(photo)
    verified = Reader.verified
    (flower,) = [at for at, tile in enumerate(before.tiles) if tile.tile == "6f"]

    def unsure(self: Reader, photo: Photo, faces: Sequence[Face], first: Sequence[Naming]) -> list[Naming]:
        namings = verified(self, photo, faces, first)
        for naming in namings:
            if CLASSES[int(naming.chances.argmax())] == "6f":
                naming.chances[:] = 0.0
                naming.chances[[CLASSES.index(tile) for tile in ("5f", "6f", "1s", "7z")]] = 0.24, 0.25, 0.23, 0.22
        return namings

    monkeypatch.setattr(Reader, "verified", unsure)
    after = reader.read(photo)
    assert len(after.tiles) == len(before.tiles)
    assert (after.tiles[flower].tile, after.tiles[flower].role) == ("6f", "flower")
    assert after.tiles[flower].confidence < 0.5


def test_a_reading_is_the_same_each_time(reader: Reader) -> None:
    path = DATA / "melds-and-kong.jpg"
    assert reader.read(path).to_document() == reader.read(path).to_document()


def test_the_document_is_plain_json_as_designed(reader: Reader) -> None:
    document = json.loads(json.dumps(reader.read(SAMPLES / "melds-and-kong.jpg").to_document()))
    assert list(document) == ["photo", "width", "height", "tiles", "hands", "warnings"]
    tile = document["tiles"][0]
    assert list(tile) == ["tile", "confidence", "corners", "role", "hand", "alternatives"]
    assert all(0 <= t["confidence"] <= 1 and len(t["corners"]) == 4 for t in document["tiles"])
    assert all((t["hand"] is None) == (t["role"] == "other") for t in document["tiles"])
    assert list(document["hands"][0]) == ["hand", "legal", "suggestion"]


def test_a_changed_model_file_is_refused(tmp_path: Path) -> None:
    for file in models.FOLDER.glob("*.json"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
        model = file.with_suffix(".onnx").read_bytes()
        (tmp_path / file.with_suffix(".onnx").name).write_bytes(model[:-1] + bytes([model[-1] ^ 1]))
    with pytest.raises(models.ModelError, match="SHA-256"):
        Reader(folder=tmp_path)


def test_a_missing_model_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(models.ModelError, match="locator"):
        Reader(folder=tmp_path)


def test_the_models_are_small_and_their_cards_say_what_they_learnt_from() -> None:
    for name in models.NAMES:
        card = models.card(name)
        assert card["bytes"] == (models.FOLDER / card["file"]).stat().st_size
        assert {source["licence"] for source in card["learnt_from"]} <= {"CC BY 4.0", "MIT", "Apache-2.0"}
    assert sum(path.stat().st_size for path in models.FOLDER.glob("*.onnx")) < 8_000_000


def test_a_truncated_file_object_is_damaged_not_a_crash(reader: Reader) -> None:
    from vision import PhotoError

    data = (SAMPLES / "melds-and-kong.jpg").read_bytes()
    with pytest.raises(PhotoError) as caught:
        reader.read(io.BytesIO(data[: len(data) // 2]))
    assert caught.value.code == "photo_damaged"
