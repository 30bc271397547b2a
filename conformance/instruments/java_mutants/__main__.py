# SPDX-License-Identifier: Apache-2.0
"""`python -m instruments.java_mutants`: see the package."""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.toolchain.coverage import judged_jars
from hudi_conformance.toolchain.registry import load_implementations

from instruments import java_mutants
from instruments.java_mutants import detection, record, stored
from instruments.java_mutants.judging import Judges
from instruments.java_mutants.sites import judged_sites
from instruments.java_reach import Surfaces, load_surfaces


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 1 if a detecting case has the same verdict without a change."""
    surfaces = load_surfaces()
    parser = argparse.ArgumentParser(
        prog="python -m instruments.java_mutants",
        description=java_mutants.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--num", type=int, default=60, help="number of mutants; default 60")
    parser.add_argument("--release", choices=list(surfaces.releases), default=next(iter(surfaces.releases)))
    parser.add_argument("--change", choices=detection.CHANGES, default=detection.CHANGES[0])
    parser.add_argument(
        "--keep",
        type=Path,
        help="folder for the record; cases that did not change since are not recorded again",
    )
    parser.add_argument("--store", action="store_true", help=f"write results/{stored.GENERATED}")
    options = parser.parse_args(arguments)
    judges = Judges()
    try:
        with tempfile.TemporaryDirectory() as folder:
            scratch = Path(folder)
            recorded = _recorded(judges, surfaces, options.release, options.keep, scratch)
            rows, unstable = _run(judges, recorded, options, scratch)
    finally:
        judges.close()
    for line in stored.summary(rows):
        print(line)
    if options.store:
        _store(options.release, options.change, options.seed, rows)
    for case in unstable:
        print(f"unstable without a change: {case}", file=sys.stderr)
    return 1 if unstable else 0


def _recorded(
    judges: Judges, surfaces: Surfaces, release: str, keep: Path | None, scratch: Path
) -> record.Record:
    """The record of a release; runs in the folder `keep` are used again."""
    path = None if keep is None else keep / release / record.FILE
    earlier = record.load(path) if path is not None and path.is_file() else None
    names = surfaces.releases[release]
    recipe = load_implementations()[names[0]].measurable()
    assert recipe is not None, f"{names[0]} is an adapter in Java"
    sites = judged_sites(judged_jars(recipe), surfaces, scratch)
    if earlier is not None and list(earlier.sites) != sites:
        earlier = None
    recorded = record.record(judges, names, sites, scratch, progress=_note, earlier=earlier)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        recorded.save(path)
    return recorded


def _run(
    judges: Judges, recorded: record.Record, options: argparse.Namespace, scratch: Path
) -> tuple[list[dict[str, Any]], list[str]]:
    """Stored rows of all drawn mutants, and detecting cases that fail without a change."""
    samples = _load()
    earlier = stored.drawn(samples, options.release, options.seed, options.num)
    mutants = detection.draw(recorded, options.seed, options.num, options.change, earlier)
    detector = detection.Detector(judges, recorded, mutants, options.seed)
    equivalents = stored.load_equivalents()
    detecting = stored.detecting_cases(samples, options.release, options.change)
    rows: list[dict[str, Any]] = []
    for mutant in mutants:
        start = time.monotonic()
        reason = next((each.reason for each in equivalents if each.covers(options.release, mutant)), None)
        limit = None if reason is None else detection.MAX_OTHERS
        match = detector.detect(mutant, scratch, detecting.get(stored.key(mutant)), limit)
        rows.append(stored.row(mutant, match, *detector.num_cases(mutant), reason))
        by = f"{match.case} {match.verdict}" if match.verdict else ""
        _note(
            f"{len(rows)} {rows[-1]['state']} {stored.location(rows[-1])} {by}"
            f" ({match.num_runs} of {rows[-1]['executed_by']} cases, {time.monotonic() - start:.1f} s)"
        )
    return rows, detector.unstable({(row["implementation"], row["case"]) for row in rows if "case" in row})


def _store(release: str, change: str, seed: int, rows: Sequence[dict[str, Any]]) -> None:
    samples = _load()
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    samples[f"{release} {change}"] = {"date": date, "seed": seed, "mutants": list(rows)}
    text = json.dumps({"about": stored.ABOUT, "samples": samples}, indent=1)
    _path().write_text(f"{text}\n", encoding="utf-8")


def _load() -> dict[str, Any]:
    """The stored samples."""
    samples: dict[str, Any] = (
        json.loads(_path().read_text(encoding="utf-8"))["samples"] if _path().is_file() else {}
    )
    return samples


def _path() -> Path:
    return resources.data_root() / "conformance" / "results" / stored.GENERATED


def _note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
