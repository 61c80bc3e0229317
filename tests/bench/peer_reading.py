"""Read photos with the PyPI package `mahjong-detector`; run in the peers' environment.

Takes photo paths on stdin; prints a document a line, of the form of `tailens read --json`, with the seconds it took,
and the process's peak memory on the last line.
"""

import json
import sys
import time
from pathlib import Path

from mahjong_detector.predict import CLASS_NAMES, predict
from mahjong_detector.preprocess import preprocess_image
from peak import peak_bytes
from PIL import Image

HONOURS = {"tou": "1z", "nan": "2z", "sha": "3z", "pe": "4z", "haku": "5z", "hatsu": "6z", "chun": "7z"}

for line in sys.stdin:
    path = line.rstrip("\n")
    start = time.perf_counter()
    with Image.open(path) as picture:
        found = predict(*preprocess_image(picture.convert("RGB")))
    tiles = []
    for d in found:
        corners = [[d.x1, d.y1], [d.x2, d.y1], [d.x2, d.y2], [d.x1, d.y2]]
        name = CLASS_NAMES[d.class_id]
        tile = {"tile": HONOURS.get(name, name), "confidence": float(d.confidence), "role": "concealed"}
        tiles.append({**tile, "corners": [[float(x), float(y)] for x, y in corners]})
    print(json.dumps({"photo": Path(path).name, "tiles": tiles, "seconds": time.perf_counter() - start}))
print(json.dumps({"peak_bytes": peak_bytes()}))
