"""The rule sets that the service scores by: list them, look at one, upload a club's own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Response

from api.routes.common import ALWAYS, CHANGING, RuleBookDep, RuleBookToChangeDep, errors
from api.rule_documents import RulesList, RulesOut, rules_entry, rules_out
from api.schemas import Language

router = APIRouter(prefix="/api/rules", tags=["rules"])

TOML = "application/toml"
EXAMPLE = """extends = "taiwan"
id = "our_club"
version = "1"
names = { zh-Hant = "我們的規則", zh-Hans = "我们的规则", en = "Our rules" }

[rows.half_flush]
tai = 5
"""

RuleSetId = Annotated[str, Path(max_length=60)]
Version = Annotated[str | None, Query(max_length=40, description="an older version; the newest by default")]
Lang = Annotated[Language, Query(description="language of `name`")]


@router.get("", responses=ALWAYS | errors("request_invalid", "club_unknown"))
def list_rules(book: RuleBookDep) -> RulesList:
    """List the newest version of each rule set: those that come with TaiLens, then the club's own."""
    return RulesList(rules=[rules_entry(edition) for edition in book.listed()])


@router.post(
    "",
    status_code=201,
    responses={200: {"model": RulesOut, "description": "This very text is kept already"}}
    | CHANGING
    | errors("request_invalid", "rules_invalid", "rules_id_built_in", "rules_version_taken", "rules_full")
    | errors("body_too_large", "club_unknown", "cross_site", "role_too_low"),
)
def add_rules(
    text: Annotated[bytes, Body(media_type=TOML, examples=[EXAMPLE])],
    book: RuleBookToChangeDep,
    response: Response,
    file: Annotated[str, Query(max_length=300, description="the file's name, for error messages")] = "rules.toml",
    lang: Lang = "zh-Hant",
) -> RulesOut:
    """Keep a club's own rule set, or a new version of it; the same text again changes nothing."""
    edition, new = book.add(text, name=file)
    if not new:
        response.status_code = 200
    return rules_out(edition, book.versions(edition.rules.id), lang=lang)


@router.get(
    "/{rule_set_id}", responses=ALWAYS | errors("request_invalid", "rule_set_unknown", "club_unknown", "rules_invalid")
)
def get_rules(rule_set_id: RuleSetId, book: RuleBookDep, version: Version = None, lang: Lang = "zh-Hant") -> RulesOut:
    """Give a rule set whole: rows with values and sources, options, and its versions."""
    return rules_out(book.edition(rule_set_id, version), book.versions(rule_set_id), lang=lang)


@router.get(
    "/{rule_set_id}/file",
    response_class=Response,
    responses=ALWAYS
    | errors("request_invalid", "rule_set_unknown", "club_unknown", "rules_invalid")
    | {200: {"content": {TOML: {"schema": {"type": "string"}}}}},
)
def get_rules_file(rule_set_id: RuleSetId, book: RuleBookDep, version: Version = None) -> Response:
    """Give the TOML text of a rule set, as it was uploaded."""
    found, text = book.text(rule_set_id, version)
    # Id and version are of plain letters; the name of the uploaded file could be anything.
    name = f"{rule_set_id}-{found}.toml"
    return Response(text, media_type=TOML, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.delete(
    "/{rule_set_id}",
    status_code=204,
    responses=CHANGING
    | errors("request_invalid", "rule_set_unknown", "rules_id_built_in")
    | errors("rule_set_unknown", "club_unknown")
    | errors("cross_site", "role_too_low"),
)
def remove_rules(rule_set_id: RuleSetId, book: RuleBookToChangeDep) -> None:
    """Take a club's own rule set off the list; hands and versions stay, and uploading it again brings it back."""
    book.remove(rule_set_id)
