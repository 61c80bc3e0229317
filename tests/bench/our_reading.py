"""Read photos with TaiLens in a process of its own, in the form of `peer_reading`."""

import json
import resource
import sys
import time

from vision import Reader

reader = Reader()
for line in sys.stdin:
    path = line.rstrip("\n")
    start = time.perf_counter()
    times: dict[str, float] = {}
    document = reader.read(path, times=times).to_document()
    print(json.dumps({**document, "seconds": time.perf_counter() - start, "stages": times}))
print(json.dumps({"peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))
