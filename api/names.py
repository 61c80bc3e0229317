"""Names of people and clubs in any script: what may be one, and when two would be taken for each other."""

from __future__ import annotations

import unicodedata

from api.errors import ApiError

LONGEST_NAME = 40
LONGEST_KEY = 200
MOST_MARKS = 4  # combining marks on one letter; more only serve to break a page

# Letters that look alike on a phone, after lower case: Cyrillic, Greek, digits.
LOOKS_LIKE = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131\u0251\u02611l|0",
    "abekmhopctyxijsdhqwabehikmvoptyxiagiiio",
)
# Drawn as nothing, though Unicode counts them among letters and symbols.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
JOINERS = frozenset("\u200c\u200d")  # part of emoji and of some scripts
RESERVED = ("operator", "tailens")


def clean_name(text: str) -> str:
    """Give a name as it is kept: composed, without space around it.

    >>> clean_name("  王  小明 ")
    '王 小明'

    Raises:
        ApiError: `name_invalid`.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME or not 1 <= len(_key(name)) <= LONGEST_KEY:
        raise ApiError("name_invalid")
    marks = 0
    for character in name:
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        # Controls, marks that turn the line round, what is no character.
        if marks > MOST_MARKS or character in BLANKS or (kind.startswith("C") and character not in JOINERS):
            raise ApiError("name_invalid")
    return name


def person_name(text: str) -> str:
    """Give a person's name as it is kept; not one under which records speak of what no person did.

    Raises:
        ApiError: `name_invalid` or `name_taken`.
    """
    name = clean_name(text)
    if name_key(name) in {name_key(word) for word in RESERVED}:
        raise ApiError("name_taken")
    return name


def name_key(name: str) -> str:
    """Give what a name is compared by: names that look alike have the same.

    >>> name_key("Anna") == name_key("ＡNNА") == name_key("an na")
    True
    >>> name_key("王小明") == name_key("王小朋")
    False
    """
    return _key(name)


def _key(name: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(LOOKS_LIKE)
    return "".join(c for c in folded if not c.isspace() and unicodedata.category(c) != "Cf" and not _selects(c))


def _selects(character: str) -> bool:
    """Tell whether it only chooses between drawings of the character before it."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
