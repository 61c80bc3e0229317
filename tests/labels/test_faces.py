"""The tile faces: one drawing a name, reproducible, and the very files that the page serves."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from labels.brush import Box, stroke
from labels.faces import BACK, HEIGHT, NAMES, WIDTH, Style, face_svg, write_faces

SERVED = Path(__file__).parents[2] / "api" / "web" / "public" / "tiles"
ALL = (*NAMES, BACK)


def test_the_script_reproduces_the_files_that_the_page_serves(tmp_path: Path) -> None:
    write_faces(tmp_path)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    served = {file.name: file.read_bytes() for file in SERVED.iterdir()}
    assert drawn.keys() == served.keys() == {f"{name}.svg" for name in (*ALL, "icon")}
    assert [name for name in drawn if drawn[name] != served[name]] == []


def test_every_face_is_a_drawing_of_its_own() -> None:
    assert len({face_svg(name) for name in ALL}) == 43


@pytest.mark.parametrize("name", ALL)
def test_a_face_needs_no_font_and_nothing_from_outside(name: str) -> None:
    root = ET.fromstring(face_svg(name))
    kinds = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert kinds <= {"svg", "g", "path", "rect", "circle"}
    assert not re.search(r"href|url\(|<style|@import", face_svg(name))


@pytest.mark.parametrize("name", ALL)
def test_a_face_stays_on_its_tile(name: str) -> None:
    for shape in ET.fromstring(face_svg(name)).iter("{http://www.w3.org/2000/svg}path"):
        data = shape.get("d", "")
        if re.search(r"[a-z]", data) or "<g transform" in face_svg(name):
            continue  # relative or turned: its numbers are no places
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", re.sub(r"[HV][^A-Z]*", "", data))]
        assert all(0 < x < WIDTH for x in numbers[0::2]) and all(0 < y < HEIGHT for y in numbers[1::2])


def test_a_style_changes_colours_and_leaves_out_body_and_frame() -> None:
    bare = Style(red="#ff0000", body=False, white_frame=False)
    assert "#ff0000" in face_svg("7z", bare) and "#ff0000" not in face_svg("7z")
    assert len(ET.fromstring(face_svg("5z", bare))) == 0


def test_a_stroke_with_a_part_too_many_is_refused() -> None:
    with pytest.raises(ValueError, match="1 kinds for 2 parts"):
        stroke("h 0,0 10,0 / 20,0", Box(0, 0, 100, 100), 5)
