"""The app's icons as PNG, drawn from the page's own SVG in Chromium.

python -m tests.web.icons      writes api/web/public/icons anew
"""

from __future__ import annotations

from typing import Final

from playwright.sync_api import sync_playwright

from tests.web.chromium import started
from tests.web.schema import WEB

ICONS: Final = {"icon-192": (192, 0.0), "icon-512": (512, 0.0), "maskable-512": (512, 0.1), "apple-180": (180, 0.0)}
"""Size in pixels, and margin as a share: phones cut a maskable icon to a shape of their own, a tenth off at most."""
FELT: Final = "#0f4735"


def main() -> None:
    """Write the icons."""
    folder = WEB / "public" / "icons"
    folder.mkdir(exist_ok=True)
    svg = (WEB / "public" / "tiles" / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = started(playwright)
        for name, (size, margin) in ICONS.items():
            # Phones round the corners of these two themselves; bare corners would be filled black.
            square = name.startswith(("maskable", "apple"))
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>html,body{{margin:0;background:{FELT if square else 'transparent'}}}"
                f"svg{{position:absolute;inset:{margin * size}px;width:{size * (1 - 2 * margin)}px;"
                f"height:{size * (1 - 2 * margin)}px}}</style>{svg}"
            )
            page.screenshot(path=folder / f"{name}.png", omit_background=not square)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
