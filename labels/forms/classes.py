"""The fixed class order of every form, and what other public sets call the same tiles."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from labels.forms.errors import FormError
from scorer.tiles import BACK, TILES

STRIP: Final = "-index"
CLASS_NAMES: Final[tuple[str, ...]] = (*TILES, BACK, *(f"{n}f{STRIP}" for n in range(1, 9)))
"""All classes, in the order that never changes: 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-8f, back, and the flowers' strips."""
CLASS_INDEX: Final[Mapping[str, int]] = MappingProxyType({name: at for at, name in enumerate(CLASS_NAMES)})

OWN: Final = "tailens"


def _suit(pattern: str, suit: str, count: int = 9) -> dict[str, str]:
    """Map the names of a suit, `#` for the rank."""
    return {pattern.replace("#", str(rank)): f"{rank}{suit}" for rank in range(1, count + 1)}


def _named(names: str, tiles: str) -> dict[str, str]:
    return dict(zip(names.split(), tiles.split(), strict=True))


NAME_SETS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        OWN: {name: name for name in CLASS_NAMES},
        "riichimahjongdetection": {
            **_suit("sc#", "m"),
            **_suit("sd#", "p"),
            **_suit("sb#", "s"),
            **_named("hwe hws hww hwn hdw hdg hdr", "1z 2z 3z 4z 5z 6z 7z"),
            **_suit("bs#", "f", 4),
            **{f"bf{n}": f"{n + 4}f" for n in range(1, 5)},
        },
        "rethink-bonus-label": {
            **_suit("c#", "m"),
            **_suit("d#", "p"),
            **_suit("b#", "s"),
            **_named("we ws ww wn dw dg dr", "1z 2z 3z 4z 5z 6z 7z"),
            # Its plain names are of strips; `-s` is the whole face.
            **_suit("s#-s", "f", 4),
            **{f"f{n}-s": f"{n + 4}f" for n in range(1, 5)},
            **{f"s{n}": f"{n}f{STRIP}" for n in range(1, 5)},
            **{f"f{n}": f"{n + 4}f{STRIP}" for n in range(1, 5)},
        },
        "mahjong-detector": {
            **_suit("#m", "m"),
            **_suit("#p", "p"),
            **_suit("#s", "s"),
            **_named("tou nan sha pe haku hatsu chun", "1z 2z 3z 4z 5z 6z 7z"),
        },
        "Camerash": {
            **_suit("characters-#", "m"),
            **_suit("dots-#", "p"),
            **_suit("bamboo-#", "s"),
            **{f"honors-{name}": tile for name, tile in _named("east south west north", "1z 2z 3z 4z").items()},
            **{f"honors-{name}": tile for name, tile in _named("white green red", "5z 6z 7z").items()},
            **{f"bonus-{name}": tile for name, tile in _named("spring summer autumn winter", "1f 2f 3f 4f").items()},
            **{
                f"bonus-{name}": tile
                for name, tile in _named("plum orchid chrysanthemum bamboo", "5f 6f 7f 8f").items()
            },
        },
    }
)
"""Names of known sets, to ours; where each list is from is said in docs/data.md."""


def name_set(names: str) -> Mapping[str, str]:
    """Give the class map of a known set, or of a table with the columns `theirs` and `ours`.

    Raises:
        FormError: `names_unknown`, `class_unknown` or `key_missing`, with file and line where it is a file.
    """
    if names in NAME_SETS:
        return NAME_SETS[names]
    path = Path(names)
    if path.suffix != ".csv":
        raise FormError("names_unknown", f"no class names {names!r}: {', '.join(NAME_SETS)}, or a .csv")
    found: dict[str, str] = {}
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = csv.DictReader(file)
            if not {"theirs", "ours"} <= set(rows.fieldnames or ()):
                raise FormError("key_missing", "no columns theirs, ours", file=names, line=1)
            for row in rows:
                theirs, ours = row["theirs"], row["ours"]
                if ours not in CLASS_INDEX:
                    raise FormError("class_unknown", f"{ours} is no class of ours", file=names, line=rows.line_num)
                found[theirs] = ours
    except (csv.Error, UnicodeDecodeError) as error:
        raise FormError("not_csv", f"no table in UTF-8: {error}", file=names) from None
    return found


def known_as(name: str, names: Mapping[str, str]) -> tuple[str, str]:
    """Give the tile and the part of a class by its name in a set.

    Raises:
        FormError: `class_unknown`; says which known sets have such a class.

    >>> known_as("f1", NAME_SETS["rethink-bonus-label"])
    ('5f', 'index')
    """
    if name not in names:
        others = [other for other, theirs in NAME_SETS.items() if name in theirs]
        hint = f"; it is one of {', '.join(others)}: see --names" if others else ""
        raise FormError("class_unknown", f"there is no class {name!r}{hint}")
    ours = names[name]
    return (ours.removesuffix(STRIP), "index") if ours.endswith(STRIP) else (ours, "face")
