"""Read photos with TaiLens in a process of its own, in the form of `peer_reading`."""

import json
import sys
import time

from peak import peak_bytes

from vision import Reader

reader = Reader()
for line in sys.stdin:
    path = line.rstrip("\n")
    start = time.perf_counter()
    times: dict[str, float] = {}
    document = reader.read(path, times=times).to_document()
    print(json.dumps({**document, "seconds": time.perf_counter() - start, "stages": times}))
print(json.dumps({"peak_bytes": peak_bytes()}))
