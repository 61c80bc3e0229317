#!/usr/bin/env bash
# Make sure that the browser tests have a Chromium: $TAILENS_CHROMIUM, or one on the PATH, or Debian's package.
set -eu
if [ -n "${TAILENS_CHROMIUM:-}" ]; then
    [ -x "$TAILENS_CHROMIUM" ] && exit 0
    echo "TAILENS_CHROMIUM names no program: $TAILENS_CHROMIUM" >&2
    exit 1
fi
command -v chromium >/dev/null && exit 0
. /etc/os-release 2>/dev/null || ID=unknown
if [ "$ID" = ubuntu ]; then
    # Ubuntu's apt package is only a stub for a snap.
    echo "The browser tests need Chromium. Type: .venv/bin/playwright install chromium, and set TAILENS_CHROMIUM to it" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Debian's Chromium for the browser tests" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    exit 0
fi
echo "The browser tests need Chromium. Type: sudo apt-get install chromium" >&2
exit 1
