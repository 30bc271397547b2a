# SPDX-License-Identifier: Apache-2.0
"""Peak memory of an audit of one large log file on Spark: driver, JVM and Python workers, each by itself.

Linux only: what a process held at most is read from /proc until it ends. Pages of the mapped file count as
resident while the system has nothing better to do with the memory, so they are told apart.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from log_files import make_file

GIB = 1 << 30
LEN_BLOCK = 4 << 20
INTERVAL_S = 0.05
_FIELDS = re.compile(r"^(VmHWM|RssAnon|RssFile):\s+(\d+) kB", re.MULTILINE)


@dataclass(slots=True)
class Peak:
    """The most that one process held, in bytes."""

    role: str
    resident: int = 0
    anonymous: int = 0
    mapped: int = 0


def role_of(pid: int) -> str:
    """What a process is there for, by its command line."""
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


def look(root: int, peaks: dict[int, Peak]) -> int:
    """Note what each process holds; the sum of anonymous memory now."""
    total = 0
    for pid in family(root):
        try:
            status = dict(_FIELDS.findall(Path(f"/proc/{pid}/status").read_text(encoding="utf-8")))
            role = role_of(pid)
        except OSError:
            continue
        if not status or role == "other":
            continue
        peak = peaks.setdefault(pid, Peak(role))
        anonymous = int(status["RssAnon"]) << 10
        peak.role = role
        peak.resident = max(peak.resident, int(status["VmHWM"]) << 10)
        peak.anonymous = max(peak.anonymous, anonymous)
        peak.mapped = max(peak.mapped, int(status["RssFile"]) << 10)
        total += anonymous
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
        peaks: dict[int, Peak] = {}
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
        for peak in sorted((p for p in peaks.values() if p.role == role), key=lambda p: -p.resident)[:4]:
            print(f"{role:15} {peak.resident >> 20:9,} {peak.anonymous >> 20:10,} {peak.mapped >> 20:9,}")
    print(f"{'all, anonymous':15} {together >> 20:9,}")
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
