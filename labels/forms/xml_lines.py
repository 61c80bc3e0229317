"""Read XML from strangers with the line of each element; document types and entities are refused, as they can bite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from labels.forms.errors import FormError

MAX_DEPTH = 50


@dataclass(slots=True)
class Element:
    """An element with its attributes, its own text and its line."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> Iterator[Element]:
        """Give the children of a name."""
        return (child for child in self.children if child.name == name)

    def child(self, name: str) -> Element | None:
        """Give the first child of a name."""
        return next(self.all(name), None)

    def needed(self, *path: str) -> str:
        """Give the text of a child, or of a child's child.

        Raises:
            FormError: `key_missing`.
        """
        found = self
        for name in path:
            inner = found.child(name)
            if inner is None:
                raise FormError("key_missing", f"no {name} in {found.name}")
            found = inner
        return found.text.strip()

    def attribute(self, name: str) -> str:
        """Give an attribute.

        Raises:
            FormError: `key_missing`.
        """
        if name not in self.attributes:
            raise FormError("key_missing", f"{self.name} has no {name}")
        return self.attributes[name]


def parse_xml(text: str, name: str) -> Element:
    """Give the root of an XML document; `name` is what errors call it.

    Raises:
        FormError: `not_xml`, with its line.
    """
    parser = expat.ParserCreate()
    open_: list[Element] = [Element("", {}, 1)]

    def refuse(*_: object) -> NoReturn:
        raise FormError("not_xml", "a document type or an entity is declared", file=name, line=parser.CurrentLineNumber)

    def begin(tag: str, attributes: dict[str, str]) -> None:
        if len(open_) > MAX_DEPTH:
            raise FormError("not_xml", "elements are nested too deeply", file=name, line=parser.CurrentLineNumber)
        element = Element(tag, attributes, parser.CurrentLineNumber)
        open_[-1].children.append(element)
        open_.append(element)

    def end(_: str) -> None:
        open_.pop()

    def characters(data: str) -> None:
        open_[-1].text += data

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.buffer_text = True
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise FormError("not_xml", f"no XML: {expat.ErrorString(error.code)}", file=name, line=error.lineno) from None
    return open_[0].children[0]
