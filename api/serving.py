"""Run the service until it is stopped, with its address and QR code on the terminal."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvicorn
from alembic.util import CommandError
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from api.address import page_address, qr_text
from api.app import PAGE, create_app
from api.database import Database
from api.photos import photo_store
from api.sessions import Sessions
from api.settings import Settings
from api.start import ended_by_interrupt
from api.tls import Tls
from api.trust import running_trust_page
from scorer.errors import TaiLensError
from vision import Reader


class ServiceError(TaiLensError):
    """Say why the service can't start; `code` says which of its needs is missing."""


def invitation(host: str, port: int, token: str, *, scheme: str = "http") -> str:
    """Give what a phone needs to join: the link and its QR code."""
    link = page_address(host, port, token, scheme=scheme)
    return f"{qr_text(link)}\nScan it with a phone on the same network, or open\n  {link}\n"


def trust_invitation(tls: Tls, host: str, port: int) -> str:
    """Give what a phone needs to trust this machine, once: the plain page's address, and how to go on from there."""
    link = page_address(host, port)
    left_out = f"\nNot certified, made for other names: {', '.join(tls.left_out)}" if tls.left_out else ""
    return f"""{qr_text(link)}
First, once for each phone: scan this, or open
  {link}
download the certificate there, and let the phone trust it:
  iPhone: Allow; Settings > Profile Downloaded > Install; then
          Settings > General > About > Certificate Trust Settings: switch TaiLens on
  Android: Settings > Security > Encryption & credentials > Install a certificate > CA certificate
It can vouch for addresses of home networks only. Its SHA-256 fingerprint:
  {tls.authority.fingerprint[:47]}
  {tls.authority.fingerprint[48:]}{left_out}

Then, to join:
"""


def bound_socket(host: str, port: int) -> socket.socket:
    """Take the port before anything else is done, so that a taken one is said at once.

    Raises:
        ServiceError: the address or the port can't be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ServiceError("address_taken", f"can't listen at {host} port {port}: {error.strerror or error}") from error
    return listener


def require_page() -> None:
    """Make sure that the page is built.

    Raises:
        ServiceError: it is not.
    """
    if not (PAGE / "index.html").is_file():
        raise ServiceError("page_missing", "the page is not built; in a checkout, type: make page")


def require_photos(settings: Settings) -> None:
    """Make sure that photos can be kept where they are to be.

    Raises:
        PhotoStoreError: they can't.
    """
    photo_store(settings.photo_address)


def require_database(settings: Settings) -> None:
    """Make sure that the database can be reached and is of the newest schema.

    Raises:
        ServiceError: it can't.
    """
    try:
        database = Database(settings.url)
        database.migrate()
        database.close()
    except (SQLAlchemyError, CommandError, ImportError, ValueError) as error:
        reason = str(getattr(error, "orig", None) or error)
        raise ServiceError("database_unusable", f"the database can't be used: {reason}") from error


def make_server(app: FastAPI, when_ready: Callable[[], None], *, certificate: Path | None = None) -> uvicorn.Server:
    """Make the web server; without an access log, which would keep the join token.

    Args:
        certificate: a file with a certificate and its key, to serve over TLS.
    """
    return Announcing(
        uvicorn.Config(
            app,
            access_log=False,
            log_level="warning",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=10,
            ssl_certfile=certificate,
        ),
        when_ready,
        lambda: stop_watching(app),
    )


def stop_watching(app: FastAPI) -> None:
    """Let those go who only wait for news, so that the service need not wait for them."""
    sessions: Sessions | None = getattr(app.state, "sessions", None)
    if sessions is not None:
        sessions.live.close()


def serve_until_stopped(
    settings: Settings,
    *,
    host: str,
    port: int,
    tls: Tls | None = None,
    trust_port: int = 0,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve the page and the API.

    Args:
        port: 0 takes any free one.
        tls: serve over TLS with this certificate, and hand its authority out over plain http.
        trust_port: where to hand it out; 0 takes any free one.
        announce: gets the invitation once the service answers.

    Raises:
        ServiceError: it can't start.
    """
    require_page()
    with ended_by_interrupt():
        require_photos(settings)
        require_database(settings)
        reader = Reader()
    with ExitStack() as held:
        listener = held.enter_context(bound_socket(host, port))
        taken = listener.getsockname()[1]
        text = invitation(host, taken, settings.token, scheme="https" if tls else "http")
        if tls is not None:
            handing_out = held.enter_context(bound_socket(host, trust_port))
            held.enter_context(running_trust_page(tls.authority, handing_out))
            text = trust_invitation(tls, host, handing_out.getsockname()[1]) + text
        server = make_server(
            create_app(settings, reader=reader),
            lambda: announce(text),
            certificate=tls.certificate if tls else None,
        )
        server.run(sockets=[listener])
        if not server.started:
            raise ServiceError("not_started", "the service did not start; the lines above say why")


@contextmanager
def running_service(app: FastAPI, *, host: str, port: int) -> Iterator[int]:
    """Serve in a thread while the block runs, and give the port.

    Raises:
        ServiceError: it can't start.
    """
    with bound_socket(host, port) as listener:
        ready = threading.Event()
        server = make_server(app, ready.set)

        def run() -> None:
            try:
                server.run(sockets=[listener])
            finally:
                ready.set()

        thread = threading.Thread(target=run, name="service")
        thread.start()
        try:
            ready.wait()
            if not server.started:
                raise ServiceError("not_started", "the service did not start; the lines above say why")
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


class Announcing(uvicorn.Server):
    """A server that says when it answers, and when it is about to stop."""

    def __init__(
        self, config: uvicorn.Config, when_ready: Callable[[], None], when_stopping: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self.when_ready = when_ready
        self.when_stopping = when_stopping

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say so, then wait for the calls under way."""
        self.when_stopping()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then announce."""
        await super().startup(sockets)
        if self.started:
            self.when_ready()
