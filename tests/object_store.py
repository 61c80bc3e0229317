"""An S3 server on this machine (moto's), for tests of addresses."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import fsspec
import pytest

from tests.ports import free_port

KEYS = {"AWS_ACCESS_KEY_ID": "nobody", "AWS_SECRET_ACCESS_KEY": "a-secret", "AWS_DEFAULT_REGION": "us-east-1"}


@contextmanager
def running_object_store(bucket: str) -> Iterator[str]:
    """Run the server with one bucket, which the environment's keys open; gives its address."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        for line in server.stderr:
            if "Running on" in line:
                break
        # It says a line of every call, and would wait for somebody to read it.
        reading = threading.Thread(target=server.stderr.read)
        reading.start()
        with pytest.MonkeyPatch.context() as patch:
            for name, text in {**KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}.items():
                patch.setenv(name, text)
            fsspec.filesystem("s3").mkdir(bucket)
            yield f"s3://{bucket}"
        server.terminate()
        reading.join()
