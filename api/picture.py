"""Pictures to send round: how an evening stands, and the sheet of a hand."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from api.ledger.line import Line
from api.ledger.purse import Move
from api.ledger.replay import Session
from api.ledger.settling import Won
from api.lettering import Colour, Lettering
from api.schemas import Language
from labels.faces import face_svg
from labels.raster import rasterise
from scorer import Hand
from scorer.documents import in_language

WIDTH = 1080
EDGE = 60
TILE = 88
PAPER: Colour = (250, 248, 243)
INK: Colour = (32, 34, 38)
PALE: Colour = (128, 130, 134)
LINE: Colour = (222, 218, 208)
LINES: tuple[Colour, ...] = ((0, 114, 178), (213, 94, 0), (0, 138, 98), (160, 82, 150))
"""The four players' colours, which differ in brightness too."""

WORDS = {
    "zh-Hant": {
        "hands": "{n} 盤",
        "pot": "底池",
        "tai": "台",
        "fan": "番",
        "self_draw": "自摸",
        "discard": "胡",
        "flowers": "花胡",
        "drawn": "流局",
        "from": "放槍",
    },
    "zh-Hans": {
        "hands": "{n} 盘",
        "pot": "底池",
        "tai": "台",
        "fan": "番",
        "self_draw": "自摸",
        "discard": "胡",
        "flowers": "花胡",
        "drawn": "流局",
        "from": "放枪",
    },
    "en": {
        "hands": "{n} hands",
        "pot": "Pot",
        "tai": "tai",
        "fan": "fan",
        "self_draw": "self-draw",
        "discard": "won",
        "flowers": "won by flowers",
        "drawn": "Drawn",
        "from": "from",
    },
}

_LARGE, _HEAD, _TEXT, _SMALL = 84, 46, 36, 26


class _Sheet:
    """A page that grows downwards."""

    def __init__(self, height: int, lang: Language) -> None:
        self.image = Image.new("RGB", (WIDTH, height), PAPER)
        self.page = ImageDraw.Draw(self.image)
        self.words = WORDS[lang]
        self.y = float(EDGE)

    def line(
        self, left: str, right: str = "", *, size: int = _TEXT, colour: Colour = INK, right_colour: Colour | None = None
    ) -> None:
        """Write a line with something at its right end."""
        letters = Lettering(size)
        middle = self.y + size * 0.7
        room = WIDTH - 2 * EDGE - (letters.width(right) + 30 if right else 0)
        letters.write(self.page, (EDGE, middle), letters.fitted(left, room), colour)
        if right:
            letters.write(self.page, (WIDTH - EDGE, middle), right, right_colour or colour, anchor="r")
        self.y += size * 1.4

    def rule(self) -> None:
        """Draw a thin line."""
        self.y += 14
        self.page.line([(EDGE, self.y), (WIDTH - EDGE, self.y)], fill=LINE, width=2)
        self.y += 14

    def png(self) -> bytes:
        """Give the page down to what was written last."""
        out = io.BytesIO()
        self.image.crop((0, 0, WIDTH, min(self.image.height, round(self.y) + EDGE))).save(out, "PNG")
        return out.getvalue()


def standings_picture(session: Session, names: Sequence[str], *, title: str, day: str, lang: Language) -> bytes:
    """Draw who stands where, and how it came to that, as PNG.

    Args:
        names: the players', by the order of the opening.
        title: the session's; its day where it has none.

    Raises:
        ApiError: `font_missing` where no font has the language's characters.
    """
    require_font(lang)
    sheet = _Sheet(1400, lang)
    sheet.line(title or day, size=_HEAD)
    about = " · ".join(
        filter(None, (sheet.words["hands"].format(n=session.hands), _rules_name(session, lang), day if title else ""))
    )
    sheet.line(about, size=_SMALL, colour=PALE)
    sheet.rule()
    balances = session.purse.balances
    for player in sorted(range(4), key=lambda player: -balances[player]):
        sheet.y += 8
        sheet.line(names[player], _signed(balances[player]), size=_HEAD, right_colour=LINES[player])
    if session.purse.pot:
        sheet.line(sheet.words["pot"], _signed(session.purse.pot), colour=PALE)
    sheet.rule()
    _chart(sheet, session, names)
    return sheet.png()


def hand_picture(session: Session, line: Line, names: Sequence[str], *, title: str, day: str, lang: Language) -> bytes:
    """Draw the sheets of a hand and who paid whom, as PNG; of another event, who paid whom.

    Raises:
        ApiError: `font_missing` where no font has the language's characters.
    """
    require_font(lang)
    rows = sum(len(won.sheet.rows) for won in line.wins)
    sheet = _Sheet(800 + 520 * len(line.wins) + 60 * (rows + len(line.paid)), lang)
    sheet.line(" · ".join(filter(None, (title, day))), size=_SMALL, colour=PALE)
    if not line.wins:
        sheet.line(sheet.words["drawn"] if line.is_hand else "", size=_HEAD)
    for won in line.wins:
        if won.counts:
            _won(sheet, line, won, names, lang=lang)
            sheet.rule()
    for move in line.paid:
        sheet.line(_paid(move, names, sheet.words["pot"]), f"{move.amount:,}")
    if line.paid:
        sheet.rule()
    sheet.line(_rules_name(session, lang), size=_SMALL, colour=PALE)
    return sheet.png()


def require_font(lang: Language) -> None:
    """Make sure that this machine can write a language.

    Raises:
        ApiError: `font_missing`.
    """
    Lettering(_TEXT).require("".join(WORDS[lang].values()))


def _won(sheet: _Sheet, line: Line, won: Won, names: Sequence[str], *, lang: Language) -> None:
    rules = won.sheet.rules
    unit = sheet.words["fan" if rules.doubling else "tai"]
    how = sheet.words[won.sheet.win.won_by]
    if line.fed is not None:
        how += f" · {sheet.words['from']} {names[line.fed]}"
    sheet.line(names[won.player], f"{won.sheet.total} {unit}", size=_LARGE)
    sheet.line(how, colour=PALE)
    if won.claim.hand is not None:
        sheet.y += 16
        _tiles(sheet, won.sheet.hand)
    for row in won.sheet.rows:
        sheet.line(in_language(row.names, lang), f"{row.tai:+d}")


def _tiles(sheet: _Sheet, hand: Hand) -> None:
    melds = [meld.tiles if meld.is_open else ("back", *meld.tiles[1:-1], "back") for meld in hand.melds]
    last = (hand.winning,) if hand.winning else ()
    x = float(EDGE)
    for group in filter(None, (hand.concealed, *melds, last, hand.flowers)):
        room = len(group) * (TILE * 0.75)
        if x > EDGE and x + room > WIDTH - EDGE:
            x, sheet.y = float(EDGE), sheet.y + TILE + 10
        for tile in group:
            face = _face(tile)
            if x + face.width > WIDTH - EDGE:
                x, sheet.y = float(EDGE), sheet.y + TILE + 10
            sheet.image.paste(face, (round(x), round(sheet.y)))
            x += face.width + 2
        x += 18
    sheet.y += TILE + 20


@lru_cache(maxsize=64)
def _face(tile: str) -> Image.Image:
    face = Image.fromarray(rasterise(face_svg(tile), TILE))
    ImageDraw.Draw(face).rounded_rectangle([0, 0, face.width - 1, face.height - 1], 6, outline=(170, 166, 156), width=2)
    return face


def _chart(sheet: _Sheet, session: Session, names: Sequence[str]) -> None:
    """Draw a line for each player, from zero over what each event left."""
    points = [(0, 0, 0, 0), *(line.balances for line in session.lines if any(line.gains) or line.is_hand)]
    top, bottom = max(map(max, points)), min(map(min, points))
    height, left, right = 420, EDGE, WIDTH - EDGE - 190
    span = max(1, top - bottom)
    start = sheet.y + 20

    def at(step: int, amount: int) -> tuple[float, float]:
        along = step / max(1, len(points) - 1)
        return left + along * (right - left), start + (top - amount) / span * height

    zero = at(0, 0)[1]
    sheet.page.line([(left, zero), (right, zero)], fill=LINE, width=2)
    ends: list[tuple[float, int]] = []
    for player in range(4):
        line = [at(step, amounts[player]) for step, amounts in enumerate(points)]
        if len(line) > 1:
            sheet.page.line(line, fill=LINES[player], width=6, joint="curve")
        x, y = line[-1]
        sheet.page.ellipse([x - 8, y - 8, x + 8, y + 8], fill=LINES[player])
        ends.append((y, player))
    letters = Lettering(_SMALL)
    for (y, player), shown in zip(sorted(ends), _apart([y for y, _ in sorted(ends)], 34), strict=True):
        name = letters.fitted(names[player], WIDTH - EDGE - right - 24)
        letters.write(sheet.page, (right + 24, shown), name, LINES[player])
        assert y <= start + height + 1
    sheet.y = start + height + 60


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Move heights apart, from the top down, so that what is written there does not overlap.

    >>> _apart([10, 12, 100], 30)
    [10, 40, 100]
    """
    moved = list(heights)
    for above, below in pairwise(range(len(moved))):
        moved[below] = max(moved[below], moved[above] + least)
    return moved


def _paid(move: Move, names: Sequence[str], pot: str) -> str:
    payer = pot if move.payer is None else names[move.payer]
    payee = pot if move.payee is None else names[move.payee]
    return f"{payer} → {payee}"


def _rules_name(session: Session, lang: Language) -> str:
    return f"{in_language(session.rules.names, lang)} {session.rules.version}"


def _signed(amount: int) -> str:
    return f"{amount:+,}".replace("-", "\u2212") if amount else "0"
