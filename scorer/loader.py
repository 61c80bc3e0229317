"""Load a rule set from its TOML file, refusing one that does not hold together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from scorer.building import build_rules, check_cases
from scorer.errors import RuleSetError
from scorer.options import read_options, settle_options
from scorer.rulefile import RuleFile
from scorer.rules import OptionSpec, RuleSet

_FOLDER: Final = Path(__file__).parent / "rulesets"


@cache
def rule_set_ids() -> tuple[str, ...]:
    """List the rule sets that come with TaiLens, the default first.

    >>> rule_set_ids()[0]
    'taiwan'
    """
    found = sorted(path.stem for path in _FOLDER.glob("*.toml"))
    return tuple(sorted(found, key=lambda name: name != "taiwan"))


def load_rules(id_or_path: str | Path, options: Mapping[str, object] | None = None) -> RuleSet:
    """Load a rule set by its id, or a club's own from a file, with the options a table chose.

    Args:
        options: value by option id; the others keep their defaults.

    Raises:
        RuleSetError: with the file, the line and the reason.

    >>> load_rules("taiwan", {"cap": 81}).options["cap"]
    81
    """
    if isinstance(id_or_path, str) and id_or_path in rule_set_ids():
        file, specs = _built_in(id_or_path)
        settled = settle_options(specs, options or {}, file.name)
        return _built_in_with(id_or_path, tuple(settled.items()))
    path = Path(id_or_path)
    if path.suffix != ".toml":
        why = f"no such rule set; there are {', '.join(rule_set_ids())}"
        raise RuleSetError("rules_unknown", file=str(id_or_path), line=0, why=why)
    return rules_of(own_rules(RuleFile.at(path)), options)


def own_rules(file: RuleFile, find: Callable[[str], RuleFile | None] | None = None) -> RuleFile:
    """Check a club's own file whole, with every case of its options, and give it with what it extends.

    Args:
        find: gives the rule set of an id that the file may extend, or None; by default those that come with TaiLens.

    Raises:
        RuleSetError: with the file, the line and the reason.
    """
    if file.id in rule_set_ids():
        file.fail("id_built_in", ("id",), f"{file.id} is the id of a rule set that comes with TaiLens")
    _add_base(file, find or built_in_file)
    specs = read_options(file)
    defaults = settle_options(specs, {}, file.name)
    build_rules(file, specs, defaults)
    check_cases(file, specs, defaults)
    return file


def rules_of(file: RuleFile, options: Mapping[str, object] | None = None) -> RuleSet:
    """Make a rule set of a checked file, with the options a table chose.

    Raises:
        RuleSetError: there is no such option or value, or several options together let rows exclude each other.
    """
    specs = read_options(file)
    return build_rules(file, specs, settle_options(specs, options or {}, file.name))


def built_in_file(rule_set_id: str) -> RuleFile | None:
    """Give the file of a rule set that comes with TaiLens; None where there is none of that id."""
    return _built_in(rule_set_id)[0] if rule_set_id in rule_set_ids() else None


@cache
def _built_in(rule_set_id: str) -> tuple[RuleFile, tuple[OptionSpec, ...]]:
    file = RuleFile.at(_FOLDER / f"{rule_set_id}.toml")
    _add_base(file, built_in_file)
    return file, read_options(file)


def _add_base(file: RuleFile, find: Callable[[str], RuleFile | None]) -> None:
    extends = file.extends
    if extends is None:
        return
    base = None if extends == file.own.get("id") else find(extends)
    if extends == file.own.get("id") or (base is not None and file.own.get("id") in base.lineage):
        file.fail("extends_itself", ("extends",), "a rule set can't extend itself, also not through others")
    if base is None:
        why = f"there is no rule set {extends} to extend; with TaiLens come {', '.join(rule_set_ids())}"
        file.fail("extends_unknown", ("extends",), why)
    for key in ("id", "version", "names"):
        if key not in file.own:
            file.fail("key_missing", (key,), f"{key} is missing: a rule set that extends another has its own")
    file.extend(base)


@lru_cache(maxsize=256)
def _built_in_with(rule_set_id: str, options: tuple[tuple[str, str | int], ...]) -> RuleSet:
    return build_rules(*_built_in(rule_set_id), dict(options))
