"""What the service is told from outside, also when it is wrong."""

from __future__ import annotations

import os

import pytest

from api.settings import SettingsError, settings_from
from vision import Reader
from vision.reader import usable_cores


def test_a_token_is_made_once_and_kept_for_its_owner_only(tmp_path):
    first, second = (settings_from({}, data=tmp_path / "data") for _ in range(2))
    assert first.token == second.token
    assert (tmp_path / "data" / "join-token").stat().st_mode & 0o077 == 0
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("token", ["a/b", "short", "with space in it", "中文中文中文中文", "x" * 101])
def test_a_token_that_can_not_stand_in_a_link_is_refused(tmp_path, token):
    with pytest.raises(SettingsError) as caught:
        settings_from({"TAILENS_TOKEN": token}, data=tmp_path)
    assert caught.value.code == "token_unusable"


def test_a_token_file_of_other_bytes_is_refused_in_words(tmp_path):
    (tmp_path / "join-token").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError) as caught:
        settings_from({}, data=tmp_path)
    assert caught.value.code == "token_unusable"


@pytest.mark.parametrize("taken", [".", "photos", "join-token"])
def test_a_data_folder_that_can_not_be_used_is_refused_in_words(tmp_path, taken):
    data = tmp_path / "data"
    if taken == ".":
        data.write_text("a file")
    elif taken == "photos":
        data.mkdir()
        (data / "photos").write_text("a file")
    else:
        (data / "join-token").mkdir(parents=True)
    with pytest.raises(SettingsError) as caught:
        settings_from({}, data=data)
    assert caught.value.code == "data_unusable"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not bind processes to cores")
def test_threads_are_as_many_as_the_cores_that_we_may_use_not_as_the_machine_has(tmp_path):
    # onnxruntime#8313, #10113
    ours = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(ours)})
    try:
        assert usable_cores() == 1
        assert settings_from({}, data=tmp_path).readings_at_once == 1
        assert Reader()._locator.get_session_options().intra_op_num_threads == 1
    finally:
        os.sched_setaffinity(0, ours)
