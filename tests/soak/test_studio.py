"""What `tailens label --form label-studio` writes, a real Label Studio imports, and shows the boxes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from api.cli import main
from tests.soak.studio import PROGRAM, running_studio

pytestmark = [
    pytest.mark.skipif("TAILENS_SOAK" not in os.environ, reason="`make soak` runs it"),
    pytest.mark.skipif(not PROGRAM.exists(), reason="scripts/studio.sh puts Label Studio there"),
]

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"


def test_a_real_label_studio_shows_every_box_of_our_file(tmp_path):
    out, room = tmp_path / "set", tmp_path / "studio"
    room.mkdir()
    assert main(["label", *map(str, sorted(SAMPLES.glob("*.jpg"))), "--out", str(out), "--form", "label-studio"]) == 0
    tasks = json.loads((out / "tasks.json").read_text("utf-8"))
    with running_studio(room, out) as studio:
        config = (out / "label-config.xml").read_text("utf-8")
        project = studio.call("projects", {"title": "tiles", "label_config": config})["id"]
        storage = {"project": project, "path": str(out / "images"), "use_blob_urls": True}
        studio.call("storages/localfiles", storage)
        imported = studio.call(f"projects/{project}/import", tasks)
        assert (imported["task_count"], imported["prediction_count"]) == (len(tasks), len(tasks))
        # What docs/data.md tells people to choose in the project's settings.
        studio.call(f"projects/{project}", {"model_version": "tailens"}, method="PATCH")
        found = studio.call(f"tasks?project={project}&fields=all")["tasks"]
        assert len(found) == len(tasks)
        for ours, theirs in zip(tasks, sorted(found, key=lambda task: task["id"]), strict=True):
            shown = studio.look(project, theirs["data"]["photo"], tmp_path / f"{theirs['id']}.png")
            expected = [(r["type"], r["value"][r["type"]][0]) for r in ours["predictions"][0]["result"]]
            kinds = {"rectangleregion": "rectanglelabels", "polygonregion": "polygonlabels"}
            assert sorted((kinds[kind], name) for kind, name in shown) == sorted(expected)
            assert (tmp_path / f"{theirs['id']}.png").stat().st_size > 200_000
