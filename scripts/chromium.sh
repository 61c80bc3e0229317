#!/usr/bin/env bash
# Make sure that the browser tests have a Chromium: $TAILENS_CHROMIUM, or one on the PATH, or Debian's package.
# The one without a window of its own takes a quarter of the processor that the other takes without showing it.
set -eu
if [ -n "${TAILENS_CHROMIUM:-}" ]; then
    [ -x "$TAILENS_CHROMIUM" ] && exit 0
    echo "TAILENS_CHROMIUM names no program: $TAILENS_CHROMIUM" >&2
    exit 1
fi
command -v chromium-headless-shell >/dev/null && exit 0
. /etc/os-release 2>/dev/null || ID=unknown
if [ "$ID" = ubuntu ]; then
    command -v chromium >/dev/null && exit 0
    # Ubuntu's apt package is only a stub for a snap.
    echo "The browser tests need Chromium. Type: .venv/bin/playwright install chromium, and set TAILENS_CHROMIUM to it" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the browser tests" >&2
    apt-get update -qq || true
    for package in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null && exit 0
    done
fi
command -v chromium >/dev/null && exit 0
echo "The browser tests need Chromium. Type: sudo apt-get install chromium-headless-shell" >&2
exit 1
