"""The rule sets that the service scores by, with what the page needs to offer them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from api.routes.common import ALWAYS
from scorer import RuleSet, load_rules, rule_set_ids

router = APIRouter(prefix="/api", tags=["rules"])


def rules_out(rules: RuleSet) -> dict[str, Any]:
    """Give one rule set's names, the events and rows it knows, and its options with their defaults."""
    return {
        "id": rules.id,
        "version": rules.version,
        "names": dict(rules.names),
        "events": [{"id": e.id, "names": dict(e.names), "common": e.common} for e in rules.events],
        "rows": [{"id": row.id, "tai": row.tai, "names": dict(row.names)} for row in rules.rows],
        "options": [
            {"id": o.id, "kind": o.kind, "names": dict(o.names), "default": o.default, "choices": o.choices}
            for o in rules.option_specs
        ],
    }


@router.get("/rules", responses=ALWAYS)
def list_rules() -> dict[str, list[dict[str, Any]]]:
    """List the rule sets."""
    return {"rules": [rules_out(load_rules(rule_set)) for rule_set in rule_set_ids()]}
