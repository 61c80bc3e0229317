"""Where phones on the same network find the service, as text and as a QR code."""

from __future__ import annotations

import io
import ipaddress
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import segno

EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
IPV6_TABLE = Path("/proc/net/if_inet6")
GET_ADDRESS = 0x8915  # Linux's SIOCGIFADDR


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


def machine_addresses() -> list[str]:
    """Give every address that others may reach this machine by, the likeliest first, and its own two loopbacks."""
    found = dict.fromkeys([local_address(), *_own_ipv4(), *_own_ipv6(), "127.0.0.1", "::1"])
    # A phone's browser can't be given the zone that a link-local IPv6 address needs.
    return [each for each in found if not (":" in each and ipaddress.ip_address(each).is_link_local)]


def _own_ipv4() -> Iterator[str]:
    try:
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with suppress(OSError):
                    asked = struct.pack("256s", name.encode()[:15])
                    yield socket.inet_ntoa(fcntl.ioctl(probe.fileno(), GET_ADDRESS, asked)[20:24])
    except ImportError:  # elsewhere only the name's own addresses are easily had
        with suppress(OSError):
            yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _own_ipv6() -> Iterator[str]:
    with suppress(OSError):
        for line in IPV6_TABLE.read_text("ascii").splitlines():
            yield str(ipaddress.IPv6Address(bytes.fromhex(line.split()[0])))


def page_address(host: str, port: int, token: str = "", *, scheme: str = "http") -> str:
    """Give the page's address as a phone must type it; with a token it is the join link.

    >>> page_address("192.168.1.7", 8000, "s3cret")
    'http://192.168.1.7:8000/join/s3cret'
    >>> page_address("::1", 8000, scheme="https")
    'https://[::1]:8000/'
    """
    name = local_address() if host in EVERYWHERE else host
    if ":" in name:
        name = f"[{name}]"
    return f"{scheme}://{name}:{port}/" + (f"join/{token}" if token else "")


def qr_text(text: str) -> str:
    """Draw a QR code with half-block characters, two modules a character, for a terminal."""
    out = io.StringIO()
    segno.make_qr(text, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
