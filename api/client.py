"""A caller of our own service, for the demo: what a phone does, without a phone."""

from __future__ import annotations

import http.client
import json
import uuid
from typing import Any


class Client:
    """Call a service on this machine with its join token."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    def upload(self, photo: bytes) -> dict[str, Any]:
        """Send a photo, and give `POST /api/readings`' answer, which may be an error."""
        boundary = uuid.uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; filename="photo"\r\n\r\n'
        body = head.encode() + photo + f"\r\n--{boundary}--\r\n".encode()
        return self._post("/api/readings", body, f"multipart/form-data; boundary={boundary}")

    def score(self, call: dict[str, Any]) -> dict[str, Any]:
        """Give `POST /api/scores`' answer, which may be an error."""
        return self._post("/api/scores", json.dumps(call).encode(), "application/json")

    def _post(self, path: str, body: bytes, content_type: str) -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Content-Type": content_type}
            connection.request("POST", path, body, headers)
            answer: dict[str, Any] = json.loads(connection.getresponse().read())
            return answer
        finally:
            connection.close()
