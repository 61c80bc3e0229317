"""Read a labelled set with supervision; run in the readers' environment. Prints what it read as JSON."""

import json
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
import supervision as sv  # noqa: E402

root, form, split = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
if form in ("yolo", "yolo-obb"):
    dataset = sv.DetectionDataset.from_yolo(
        str(root / "images" / split), str(root / "labels" / split), str(root / "data.yaml"), is_obb=form == "yolo-obb"
    )
elif form == "coco":
    dataset = sv.DetectionDataset.from_coco(
        str(root / "images" / split), str(root / "annotations" / f"instances_{split}.json")
    )
else:
    dataset = sv.DetectionDataset.from_pascal_voc(str(root / "JPEGImages"), str(root / "Annotations"))

photos = {}
for path, image, found in dataset:
    corners = found.data.get("xyxyxyxy")
    photos[Path(path).name] = {
        "size": [int(image.shape[1]), int(image.shape[0])],
        "labels": [
            [dataset.classes[int(found.class_id[at])], [float(v) for v in found.xyxy[at]]]
            + ([[[float(x), float(y)] for x, y in corners[at]]] if corners is not None else [])
            for at in range(len(found))
        ],
    }
print(json.dumps({"classes": dataset.classes, "photos": photos}))
