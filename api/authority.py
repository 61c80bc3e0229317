"""The machine's own certificate authority: kept in the data folder, and good for addresses at home only.

A phone grants service workers, and with them installing and the queue, only over TLS, and no public authority vouches
for an address of a club's own network. So the machine vouches for itself, and each phone is told once to trust it.
What a phone trusts could pretend to be any site in the world; ours may not: its certificate says that it vouches for
private addresses and local names alone (RFC 5280, 4.2.1.10).
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorer.errors import TaiLensError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

AUTHORITY_FILE = "authority.pem"
SERVICE_FILE = "service.pem"
AUTHORITY_DAYS = 3650
SERVICE_DAYS = 820  # iOS refuses more than 825
# The clocks of the phones around a table may go behind the machine's.
CLOCKS_DIFFER = timedelta(days=1)
HOME_NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7",
    "::1/128",
)  # fmt: skip
HOME_DOMAINS = ("localhost", "local", "lan", "home.arpa", "internal")


class AuthorityError(TaiLensError):
    """Refuse to serve over TLS. Its code is `authority_unusable`, `name_invalid` or `name_not_covered`."""


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate that phones trust, and its key.

    Attributes:
        certificate: what a phone installs.
        key: stays in the data folder.
    """

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def der(self) -> bytes:
        """Give the certificate as phones take it."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """Give the SHA-256 of the certificate as phones show it."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def covers(self, name: str) -> bool:
        """Tell whether it may vouch for a name or an address."""
        allowed = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
        address = _address(name)
        for each in allowed or ():
            if isinstance(each, x509.IPAddress) and address is not None:
                if not isinstance(each.value, Address) and address in each.value:
                    return True
            elif isinstance(each, x509.DNSName) and address is None and f".{name}".endswith(f".{each.value}"):
                return True
        return False


def kept_authority(folder: Path, *, names: Iterable[str] = (), now: datetime | None = None) -> Authority:
    """Give the authority in the folder, making it on first use, readable by its owner only.

    Args:
        names: names and addresses that a new one may vouch for beside those of home networks.

    Raises:
        AuthorityError: `authority_unusable` when the file is none of ours, or has run out.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / AUTHORITY_FILE
    now = now or datetime.now(UTC)
    if not path.exists():
        _write_private(path, _pem(_new_authority(names, now)), replace=False)
    raw = path.read_bytes()
    try:
        certificate = x509.load_pem_x509_certificate(raw)
        key = serialization.load_pem_private_key(raw, password=None)
        certificate.extensions.get_extension_for_class(x509.NameConstraints)
    except (ValueError, TypeError, x509.ExtensionNotFound) as error:
        raise AuthorityError("authority_unusable", f"{path} holds no certificate authority of ours: {error}") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise AuthorityError("authority_unusable", f"{path} holds a key of another certificate")
    if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
        valid = f"{certificate.not_valid_before_utc:%Y-%m-%d} to {certificate.not_valid_after_utc:%Y-%m-%d}"
        raise AuthorityError(
            "authority_unusable",
            f"the authority in {path} is valid from {valid}, and the clock says {now:%Y-%m-%d}; if the clock is right, "
            "remove the file, start again, and let the phones trust the new one",
        )
    return Authority(certificate, key)


def certify(authority: Authority, folder: Path, names: Iterable[str], *, now: datetime | None = None) -> Path:
    """Write a certificate for the service, with its new key, and give the file.

    It is made anew at each start: the machine's addresses may have changed, and nothing can run out unseen.

    Args:
        names: names and addresses that phones call the service by.

    Raises:
        AuthorityError: `name_not_covered` when the authority may not vouch for one of them.
    """
    names = list(dict.fromkeys(names))
    for name in names:
        if not authority.covers(name):
            raise AuthorityError(
                "name_not_covered",
                f"the authority in {folder / AUTHORITY_FILE} was made for other names than {name!r}; to use that, "
                "remove the file, start again, and let the phones trust the new one",
            )
    now = now or datetime.now(UTC)
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate.subject
    certificate = (
        _builder(f"TaiLens on {socket.gethostname()}", key, now, SERVICE_DAYS, until=authority.certificate)
        .issuer_name(issuer)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()),
            critical=False,
        )
        .sign(authority.key, hashes.SHA256())
    )
    path = folder / SERVICE_FILE
    _write_private(path, _pem(Authority(certificate, key)), replace=True)
    return path


def _new_authority(names: Iterable[str], now: datetime) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    # A phone's list of authorities shows this name: two machines' must differ.
    title = f"TaiLens {socket.gethostname()} {secrets.token_hex(2)}"
    allowed: list[x509.GeneralName] = [x509.IPAddress(ipaddress.ip_network(each)) for each in HOME_NETWORKS]
    allowed += [x509.DNSName(each) for each in HOME_DOMAINS]
    for name in dict.fromkeys(names):
        address = _address(name)
        allowed.append(x509.DNSName(name) if address is None else x509.IPAddress(ipaddress.ip_network(address)))
    builder = _builder(title, key, now, AUTHORITY_DAYS)
    certificate = (
        builder.issuer_name(_name(title))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


def _builder(
    title: str, key: ec.EllipticCurvePrivateKey, now: datetime, days: int, until: x509.Certificate | None = None
) -> x509.CertificateBuilder:
    ends = now + timedelta(days=days)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(title))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(min(ends, until.not_valid_after_utc) if until else ends)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    """Give what a service's key (`signs`) or an authority's is for."""
    return x509.KeyUsage(
        digital_signature=signs,
        key_cert_sign=not signs,
        crl_sign=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(title: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title[:64])])


def _address(name: str) -> Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _general(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _pem(made: Authority) -> bytes:
    key = made.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.certificate.public_bytes(serialization.Encoding.PEM) + key


def _write_private(path: Path, text: bytes, *, replace: bool) -> None:
    """Write a file for its owner only, whole or not at all; without `replace`, another process's stays."""
    partial = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        if replace:
            partial.replace(path)
        else:
            path.hardlink_to(partial)
    except FileExistsError:
        pass
    finally:
        partial.unlink(missing_ok=True)
