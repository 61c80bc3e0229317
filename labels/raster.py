"""Turn the project's own SVG faces into pictures: just the shapes and path commands that `labels.faces` writes."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree

import cv2
import numpy as np
import numpy.typing as npt

from labels.camera import Array
from labels.facebank import BODY, Design, FaceBank, Image, make_face
from labels.faces import HEIGHT, NAMES, WIDTH, Style, face_svg

STEPS = 12
"""Straight pieces a curve is cut into."""
SUPER = 3
"""Pixels are drawn so many times finer and averaged."""
TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?")


def rasterise(svg: str, height: int = 400) -> Image:
    """Draw an SVG face on the tile's own light grey, RGB."""
    scale = height * SUPER / HEIGHT
    canvas = np.full((height * SUPER, round(WIDTH * scale), 3), BODY, np.uint8)
    root = ElementTree.fromstring(svg)
    _draw(canvas, root, np.diag([scale, scale, 1.0]))
    return np.asarray(
        cv2.resize(canvas, (round(WIDTH * height / HEIGHT), height), interpolation=cv2.INTER_AREA), np.uint8
    )


def drawn_design(style: Style, name: str = "drawn", *, height: int = 400) -> Design:
    """Give the project's own 42 faces as a design."""
    return Design(name, {tile: (make_face(rasterise(face_svg(tile, style), height), trim=0.0),) for tile in NAMES})


def drawn_bank(style: Style) -> FaceBank:
    """Give a bank of that one design."""
    return FaceBank([drawn_design(style)])


def _draw(canvas: Image, element: ElementTree.Element, matrix: Array) -> None:
    matrix = matrix @ _transform(element.get("transform", ""))
    lines = _outlines(element)
    pixels = [line @ matrix[:2, :2].T + matrix[:2, 2] for line in lines]
    opacity = float(element.get("opacity", "1"))
    target = canvas if opacity == 1 else canvas.copy()
    fill, stroke = element.get("fill", "none"), element.get("stroke", "none")
    if fill != "none":
        for line in pixels:
            cv2.fillPoly(target, [_fixed(line)], _colour(fill), cv2.LINE_8, 4)
    if stroke != "none":
        width = float(element.get("stroke-width", "1")) * math.sqrt(abs(float(np.linalg.det(matrix[:2, :2]))))
        for line in pixels:
            cv2.polylines(target, [_fixed(line)], False, _colour(stroke), max(1, round(width)), cv2.LINE_8, 4)
    if target is not canvas:
        cv2.addWeighted(target, opacity, canvas, 1 - opacity, 0, dst=canvas)
    for child in element:
        _draw(canvas, child, matrix)


def _fixed(points: Array) -> npt.NDArray[np.int32]:
    return np.asarray(np.round((points - 0.5) * 16), np.int32)


def _colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _transform(text: str) -> Array:
    matrix = np.eye(3)
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(n) for n in TOKEN.findall(inside)]
        step = np.eye(3)
        if name == "translate":
            step[:2, 2] = (*numbers, 0.0)[:2]
        elif name == "rotate":
            angle = math.radians(numbers[0])
            step[:2, :2] = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        elif name == "scale":
            step[0, 0], step[1, 1] = numbers[0], numbers[-1]
        else:
            raise ValueError(f"no transform {name} in our faces")
        matrix = matrix @ step
    return matrix


def _outlines(element: ElementTree.Element) -> list[Array]:
    tag = element.tag.rpartition("}")[2]
    if tag == "path":
        return _path(element.get("d", ""))
    if tag == "circle":
        x, y, radius = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
        return [_arc(x, y, radius, 0, 2 * math.pi, 48)]
    if tag == "rect":
        x, y, wide, high, round_ = (float(element.get(name, "0")) for name in ("x", "y", "width", "height", "rx"))
        round_ = min(round_, wide / 2, high / 2)
        middles = [
            (x + wide - round_, y + high - round_),
            (x + round_, y + high - round_),
            (x + round_, y + round_),
            (x + wide - round_, y + round_),
        ]
        parts = [
            _arc(mx, my, round_, k * math.pi / 2, (k + 1) * math.pi / 2, STEPS) for k, (mx, my) in enumerate(middles)
        ]
        closed = np.concatenate(parts)
        return [np.concatenate([closed, closed[:1]])]
    return []


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int) -> Array:
    angles = np.linspace(start, end, steps + 1)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def _path(text: str) -> list[Array]:
    """Give the subpaths of path data as polylines; a closed one ends where it began."""
    tokens = TOKEN.findall(text)
    lines: list[list[Array]] = []
    at, control, command, index = np.zeros(2), np.zeros(2), "", 0

    def take(count: int) -> Array:
        nonlocal index
        index += count
        return np.array([float(token) for token in tokens[index - count : index]])

    while index < len(tokens):
        if tokens[index].isalpha():
            command = tokens[index]
            index += 1
        kind, origin = command.upper(), at if command.islower() else np.zeros(2)
        if kind == "Z":
            lines[-1].append(lines[-1][0])
            at = control = lines[-1][0]
            continue
        if kind == "M":
            at = control = origin + take(2)
            lines.append([at])
            command = "l" if command == "m" else "L"
            continue
        if kind in "LHV":
            new = origin + take(2) if kind == "L" else at.copy()
            if kind in "HV":
                axis = "HV".index(kind)
                new[axis] = origin[axis] + take(1)[0]
            points = [new]
            control = new
        elif kind in "CQT":
            count = {"C": 3, "Q": 2, "T": 1}[kind]
            places = list(origin + take(2 * count).reshape(-1, 2))
            if kind == "T":
                places.insert(0, 2 * at - control)
            control = places[-2]
            points = _bezier([at, *places])
        else:
            raise ValueError(f"no path command {command} in our faces")
        lines[-1].extend(points)
        at = points[-1]
    return [np.array(line) for line in lines]


def _bezier(places: list[Array]) -> list[Array]:
    degree = len(places) - 1
    points = []
    for t in np.linspace(0, 1, STEPS + 1)[1:]:
        weights = [math.comb(degree, k) * t**k * (1 - t) ** (degree - k) for k in range(degree + 1)]
        points.append(np.asarray(sum(w * p for w, p in zip(weights, places, strict=True))))
    return points
