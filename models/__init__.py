"""The ONNX files that TaiLens ships, each beside its card, and the loader that checks them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import onnxruntime

from scorer.errors import TaiLensError

FOLDER = Path(__file__).parent
NAMES = ("locator", "classifier", "verifier", "flowers", "sorter")


class ModelError(TaiLensError):
    """Refuse a model file that is missing or is not the one its card describes. Its code is `model`."""

    def __init__(self, message: str) -> None:
        super().__init__("model", message)


def card(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """Give the card of the model `name`.

    Raises:
        ModelError: there is no such card, or it can't be read.
    """
    try:
        text: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        return text
    except (OSError, ValueError) as error:
        raise ModelError(f"no readable card for model {name!r} in {folder}: {error}") from error


def plain_name(name: str = "classifier", folder: Path = FOLDER) -> str:
    """Give the name of what further training starts from: a model before its rounding to eight bits, where kept."""
    plain = f"{name}-plain"
    return plain if (folder / f"{plain}.onnx").exists() else name


def session(name: str, threads: int, folder: Path = FOLDER) -> onnxruntime.InferenceSession:
    """Open the model `name` for `threads` threads on the processor, once its hash agrees with the card.

    Raises:
        ModelError: the file is missing or its SHA-256 differs from the card's.
    """
    return opened(checked(name, folder), threads)


def checked(name: str, folder: Path = FOLDER) -> bytes:
    """Give the bytes of the model `name`, once their hash agrees with the card.

    Raises:
        ModelError: the file is missing or its SHA-256 differs from the card's.
    """
    expected = card(name, folder)["sha256"]
    try:
        data = (folder / f"{name}.onnx").read_bytes()
    except OSError as error:
        raise ModelError(f"model {name!r} is missing in {folder}: {error}") from error
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise ModelError(f"model {name!r} is not the file of its card: SHA-256 {found[:12]}, card {expected[:12]}")
    return data


def opened(data: bytes, threads: int) -> onnxruntime.InferenceSession:
    """Open a model's bytes for `threads` threads on the processor; only bytes that we know to be a model of ours."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait take the cores from the stage that comes next: 1.6 times the time a photo.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def giving_back() -> onnxruntime.RunOptions:
    """Give the options of a run after which the session gives its memory back: for the few large inputs.

    Memory that a session keeps makes its next run up to twice as fast; that of the largest photo should not stay.
    """
    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options
