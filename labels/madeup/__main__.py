"""Write made-up sets as single-tile pictures, in the form that `labels.facebank.read_crops` reads.

python -m labels.madeup OUT --designs 40 --seed 1
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from labels.madeup import draw_faces, find_fonts

SOURCE = "made up"


def write_designs(folder: Path, count: int, seed: int, fonts: Sequence[Path]) -> None:
    """Write so many sets into `folder`, which is made: crops.csv (image, tile, source, design) beside images/."""
    (folder / "images").mkdir(parents=True, exist_ok=True)
    with (folder / "crops.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(("image", "tile", "source", "design"))
        for number in range(count):
            design = f"madeup-{seed}-{number:03d}"
            for tile, face in draw_faces(np.random.default_rng((seed, number)), fonts).items():
                image = f"{design}-{tile}.png"
                cv2.imwrite(str(folder / "images" / image), cv2.cvtColor(face, cv2.COLOR_RGB2BGR))
                table.writerow((image, tile, SOURCE, design))


def main() -> None:
    """Write the sets that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m labels.madeup", description="Make up tile sets.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--designs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    fonts = find_fonts()
    write_designs(options.folder, options.designs, options.seed, fonts)
    print(f"{options.designs} designs in {options.folder}, with {len(fonts)} fonts")


if __name__ == "__main__":
    main()
