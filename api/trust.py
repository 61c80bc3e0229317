"""The plain page where a phone gets the machine's certificate and reads how to trust it.

It must be plain http: a phone that does not trust the machine yet would only see a warning over https. Nothing secret
is on it, and the certificate's fingerprint stands on the terminal too, to compare.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from api.authority import Authority

CERTIFICATE = "/tailens.crt"
PATIENCE_SECONDS = 10
# language: title, the link's words, (kind of phone, its steps)..., what the fingerprint is for.
TEXTS: dict[str, tuple[str, str, tuple[tuple[str, tuple[str, ...]], ...], str, str]] = {
    "zh-Hant": (
        "信任這台 TaiLens 主機",
        "下載憑證",
        (
            (
                "iPhone、iPad",
                (
                    "用 Safari 開啟本頁,下載憑證並按「允許」。",
                    "「設定」→「已下載描述檔」→「安裝」。",
                    "「設定」→「一般」→「關於本機」→「憑證信任設定」,打開 TaiLens。",
                ),
            ),
            (
                "Android",
                (
                    "下載憑證。",
                    "「設定」→「安全性」→「加密與憑證」→「安裝憑證」→「CA 憑證」→「仍要安裝」,選剛下載的檔案。",
                    "請用 Chrome;Firefox 預設不採用自行安裝的憑證。",
                ),
            ),
        ),
        "它只能為家用網路位址作保,不能冒充其他網站。",
        "安裝前請與主機畫面上的指紋 (SHA-256) 核對:",
    ),
    "zh-Hans": (
        "信任这台 TaiLens 主机",
        "下载证书",
        (
            (
                "iPhone、iPad",
                (
                    "用 Safari 打开本页,下载证书并点“允许”。",
                    "“设置”→“已下载描述文件”→“安装”。",
                    "“设置”→“通用”→“关于本机”→“证书信任设置”,打开 TaiLens。",
                ),
            ),
            (
                "Android",
                (
                    "下载证书。",
                    "“设置”→“安全”→“加密与凭据”→“安装证书”→“CA 证书”→“仍然安装”,选择刚下载的文件。",
                    "请用 Chrome;Firefox 默认不采用自行安装的证书。",
                ),
            ),
        ),
        "它只能为家用网络地址作保,不能冒充其他网站。",
        "安装前请与主机屏幕上的指纹 (SHA-256) 核对:",
    ),
    "en": (
        "Trust this TaiLens machine",
        "Download the certificate",
        (
            (
                "iPhone, iPad",
                (
                    "Open this page in Safari, download the certificate, tap Allow.",
                    "Settings → Profile Downloaded → Install.",
                    "Settings → General → About → Certificate Trust Settings: switch TaiLens on.",
                ),
            ),
            (
                "Android",
                (
                    "Download the certificate.",
                    "Settings → Security → Encryption & credentials → Install a certificate → CA certificate → Install "
                    "anyway, and choose the downloaded file.",
                    "Use Chrome; Firefox does not take certificates of your own unless told to.",
                ),
            ),
        ),
        "It can vouch for addresses of home networks only, not for other sites.",
        "Compare before installing: the machine's terminal shows the same fingerprint (SHA-256):",
    ),
}


def language_of(accepted: str) -> str:
    """Give the language that an Accept-Language header likes best, of those we have.

    >>> language_of("zh-TW,zh;q=0.9"), language_of("zh-CN"), language_of("de, en;q=0.5"), language_of("zh")
    ('zh-Hant', 'zh-Hans', 'en', 'zh-Hant')
    """
    for part in accepted.split(","):
        tag = part.partition(";")[0].strip().lower()
        if tag.startswith("zh"):
            return "zh-Hans" if any(each in tag for each in ("hans", "cn", "sg")) else "zh-Hant"
        if tag.startswith("en"):
            return "en"
    return "en"


def trust_page(authority: Authority, language: str) -> str:
    """Give the page in one language."""
    title, link, phones, harmless, compare = TEXTS[language]
    steps = "".join(
        f"<h2>{escape(phone)}</h2><ol>{''.join(f'<li>{escape(step)}</li>' for step in each)}</ol>"
        for phone, each in phones
    )
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        "<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:1rem auto;padding:0 1rem}"
        "a{display:block;min-height:44px;line-height:44px;text-align:center;border:2px solid;border-radius:8px}"
        "code{overflow-wrap:anywhere}</style>"
        f'<h1>{escape(title)}</h1><p><a href="{CERTIFICATE}">{escape(link)}</a></p>{steps}'
        f"<p>{escape(harmless)}</p><p>{escape(compare)}</p><p><code>{authority.fingerprint}</code></p></html>"
    )


@contextmanager
def running_trust_page(authority: Authority, listener: socket.socket) -> Iterator[None]:
    """Hand the certificate out at a bound socket while the block runs."""
    der = authority.der

    class Answer(BaseHTTPRequestHandler):
        timeout = PATIENCE_SECONDS
        server_version = "TaiLens"
        sys_version = ""

        def do_GET(self) -> None:
            """Give the page or the certificate."""
            path = self.path.partition("?")[0]
            if path == CERTIFICATE:
                self.answer(200, "application/x-x509-ca-cert", der)
            elif path == "/":
                page = trust_page(authority, language_of(self.headers.get("Accept-Language", "")))
                self.answer(200, "text/html; charset=utf-8", page.encode())
            else:
                self.answer(404, "text/plain; charset=utf-8", b"There is nothing at this address.\n")

        do_HEAD = do_GET

        def answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "no-store")
            self.send_header("x-content-type-options", "nosniff")
            self.send_header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the terminal shows the codes to scan."""

    server = ThreadingHTTPServer(listener.getsockname()[:2], Answer, bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    server.daemon_threads = True
    server.server_activate()
    thread = threading.Thread(target=server.serve_forever, name="trust", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
