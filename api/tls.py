"""What `tailens serve --tls` needs before it listens: a certificate for every name that a phone may call us by."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from api.address import EVERYWHERE, machine_addresses
from api.authority import Authority, AuthorityError, certify, kept_authority


@dataclass(frozen=True, slots=True)
class Tls:
    """The authority that phones trust, and the service's own certificate.

    Attributes:
        certificate: file with the service's certificate and key.
        names: what the certificate holds for.
        left_out: addresses and names of this machine that the authority may not vouch for.
    """

    authority: Authority
    certificate: Path
    names: tuple[str, ...]
    left_out: tuple[str, ...]


def prepare_tls(folder: Path, *, host: str, extra: Sequence[str] = ()) -> Tls:
    """Make or open the authority in the folder, and certify this machine's names and addresses of today.

    Args:
        host: where the service will listen.
        extra: names and addresses that phones use beside the machine's own.

    Raises:
        AuthorityError: `name_invalid`, `name_not_covered` or `authority_unusable`.
    """
    wanted = [_ascii_name(name) for name in extra] + ([] if host in EVERYWHERE else [_ascii_name(host)])
    found = [*machine_addresses(), *_host_names()]
    authority = kept_authority(folder, names=[*wanted, *found])
    usable = [name for name in found if authority.covers(name)]
    names = tuple(dict.fromkeys([*wanted, *usable]))
    certificate = certify(authority, folder, names)
    return Tls(authority, certificate, names, tuple(name for name in found if name not in usable))


def _host_names() -> list[str]:
    """Give the names that this machine has on its network, as far as they can stand in a certificate."""
    name = socket.gethostname().lower()
    found = ["localhost"]
    for each in (name, f"{name.partition('.')[0]}.local"):
        try:
            found.append(_ascii_name(each))
        except AuthorityError:
            continue
    return found


def _ascii_name(name: str) -> str:
    """Give a name as certificates hold it.

    >>> _ascii_name("Club.local"), _ascii_name("麻將.local"), _ascii_name("::1")
    ('club.local', 'xn--qet356m.local', '::1')
    """
    with suppress(ValueError):
        return str(ipaddress.ip_address(name))
    try:
        plain = name.lower().encode("ascii" if name.isascii() else "idna").decode("ascii")
    except UnicodeError as error:
        raise AuthorityError("name_invalid", f"{name!r} can't be the name of a machine") from error
    parts = plain.split(".")
    fits = all(1 <= len(part) <= 63 and part.replace("-", "").replace("_", "").isalnum() for part in parts)
    if not fits or len(plain) > 253:
        raise AuthorityError("name_invalid", f"{name!r} can't be the name of a machine")
    return plain
