"""A set's own words: `classes.txt`, and a dataset card with the front matter that Hugging Face reads."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from labels.forms.classes import CLASS_NAMES
from labels.forms.dataset import SPLITS, SetPhoto, class_of
from labels.forms.form import PLACE, Form

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


@dataclass(frozen=True, slots=True)
class About:
    """What a card says beyond what it counts.

    Attributes:
        title: the set's name.
        license: an identifier as Hugging Face lists them.
        made: a sentence of how the labels came to be.
        by_machine: whether no person has looked at the labels.
    """

    title: str = "Mahjong tiles"
    license: str = "unknown"
    made: str = ""
    by_machine: bool = False


@dataclass(slots=True)
class Tally:
    """Counts for the card, photo by photo."""

    photos: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def add(self, photo: SetPhoto) -> None:
        """Count a photo."""
        self.photos[photo.split] += 1
        self.sources[photo.source] += 1
        for label in photo.labels:
            self.classes[class_of(label)] += 1


def dataset_card(form: Form, about: About, tally: Tally) -> str:
    """Give the text of the card."""
    count = tally.photos.total()
    size = next((name for limit, name in _SIZES if count < limit), "1M<n<10M")
    task = "object-detection" if PLACE in form.carries else "image-classification"
    origin = "machine-generated" if about.by_machine else "expert-generated"
    lines = [
        "---",
        f"license: {about.license}",
        f"pretty_name: {json.dumps(about.title, ensure_ascii=False)}",
        "task_categories:",
        f"- {task}",
        "annotations_creators:",
        f"- {origin}",
        "language:",
        "- zh",
        "size_categories:",
        f"- {size}",
        "tags:",
        "- mahjong",
        "- tailens",
        "---",
        "",
        f"# {about.title}",
        "",
        *([about.made, ""] if about.made else []),
        f"{count} photos with {tally.classes.total()} labelled tiles, as {form.title}. Nothing is mirrored, and",
        "nothing may be: a mirrored character is no tile. Labels are of the photo as it is seen.",
        "",
    ]
    splits = [(split, tally.photos[split]) for split in ("", *SPLITS) if tally.photos[split]]
    if any(split for split, _ in splits):
        lines += ["| split | photos |", "|---|---|", *(f"| {split} | {number} |" for split, number in splits), ""]
    sources = sorted((source, number) for source, number in tally.sources.items() if source)
    if sources:
        lines += [
            "| source | photos |",
            "|---|---|",
            *(f"| {_cell(source)} | {number} |" for source, number in sources),
            "",
        ]
    if tally.left_out:
        left = ", ".join(f"{what} ({number})" for what, number in sorted(tally.left_out.items()))
        lines += [f"Left out, as the form can't hold it: {left}.", ""]
    lines += [
        "## Classes",
        "",
        "In this order, which never changes; `NAME-index` is the strip with a flower's character and number alone.",
        "",
        "| class | name | tiles |",
        "|---|---|---|",
        *(f"| {at} | {name} | {tally.classes[name]} |" for at, name in enumerate(CLASS_NAMES)),
        "",
    ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


def classes_text() -> str:
    """Give `classes.txt`: a class a line, in the fixed order."""
    return "".join(f"{name}\n" for name in CLASS_NAMES)
