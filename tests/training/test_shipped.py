from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

pytest.importorskip("torch", reason="torch is an extra, for training only")
import torch

import models
from models.layout import differs_in_weights_only
from training.shipped import START, classifier, locator, refilled, settle

PLAIN = models.plain_name()


def crops(count: int, side: int) -> np.ndarray:
    return np.random.default_rng(3).random((count, 3, side, side), np.float32)


def test_the_shipped_classifier_gives_in_torch_what_its_file_gives() -> None:
    given = crops(5, 80)
    expected = models.session(PLAIN, 1).run(None, {"crops": given})[0]
    with torch.no_grad():
        found = classifier()(torch.from_numpy(given)).numpy()
    assert np.abs(found - expected).mean() < 0.03 * np.abs(expected).mean()


def test_the_shipped_locator_gives_in_torch_what_its_file_gives() -> None:
    given = np.random.default_rng(4).random((1, 3, 128, 160), np.float32)
    expected = models.session("locator-plain", 1, START).run(None, {"photo": given})[0]
    with torch.no_grad():
        found = locator()(torch.from_numpy(given)).numpy()
    assert np.abs(found - expected).mean() < 0.03 * np.abs(expected).mean()


def test_settling_changes_no_output_and_brings_both_modes_of_normalisation_together() -> None:
    net = classifier()
    given = torch.from_numpy(crops(32, 80))
    with torch.no_grad():
        before = net(given)
        settle(net, [given[:16], given[16:]])
        after = net(given)
        net.train()
        net.drop.eval()
        trained = net(given)
    assert torch.allclose(before, after, atol=1e-2)
    assert float((trained - before).abs().mean()) < 0.05 * float(before.abs().mean())


def test_a_file_that_is_not_its_cards_is_not_learnt_from(tmp_path: Path) -> None:
    for end in ("onnx", "json"):
        shutil.copy(models.FOLDER / f"{PLAIN}.{end}", tmp_path)
    with (tmp_path / f"{PLAIN}.onnx").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(models.ModelError):
        classifier(tmp_path)


def test_a_file_of_another_network_is_not_learnt_from(tmp_path: Path) -> None:
    for end in ("onnx", "json"):
        shutil.copy(models.FOLDER / f"locator.{end}", tmp_path / f"classifier.{end}")
    with pytest.raises(models.ModelError, match="shape"):
        classifier(tmp_path)


def test_a_network_written_back_is_the_file_it_came_from_and_with_other_weights_differs_in_those_only() -> None:
    sample = torch.from_numpy(crops(1, 80))
    shipped = (models.FOLDER / f"{PLAIN}.onnx").read_bytes()
    net = classifier()
    assert refilled(net, PLAIN, sample) == shipped
    settle(net, [torch.from_numpy(crops(8, 80))])
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.mul_(1.02)
    other = refilled(net, PLAIN, sample)
    assert other != shipped
    assert differs_in_weights_only(other, shipped)
    given = crops(4, 80)
    session = onnxruntime.InferenceSession(other)
    with torch.no_grad():
        expected = net(torch.from_numpy(given)).numpy()
    assert np.abs(session.run(None, {"crops": given})[0] - expected).max() < 1e-2 * np.abs(expected).max()  # halves
