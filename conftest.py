"""What pytest must know before it looks for tests."""

from importlib.util import find_spec

import pytest
from hypothesis import settings

from scorer.examples import facts_of, view_of

# Alembic alone runs the first, the build the second; the bench's and the reader's scripts need the peers' environments,
# and locust alone loads its phones.
collect_ignore_glob = [
    "api/migrations/*",
    "hatch_build.py",
    "tests/bench/*",
    "tests/labels/forms/their_reading.py",
    "tests/soak/phones.py",
]
if find_spec("torch") is None:
    # The doctests of `training` need its extra; everything else runs without.
    collect_ignore_glob.append("training/*")
if find_spec("ray") is None:
    collect_ignore_glob.append("labels/ray_pool.py")

# How long an example takes says more of the machine's other work than of ours.
settings.register_profile("tailens", deadline=None)
settings.load_profile("tailens")


@pytest.fixture(autouse=True)
def _hands_for_doctests(doctest_namespace: dict[str, object]) -> None:
    """Let the doctests of patterns write `view_of("...")` without an import that only they would need."""
    doctest_namespace["view_of"] = view_of
    doctest_namespace["facts_of"] = facts_of
