"""The club's file that docs/rules.md shows is one that loads."""

from __future__ import annotations

import re
from pathlib import Path

from scorer import Win, load_rules, parse_hand, score
from tests.scorer.shared import ROOT


def test_the_file_in_the_docs_loads_and_scores(tmp_path: Path) -> None:
    text = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "rules.md").read_text("utf-8"), flags=re.DOTALL)
    assert text is not None
    path = tmp_path / "club.toml"
    path.write_text(text[1], "utf-8")
    rules = load_rules(path)
    sheet = score(parse_hand("123456789m2344m[777m]+4m"), Win("self_draw", seat="S"), rules)
    assert {row.id: row.tai for row in sheet.rows} == {"full_flush": 12, "drawn_flush": 3}
