"""Serving over TLS: an authority that is kept, a certificate for today's addresses, and a page that hands it out."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from api.address import machine_addresses
from api.app import create_app
from api.authority import AUTHORITY_FILE, AuthorityError, certify, kept_authority
from api.serving import bound_socket, make_server
from api.tls import prepare_tls
from api.trust import TEXTS, running_trust_page, trust_page

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "tls"


def handshake(authority, certificate, name):
    """Let a client that trusts the authority alone greet a server with the certificate, both in memory."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate)
    client = ssl.create_default_context(cadata=authority.der)
    upward, downward = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = client.wrap_bio(downward, upward, server_hostname=name)
    there = server.wrap_bio(upward, downward, server_side=True)
    for _ in range(5):
        for side in (here, there):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    return here.getpeercert()


def test_the_authority_is_made_once_and_kept_for_its_owner_only(folder):
    first, second = kept_authority(folder), kept_authority(folder)
    assert first.fingerprint == second.fingerprint
    assert folder.stat().st_mode & 0o077 == 0
    assert [path.name for path in folder.iterdir()] == [AUTHORITY_FILE]
    assert (folder / AUTHORITY_FILE).stat().st_mode & 0o077 == 0


def test_a_phone_that_trusts_the_authority_takes_the_certificate_for_every_address_of_the_machine(folder):
    tls = prepare_tls(folder, host="0.0.0.0", extra=["Club.local", "麻將.local", "10.1.2.3"])
    for name in ("127.0.0.1", "::1", "localhost", "club.local", "xn--qet356m.local", "10.1.2.3", *machine_addresses()):
        assert handshake(tls.authority, tls.certificate, name), name
    assert not tls.left_out
    assert tls.certificate.stat().st_mode & 0o077 == 0


def test_the_certificate_holds_for_no_other_name(folder):
    tls = prepare_tls(folder, host="127.0.0.1")
    with pytest.raises(ssl.SSLCertVerificationError, match="IP address mismatch"):
        handshake(tls.authority, tls.certificate, "10.9.9.9")


@pytest.mark.parametrize("name", ["bank.example", "8.8.8.8", "2001:4860:4860::8888", "notlocal", "evillocalhost.com"])
def test_what_is_signed_for_a_public_site_is_not_believed_even_with_the_stolen_key(folder, name, monkeypatch):
    authority = kept_authority(folder)
    with pytest.raises(AuthorityError) as refused:
        certify(authority, folder, [name])
    assert refused.value.code == "name_not_covered"
    monkeypatch.setattr("api.authority.Authority.covers", lambda *_: True)
    forged = certify(authority, folder, [name])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(authority, forged, name)


def test_a_new_authority_may_vouch_for_the_names_that_it_was_made_for(folder):
    tls = prepare_tls(folder, host="203.0.113.9", extra=["mahjong.example"])
    assert handshake(tls.authority, tls.certificate, "mahjong.example")
    assert handshake(tls.authority, tls.certificate, "203.0.113.9")
    with pytest.raises(AuthorityError) as refused:
        prepare_tls(folder, host="0.0.0.0", extra=["other.example"])
    assert refused.value.code == "name_not_covered"


def test_an_address_that_the_kept_authority_may_not_vouch_for_is_left_out_and_said(folder, monkeypatch):
    prepare_tls(folder, host="127.0.0.1")
    monkeypatch.setattr("api.tls.machine_addresses", lambda: ["203.0.113.77", "192.168.1.5", "127.0.0.1"])
    tls = prepare_tls(folder, host="0.0.0.0")
    assert tls.left_out == ("203.0.113.77",)
    assert handshake(tls.authority, tls.certificate, "192.168.1.5")


def test_dates_and_uses_are_those_that_phones_accept(folder):
    authority = kept_authority(folder, now=NOW)
    text = certify(authority, folder, ["localhost"], now=NOW).read_bytes()
    leaf = x509.load_pem_x509_certificate(text)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=825)
    assert leaf.not_valid_before_utc < NOW
    assert leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert isinstance(leaf.signature_hash_algorithm, hashes.SHA256)
    late = NOW + timedelta(days=3600)
    ending = x509.load_pem_x509_certificate(certify(authority, folder, ["localhost"], now=late).read_bytes())
    assert ending.not_valid_after_utc == authority.certificate.not_valid_after_utc


@pytest.mark.parametrize("years", [-1, 11])
def test_an_authority_out_of_its_time_is_said_in_words(folder, years):
    kept_authority(folder, now=NOW)
    with pytest.raises(AuthorityError, match="the clock says") as refused:
        kept_authority(folder, now=NOW + timedelta(days=365 * years))
    assert refused.value.code == "authority_unusable"


def test_a_file_that_holds_no_authority_of_ours_is_refused_in_words(folder, tmp_path):
    other = kept_authority(tmp_path / "other")
    ours = kept_authority(folder)
    path = folder / AUTHORITY_FILE
    whole = path.read_bytes()
    key = other.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    mixed = ours.certificate.public_bytes(serialization.Encoding.PEM) + key
    for wrong in (b"", b"\xff\x00", whole[: len(whole) // 2], whole.split(b"-----BEGIN PRIVATE")[0], mixed):
        path.write_bytes(wrong)
        with pytest.raises(AuthorityError) as refused:
            kept_authority(folder)
        assert refused.value.code == "authority_unusable"


@pytest.mark.parametrize("name", ["", "a b", "a/b", "x" * 64, ".", "::zz", "*.local", "\udcff"])
def test_a_name_that_no_machine_can_have_is_refused_in_words(folder, name):
    with pytest.raises(AuthorityError) as refused:
        prepare_tls(folder, host="0.0.0.0", extra=[name])
    assert refused.value.code == "name_invalid"


@contextmanager
def handed_out(authority):
    with bound_socket("127.0.0.1", 0) as listener, running_trust_page(authority, listener):
        yield listener.getsockname()[1]


def get(port, path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def test_the_plain_page_hands_out_the_certificate_as_phones_take_it_and_nothing_else(folder):
    authority = kept_authority(folder)
    with handed_out(authority) as port:
        status, headers, body = get(port, "/tailens.crt")
        assert (status, headers["content-type"], body) == (200, "application/x-x509-ca-cert", authority.der)
        assert get(port, "/tailens.crt", method="HEAD")[2] == b""
        assert get(port, "/?from=a-code")[0] == 200
        for path in ("/authority.pem", "/../tls/authority.pem", "/%2e%2e/authority.pem", "/join/x", "/data"):
            status, _, body = get(port, path)
            assert status == 404
            assert b"KEY" not in body
        assert get(port, "/", method="POST")[0] == 501


@pytest.mark.parametrize("language", TEXTS)
def test_the_plain_page_says_in_each_language_how_a_phone_trusts_it(folder, language):
    authority = kept_authority(folder)
    with handed_out(authority) as port:
        body = get(port, "/", Accept_Language=f"{language},fr;q=0.2")[2].decode()
    assert body == trust_page(authority, language)
    assert f'lang="{language}"' in body
    assert "iPhone" in body and "Android" in body
    assert authority.fingerprint in body


def test_a_silent_caller_does_not_keep_others_from_the_page(folder):
    with (
        handed_out(kept_authority(folder)) as port,
        socket.create_connection(("127.0.0.1", port)),
        socket.create_connection(("127.0.0.1", port)) as half,
    ):
        half.sendall(b"GET / HTT")
        assert get(port, "/")[0] == 200


def test_the_command_serves_over_tls_and_says_how_phones_trust_it(tmp_path):
    command = [sys.executable, "-m", "api.cli", "serve", "--tls", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", tmp_path / "data", "--name", "club.local"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as service:
        try:
            lines = []
            for line in service.stdout:
                lines.append(line.rstrip())
                if "/join/" in line:
                    break
            text = "\n".join(lines)
            assert "iPhone" in text and "Android" in text
            trust_port = int(re.search(r"http://127\.0\.0\.1:(\d+)/", text).group(1))
            port, token = re.search(r"https://127\.0\.0\.1:(\d+)/join/(\S+)", text).groups()
            with urllib.request.urlopen(f"http://127.0.0.1:{trust_port}/tailens.crt", timeout=30) as answer:
                der = answer.read()
            fingerprint = x509.load_der_x509_certificate(der).fingerprint(hashes.SHA256()).hex(":").upper()
            assert fingerprint in text.replace("\n  ", ":")
            context = ssl.create_default_context(cadata=der)
            connection = http.client.HTTPSConnection("127.0.0.1", int(port), context=context, timeout=30)
            connection.request("GET", f"/join/{token}")
            joined = connection.getresponse()
            assert joined.status == 303
            assert "secure" in joined.headers["set-cookie"].lower()
            connection.close()
            with pytest.raises(ssl.SSLCertVerificationError):
                http.client.HTTPSConnection("127.0.0.1", int(port), timeout=30).connect()
        finally:
            service.send_signal(signal.SIGINT)
            assert service.wait(timeout=30) in (0, 130, -signal.SIGINT)


@pytest.mark.parametrize("more", [["--name", "club.local"], ["--trust-port", "8001"]])
def test_what_belongs_to_tls_is_refused_without_it(more, tmp_path):
    call = [sys.executable, "-m", "api.cli", "serve", "--port", "0", "--data", tmp_path, *more]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "--tls" in done.stderr


def test_a_server_without_a_certificate_is_a_plain_one(settings, reader):
    server = make_server(create_app(settings, reader=reader), lambda: None)
    assert not server.config.is_ssl
