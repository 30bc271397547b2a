# SPDX-License-Identifier: Apache-2.0
"""Peak memory of an audit of one large log file on Spark: driver, JVM and Python workers separately.

Linux only: the peak of a process is read from /proc until it ends. Pages of the mapped file count as resident
while the system does not need the memory, so they are reported separately.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from log_files import make_file

GIB = 1 << 30
LEN_BLOCK = 4 << 20
INTERVAL_S = 0.05
_FIELDS = re.compile(r"^(VmHWM|RssAnon|RssFile):\s+(\d+) kB", re.MULTILINE)


def role_of(pid: int) -> str:
    """The role of a process, by its command line."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    if words[0].endswith(b"java"):
        return "JVM"
    if any(b"pyspark.daemon" in word or b"pyspark/daemon" in word for word in words):
        return "Python worker"
    return "driver" if b"audit" in words else "other"


def family(root: int) -> set[int]:
    """The process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found, todo = set(), [root]
    while todo:
        pid = todo.pop()
        found.add(pid)
        todo += children.get(pid, [])
    return found


def look(root: int, peaks: dict[int, tuple[str, Counter[str]]]) -> int:
    """Note role and most memory of each process, by field in KiB; the sum of anonymous memory now."""
    total = 0
    for pid in family(root):
        try:
            fields = _FIELDS.findall(Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
            role = role_of(pid)
        except OSError:
            continue
        if fields and role != "other":
            status = Counter({name: int(kib) for name, kib in fields})
            _, peak = peaks.get(pid, (role, status))
            peaks[pid] = role, peak | status  # the larger of each
            total += status["RssAnon"]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--gib", type=float, default=4.0, help="size of the file")
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--folder", type=Path, help="where the file is generated (and deleted afterwards)")
    options = parser.parse_args()
    program = Path(sys.executable).with_name("hudi-conformance")
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        folder = Path(scratch)
        file = make_file(folder, "memory", LEN_BLOCK, int(options.gib * GIB))
        command = [str(program), "audit", str(file.path), "--engine", "spark", "--master", options.master]
        peaks: dict[int, tuple[str, Counter[str]]] = {}
        together = 0
        start = time.monotonic()
        with subprocess.Popen([*command, "--out", str(folder / "out")]) as process:
            while process.poll() is None:
                together = max(together, look(process.pid, peaks))
                time.sleep(INTERVAL_S)
        seconds = time.monotonic() - start
    print(f"{file.num_bytes / GIB:.2f} GiB in {file.num_blocks:,} blocks, {file.num_records:,} records")
    print(f"{options.master}: exit code {process.returncode} after {seconds:.0f} s, session start included")
    print(f"{'peak MiB':15} {'resident':>9} {'anonymous':>10} {'mapped':>9}")
    for role in ("driver", "JVM", "Python worker"):
        of_role = (peak for owner, peak in peaks.values() if owner == role)
        for peak in sorted(of_role, key=lambda peak: -peak["VmHWM"])[:4]:
            resident, anonymous, mapped = (peak[name] >> 10 for name in ("VmHWM", "RssAnon", "RssFile"))
            print(f"{role:15} {resident:9,} {anonymous:10,} {mapped:9,}")
    print(f"{'all, anonymous':15} {together >> 10:9,}")
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
