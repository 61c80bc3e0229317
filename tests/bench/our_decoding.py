"""Decode photos with TaiLens in a process of its own: the first stage of `our_reading` alone."""

import json
import sys
import time

from peak import peak_bytes

from vision import load_photo

for line in sys.stdin:
    start = time.perf_counter()
    photo = load_photo(line.rstrip("\n"))
    print(json.dumps({"width": photo.width, "height": photo.height, "seconds": time.perf_counter() - start}))
print(json.dumps({"peak_bytes": peak_bytes()}))
