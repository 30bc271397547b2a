# SPDX-License-Identifier: Apache-2.0
"""Stop real upgrades and downgrades at every change of a file, and read what is left by both releases.

    python conformance/tools/upgrade_crashes.py [--only TEXT] [--out conformance/measures/upgrades]

A release writes a table by `hudi_upgrade/scenario.json`, with archived commits, logs, and a write that died.
The upgrade of another release is stopped after N changes; a file that was created last is also cut to half.
Each state is read by this project and by the releases on both ends, and audited. Then the upgrade runs again,
at most twice, and the table is read once more. The result of a run is a JSON file, and
`instruments.documents.upgrades` writes the page of all. Merge-on-read tables have many changes: they are
stopped after the first and after the last of neighbouring changes of one kind.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hudi_conformance import audit_files, resources
from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.errors import Reject
from hudi_conformance.suite.adapter import ProcessAdapter
from hudi_conformance.toolchain.build import build_adapter

TOOLS = Path(__file__).resolve().parent
SCENARIO = TOOLS / "hudi_upgrade/scenario.json"
CLIENT = "0.12.3"  # writes by the recipe of timelines: its tables have version 5
RECIPE = ("commits=7", "keep_min=3", "keep_max=4", "retained=1", "pending=true")
SHAPES = {
    "cow": ("COPY_ON_WRITE", False),
    "mor": ("MERGE_ON_READ", False),
    "mor-metadata": ("MERGE_ON_READ", True),
}
# writer, its table version, release that changes the version, to which, release that reads it then
RUNS = [
    ("0.15.0", 6, "1.2.1", 9, "1.2.1"),
    ("1.2.1", 9, "1.2.1", 6, "0.15.0"),
    ("0.15.0", 6, "1.0.1", 8, "1.0.1"),
    ("0.15.0", 6, "1.1.1", 9, "1.1.1"),
    ("1.0.1", 8, "1.1.1", 9, "1.1.1"),
    ("1.0.1", 8, "1.2.1", 9, "1.2.1"),
    ("1.0.1", 8, "1.0.1", 6, "0.15.0"),
    ("1.2.1", 9, "1.2.1", 8, "1.0.1"),
    ("0.12.3", 5, "0.15.0", 6, "0.15.0"),
    ("0.15.0", 6, "0.15.0", 5, "0.12.3"),
    ("1.1.1", 9, "1.1.1", 6, "0.15.0"),
    ("1.1.1", 9, "1.1.1", 8, "1.0.1"),
    ("0.14.1", 6, "1.2.1", 9, "1.2.1"),
    ("0.14.1", 6, "1.1.1", 9, "1.1.1"),
    ("0.14.1", 6, "1.0.1", 8, "1.0.1"),
    ("0.14.1", 6, "0.14.1", 5, "0.12.3"),
    ("0.12.3", 5, "0.14.1", 6, "0.14.1"),
    ("0.12.3", 5, "1.0.1", 8, "1.0.1"),
    ("0.12.3", 5, "1.1.1", 9, "1.1.1"),
    ("0.12.3", 5, "1.2.1", 9, "1.2.1"),
]
_MS = 30_000
_TIME = re.compile(r"\d{17}")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VARIABLE = [
    (_UUID, "ID"),
    (_TIME, "TIME"),
    (re.compile(r"/[a-z]+/\S*/t\b"), "TABLE"),
    (re.compile(r"\[==>.*"), "…"),
]


@dataclass
class Releases:
    """The tool of each release, started when it is needed."""

    running: dict[str, ProcessAdapter] = field(default_factory=dict)

    def ask(self, release: str, cmd: str, table: Path, **args: Any) -> Any:
        """The value of an answer, or a sentence about its absence."""
        if release not in self.running:
            command = build_adapter(str(TOOLS / "hudi_upgrade"), release)
            self.running[release] = ProcessAdapter(command, memory_mib=None)
        given = {"table": str(table), **args}
        answer = self.running[release].ask(cmd, None, given, ms=_MS, mib=1024)
        return answer.value if answer.answer == "value" else plain(f"{answer.answer}: {answer.message}")


def plain(message: str) -> str:
    """A message without times, identifiers and folders."""
    for pattern, name in _VARIABLE:
        message = pattern.sub(name, message)
    return message[:240]


def step_of(change: str) -> str:
    """Changes without times and identifiers: a kind of step."""
    return re.sub(r"(?<=log\.)\d+|(?<=0000)\d", "N", re.sub(r"^(\w+) [ab]/", r"\1 PART/", plain(change)))


def write_table(release: str, version: int, shape: str, folder: Path) -> None:
    """Write the table of a run.

    Raises:
        RuntimeError: the release does not write it.
    """
    kind, has_metadata = SHAPES[shape]
    if release == CLIENT:
        words = [f"base={folder}", f"type={kind}", *RECIPE, *(["metadata=true"] if has_metadata else [])]
        _recipe(folder, words)
        return
    scenario = {
        "version": version,
        "type": kind,
        "partitioned": True,
        "metadata_table": has_metadata,
        "steps": json.loads(SCENARIO.read_text(encoding="utf-8")),
    }
    adapter = ProcessAdapter(build_adapter("hudi_writer", release), memory_mib=None)
    answer = adapter.ask("table.write", None, {"write": scenario}, ms=4 * _MS, mib=1024)
    adapter.close()
    if answer.answer != "value":
        raise RuntimeError(f"{release}: {answer.message}")
    for name, file in answer.value["files"].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(file["b64"]))
        os.utime(path, (file["mtime"] / 1000,) * 2)


def _recipe(folder: Path, words: list[str]) -> None:
    folder.mkdir(parents=True)
    command = build_adapter(str(TOOLS / "hudi_client"), CLIENT)
    subprocess.run([*command, *words], check=True, capture_output=True)
    for path in folder.rglob("*.crc"):
        path.unlink()


def shown(rows: Any) -> dict[str, list[str]] | str:
    """Rows as texts by key, without meta columns; a sentence stays one."""
    if isinstance(rows, str):
        return rows
    found: dict[str, list[str]] = {}
    for row in rows:
        values = {name: str(value) for name, value in row.items() if not name.startswith("_hoodie")}
        key = values.get("id", values.get("uuid", ""))
        found.setdefault(key, []).append(json.dumps(values, sort_keys=True))
    return found


def ours(table: Path) -> dict[str, list[str]] | str:
    """Rows by this project."""
    try:
        answer: Any = table_read(table, {})
    except Reject as rejection:
        return plain(f"reject: {rejection}")
    return shown(answer["rows"])


def outcome(rows: dict[str, list[str]] | str, before: dict[str, list[str]]) -> str:
    """How rows differ from those before."""
    if isinstance(rows, str):
        return rows
    lost = len(before.keys() - rows.keys())
    extra = len(rows.keys() - before.keys())
    both = rows.keys() & before.keys()
    twice = sum(len(rows[key]) > 1 for key in both)
    other = sum(len(rows[key]) == 1 and rows[key] != before[key] for key in both)
    counts = {"lost": lost, "extra": extra, "twice": twice, "other values": other}
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "same"


def audited(table: Path) -> list[str]:
    """Rules that an audit reports as errors or warnings, sorted."""
    rows = audit_files(table).findings()
    return sorted({str(row.requirement) for row in rows if row.severity in ("error", "warning")})


@dataclass
class Run:
    """One release changes the version of one table."""

    releases: Releases
    given: tuple[str, int, str, int, str]
    shape: str
    scratch: Path

    @property
    def readers(self) -> list[str]:
        """Releases that read the table."""
        writer, _, changer, _, reader = self.given
        return sorted({writer, changer, reader})

    def measure(self) -> dict[str, Any]:
        """Write the table, stop the change of its version at each point, and describe all states."""
        writer, version, changer, to, reader = self.given
        table = self.scratch / "before/t"
        write_table(writer, version, self.shape, table)
        self.table = table
        before = ours(table)
        assert isinstance(before, dict), before
        self.before = before
        start = {"ours": len(before), **{r: self.read(r, table) for r in self.readers}}
        whole = self.change(None)
        states = []
        if isinstance(whole, dict):
            steps = [step_of(change) for change in whole["did"]]
            for number, cut in self.stops(steps):
                state = self.state(number, cut)
                if state is not None:
                    states.append(state)
        return {
            "writer": writer,
            "version": version,
            "changer": changer,
            "to": to,
            "reader": reader,
            "shape": self.shape,
            "rows": start,
            "end": plain(whole["end"]) if isinstance(whole, dict) else whole,
            "changes": len(whole["did"]) if isinstance(whole, dict) else 0,
            "states": states,
        }

    def stops(self, steps: list[str]) -> Iterator[tuple[int, bool]]:
        """After how many changes to stop, and whether the file created last is cut."""
        yield 0, False
        for number, step in enumerate(steps, 1):
            if self.shape != "cow" and self.is_inner(steps, number - 1):
                continue
            yield number, False
            if step.startswith("create"):
                yield number, True

    def is_inner(self, steps: list[str], at: int) -> bool:
        """Whether a change lies between two of its kind, not further than four changes away."""
        kind = _loose(steps[at])
        before, after = steps[max(at - 4, 0) : at], steps[at + 1 : at + 5]
        return kind in map(_loose, before) and kind in map(_loose, after)

    def change(self, stop_after: int | None) -> Any:
        """Run the release on a copy of the table."""
        left = self.scratch / "left/t"
        shutil.rmtree(left, ignore_errors=True)
        shutil.copytree(self.table, left)
        _, _, changer, to, _ = self.given
        more = {} if stop_after is None else {"stop_after": stop_after}
        return self.releases.ask(changer, "upgrade.run", left, to=to, **more)

    def read(self, release: str, table: Path) -> str:
        """How the rows that a release reads differ."""
        value = self.releases.ask(release, "upgrade.read", table)
        return outcome(shown(value if isinstance(value, str) else value["rows"]), self.before)

    def state(self, number: int, cut: bool) -> dict[str, Any] | None:
        """One stop; None if there is nothing to stop or to cut."""
        run = self.change(number)
        left = self.scratch / "left/t"
        if isinstance(run, str):
            return {"after": number, "step": "", "cut": cut, "run": run}
        if not run["stopped"]:
            return None
        last = run["did"][-1] if run["did"] else "nothing"
        if cut:
            path = left / last.split(" ", 1)[1]
            if not path.is_file() or not path.stat().st_size:
                return None
            os.truncate(path, path.stat().st_size // 2)
        _, _, changer, to, _ = self.given
        state: dict[str, Any] = {"after": number, "step": step_of(last), "cut": cut}
        state["ours"] = outcome(ours(left), self.before)
        state |= {release: self.read(release, left) for release in self.readers}
        state["audit"] = audited(left)
        ends: list[str] = []
        while not ends or (ends[-1] != "done" and len(ends) < 2):
            again = self.releases.ask(changer, "upgrade.run", left, to=to)
            ends.append(plain(again["end"]) if isinstance(again, dict) else again)
        state["again"] = ends
        state["then"] = {"ours": outcome(ours(left), self.before)}
        state["then"] |= {release: self.read(release, left) for release in self.readers}
        state["then"]["audit"] = audited(left)
        return state


def _loose(step: str) -> str:
    """A kind of step for tables with many: the action alone and the folder."""
    words = step.split(" ")
    return f"{words[0]} {words[-1].rsplit('/', 1)[0]} {words[-1].rsplit('.', 1)[-1]}"


def main() -> None:
    """Measure the runs that are not stored yet."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--only", default="", help="runs whose name contains this text")
    parser.add_argument("--out", type=Path, default=resources.data_root() / "measures/upgrades")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    releases = Releases()
    for given, shape in _ordered():
        writer, version, changer, to, _ = given
        name = f"{writer}-v{version}-{changer}-v{to}-{shape}"
        target = args.out / f"{name}.json"
        if args.only not in name or target.exists():
            continue
        with tempfile.TemporaryDirectory() as scratch:
            result = Run(releases, given, shape, Path(scratch)).measure()
        target.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(name, result["changes"], len(result["states"]), result["end"], flush=True)


def _ordered() -> Iterator[tuple[tuple[str, int, str, int, str], str]]:
    """Runs, those that show most first."""
    for given in RUNS[:8]:
        yield from ((given, shape) for shape in ("cow", "mor"))
    yield from ((given, "mor-metadata") for given in RUNS[:2])
    for shape in SHAPES:
        yield from ((given, shape) for given in RUNS)


if __name__ == "__main__":
    main()
