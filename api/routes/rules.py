"""The rule sets that the service scores by, with what the page needs to offer them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from api.routes.common import ALWAYS
from scorer import RuleSet, load_rules, rule_set_ids, rules_document

router = APIRouter(prefix="/api", tags=["rules"])


def rules_out(rules: RuleSet) -> dict[str, Any]:
    """Give one rule set with what the page needs to offer it: names, events, rows, options with their defaults."""
    rows = [{"id": row.id, "tai": row.tai, "names": dict(row.names)} for row in rules.rows]
    return {**rules_document(rules), "rows": rows}


@router.get("/rules", responses=ALWAYS)
def list_rules() -> dict[str, list[dict[str, Any]]]:
    """List the rule sets."""
    return {"rules": [rules_out(load_rules(rule_set)) for rule_set in rule_set_ids()]}
