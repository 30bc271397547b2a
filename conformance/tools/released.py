# SPDX-License-Identifier: Apache-2.0
"""Uses of a release by new users, each in an empty environment, as two tables.

    python conformance/tools/released.py [--language rust ...] [--dist FOLDER] [--json]

builds everything that is released into a folder, takes the checkout off every path, and for each language

- runs the published consumer of test vectors from the released package of parsers (wheel, npm tarball, module
  zip, crate, jar, headers) and the released vectors;
- installs the wheel, has `init` write an adapter project, and runs the commands of its README to a verdict.

Caches of all package managers are empty, so that minutes include every download. A language whose tools are
not installed is named and left out. Exit code 1 where a consumer's failures are not those of its list.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from release import artefacts, consumers, verdicts
from release.process import CommandError, Place, empty_place, missing, usual_place
from rich.console import Console
from rich.table import Table

Row = dict[str, Any]
_COMMON = {"language": "language", "minutes": "minutes", "of a processor": "cpu_minutes", "lines": "lines"}
_CONSUMER_COLUMNS = {
    **_COMMON,
    "vectors judged": "judged",
    "failed": "failed",
    "of these known": "known",
    "result": "result",
}
_VERDICT_COLUMNS = {**_COMMON, "answers judged": "judged", "right": "right", "result": "result"}


def timed(work: Callable[[], Row]) -> Row:
    """Result of a step, with its minutes; a failure is also a row."""
    start, cpu_start_s = time.monotonic(), cpu_s()
    try:
        row = work()
    except CommandError as failure:
        row = {"result": "failed", "why": str(failure)}
    minutes, cpu_minutes = (time.monotonic() - start) / 60, (cpu_s() - cpu_start_s) / 60
    return {**row, "minutes": round(minutes, 2), "cpu_minutes": round(cpu_minutes, 2)}


def cpu_s() -> float:
    """Processor time of all commands so far: on a busy machine wall time is not meaningful."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def consumer_rows(languages: list[str], root: Path, dist: Path, broken: Mapping[str, str]) -> Iterator[Row]:
    """A row per consumer; `broken` has why a language could not be packed."""
    for name, prepare in consumers.CONSUMERS.items():
        language = name.partition("-")[0]
        if language not in languages:
            continue
        if language in broken:
            yield {"language": name, "result": "failed", "why": broken[language]}
            continue
        absent = missing(*consumers.NEEDS[name])
        if absent:
            yield {"language": name, "result": "left out", "why": f"{absent} is not installed"}
            continue

        def one(name: str = name, prepare: Callable[..., consumers.Project] = prepare) -> Row:
            place = empty_place(root / f"consumer-{name}")
            release = consumers.unpack_vectors(dist, place.folder / "vectors")
            published = release / "consumers"
            project = prepare(place, dist, published)
            known = published / consumers.known_list(name)
            outcome = consumers.consume(place, project, release, known)
            lines = consumers.num_lines(place, project)
            return {
                "lines": lines,
                "judged": outcome.cases,
                "failed": outcome.failed,
                "known": outcome.known,
                "result": "as listed" if outcome.is_expected else "not as listed",
            }

        yield {"language": name, **timed(one)}


def installation(root: Path, dist: Path) -> Row:
    """The wheel in an empty environment: the folder of its programs, with the minutes of it."""
    [wheel] = dist.glob("hudi_conformance-*.whl")
    return timed(lambda: {"programs": verdicts.install(empty_place(root / "installed"), wheel)})


def verdict_rows(languages: list[str], root: Path, installed: Row) -> Iterator[Row]:
    """A row per language that `init` supports."""
    if "programs" not in installed:
        yield {"language": "installation", **installed}
        return
    for name, needs in verdicts.NEEDS.items():
        if name not in languages:
            continue
        absent = missing(*needs)
        if absent:
            yield {"language": name, "result": "left out", "why": f"{absent} is not installed"}
            continue

        def one(name: str = name) -> Row:
            found = verdicts.first_verdict(empty_place(root / f"verdict-{name}"), installed["programs"], name)
            return {
                "lines": found.lines,
                "judged": found.judged,
                "right": found.right,
                "result": "all right" if found.right == found.judged > 0 else "wrong",
            }

        row = timed(one)
        for key in ("minutes", "cpu_minutes"):
            row[key] = round(row[key] + installed[key], 2)
        yield {"language": name, **row}


def shown(title: str, columns: Mapping[str, str], rows: list[Row]) -> Table:
    """Rows as a table."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for head in columns:
        table.add_column(head, justify="left" if head in {"language", "result", "lines"} else "right")
    for row in rows:
        table.add_row(*(_cell(row.get(key)) for key in columns.values()))
    return table


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    return "" if value is None else str(value)


def main() -> int:
    """Build, run, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", action="append", choices=sorted(artefacts.PACKERS))
    parser.add_argument("--dist", type=Path, help="Keep the released files here.")
    parser.add_argument("--no-build", action="store_true", help="Take the released files that are in --dist.")
    parser.add_argument("--json", action="store_true", dest="as_json")
    given = parser.parse_args()
    if given.no_build and given.dist is None:
        parser.error("--no-build needs --dist")
    chosen = os.environ.get("HUDI_CONFORMANCE_LANGUAGES", "").split()
    languages = given.language or chosen or sorted(artefacts.PACKERS)
    err = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        dist = (given.dist or root / "dist").resolve()
        dist.mkdir(parents=True, exist_ok=True)
        broken: dict[str, str] = {}
        with err.status("building what is released"):
            place = usual_place(root / "build")
            if not given.no_build:
                artefacts.build_suite(place, dist)
            installed = installation(root, dist)
            if not given.no_build:
                broken = build(languages, place, dist, installed, err)
        with err.status("consumers of the vectors"):
            consumed = list(consumer_rows(languages, root, dist, broken))
        with err.status("adapters from the templates"):
            judged = list(verdict_rows(languages, root, installed))
    if given.as_json:
        print(json.dumps({"consumers": consumed, "verdicts": judged}, indent=1))
    else:
        out = Console(width=120)
        out.print(shown("Consumers of the vectors, from released files", _CONSUMER_COLUMNS, consumed))
        out.print()
        title = "From an empty environment to the first verdict on an adapter of `init`"
        out.print(shown(title, _VERDICT_COLUMNS, judged))
    for row in (*consumed, *judged):
        if "why" in row:
            err.print(f"{row['language']}: {row['why']}", markup=False, highlight=False)
    return exit_code([*consumed, *judged])


def exit_code(rows: list[Row]) -> int:
    """0 if every language did what is expected, or its tools are absent; 1 also where nothing ran."""
    results = [row["result"] for row in rows]
    return 0 if results and set(results) <= {"as listed", "all right", "left out"} else 1


def build(languages: list[str], place: Place, dist: Path, installed: Row, err: Console) -> dict[str, str]:
    """Export the vectors and pack the parsers; languages that could not be packed, with the reason.

    A language whose tools are absent is left out. Raises CommandError where the wheel is not installed.
    """
    if "programs" not in installed:
        raise CommandError(installed["why"])
    artefacts.export_vectors(place, dist, [str(installed["programs"] / "hudi-conformance")])
    broken = {}
    for language in languages:
        if missing(*artefacts.NEEDS[language]) is None:
            try:
                artefacts.pack(place, language, dist)
            except CommandError as failure:
                broken[language] = str(failure)
    for path in sorted(path for path in dist.rglob("*") if path.is_file()):
        err.print(f"{path.stat().st_size:>12,}  {path.relative_to(dist)}", markup=False, highlight=False)
    return broken


if __name__ == "__main__":
    sys.exit(main())
