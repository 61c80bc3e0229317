"""Doubt labels with the PyPI package `cleanlab`, as its authors publish it; run in the peers' environment.

Takes one JSON document on stdin: `classes`, and `photos`, each with `labels` and `seen` as lists of [class, box,
chances] (of a label the chances are those of the tile seen there, or null). Prints ranked doubts, the worst first, as
[photo, kind, which label or tile seen]: `objectlab`, Tkachenko and others, "ObjectLab" (2023), on boxes; `learning`,
Northcutt and others, "Confident Learning" (2021), on names alone.
"""

import json
import sys

import numpy as np
from cleanlab.filter import find_label_issues
from cleanlab.object_detection import rank

asked = json.load(sys.stdin)
count = len(asked["classes"])


def predictions(seen):
    """Give, class by class, boxes with their confidence."""
    found = [[] for _ in range(count)]
    for at, box, chances in seen:
        found[at].append([*box, chances[at]])
    return np.array([np.array(boxes, float).reshape(-1, 5) for boxes in found] + [None], dtype=object)[:-1]


def in_their_order(seen):
    """Give where each tile seen comes among the predictions."""
    return sorted(range(len(seen)), key=lambda at: (seen[at][0], at))


photos = asked["photos"]
labels = [
    {
        "bboxes": np.array([b for _, b, _ in p["labels"]], float).reshape(-1, 4),
        "labels": np.array([c for c, _, _ in p["labels"]], int),
    }
    for p in photos
]
given = {"labels": labels, "predictions": [predictions(p["seen"]) for p in photos]}
doubts = []
for photo, scores in enumerate(rank.compute_overlooked_box_scores(**given)):
    order = in_their_order(photos[photo]["seen"])
    doubts += [(score, photo, "missed", order[at]) for at, score in enumerate(scores) if np.isfinite(score)]
for kind, compute in (("box", rank.compute_badloc_box_scores), ("name", rank.compute_swap_box_scores)):
    for photo, scores in enumerate(compute(**given)):
        doubts += [(score, photo, kind, at) for at, score in enumerate(scores) if score < 1]
doubts.sort()

places = [(p, at) for p, photo in enumerate(photos) for at, label in enumerate(photo["labels"]) if label[2] is not None]
chances = np.array([photos[p]["labels"][at][2] for p, at in places])
named = np.array([photos[p]["labels"][at][0] for p, at in places])
issues = find_label_issues(named, chances, return_indices_ranked_by="normalized_margin")
json.dump(
    {
        "objectlab": [[photo, kind, at] for _, photo, kind, at in doubts],
        "learning": [[places[i][0], "name", places[i][1]] for i in issues.tolist()],
    },
    sys.stdout,
)
