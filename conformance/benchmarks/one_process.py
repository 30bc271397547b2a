# SPDX-License-Identifier: Apache-2.0
"""Run one command, and print its cost as JSON: `one_process.py PATIENCE ERRORS COMMAND...`.

The kernel counts the memory of the parent in the peak of a process until its program starts. So a benchmark
with tables in memory cannot start the measured process: this program does, which imports little. Peak
resident memory, pages of mapped files included, is the kernel's own figure; its anonymous part, which the
system cannot reclaim, is read every 10 ms if there is a /proc.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

INTERVAL_S = 0.01
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
_ANONYMOUS = re.compile(rb"^RssAnon:\s+(\d+) kB", re.MULTILINE)


def anonymous_kib(pid: int) -> int:
    """Anonymous memory of a process now; 0 if that is not known."""
    try:
        found = _ANONYMOUS.search(Path(f"/proc/{pid}/status").read_bytes())
    except OSError:
        return 0
    return int(found[1]) if found else 0


def run(command: list[str], patience: float, errors: Path) -> dict[str, object]:
    """Wall and CPU seconds, MiB, and the exit code: None when patience ended before the command did."""
    peak, is_killed = 0, False
    with errors.open("wb") as told:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told)
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            peak = max(peak, anonymous_kib(process.pid))
            if time.perf_counter() - start > patience and not is_killed:
                process.kill()
                is_killed = True
            time.sleep(INTERVAL_S)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "wall": wall, "cpu": usage.ru_utime + usage.ru_stime,
        "peak_mib": usage.ru_maxrss * MAXRSS_UNIT / (1 << 20), "anonymous_mib": peak / 1024 if peak else None,
        "code": None if is_killed else process.returncode,
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[3:], float(sys.argv[1]), Path(sys.argv[2]))))
