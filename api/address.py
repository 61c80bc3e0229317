"""Where phones on the same network find the service, as text and as a QR code."""

from __future__ import annotations

import io
import socket

import segno

EVERYWHERE = frozenset({"0.0.0.0", "::", ""})


def local_address() -> str:
    """Give this machine's address on its network, or 127.0.0.1 when it has none.

    No packet is sent: connecting a datagram socket only asks the system which way it would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of the block kept for documentation
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def page_address(host: str, port: int, token: str = "") -> str:
    """Give the page's address as a phone must type it; with a token it is the join link.

    >>> page_address("192.168.1.7", 8000, "s3cret")
    'http://192.168.1.7:8000/join/s3cret'
    >>> page_address("::1", 8000)
    'http://[::1]:8000/'
    """
    name = local_address() if host in EVERYWHERE else host
    if ":" in name:
        name = f"[{name}]"
    return f"http://{name}:{port}/" + (f"join/{token}" if token else "")


def qr_text(text: str) -> str:
    """Draw a QR code with half-block characters, two modules a character, for a terminal."""
    out = io.StringIO()
    segno.make_qr(text, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
