"""A process's own peak memory: imported beside themselves by the scripts that run alone."""

import re
import resource
from pathlib import Path


def peak_bytes() -> int:
    """Give it in bytes; `getrusage` alone would count what the parent held when it began this process."""
    try:
        found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    except OSError:
        found = None
    return 1024 * (int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
