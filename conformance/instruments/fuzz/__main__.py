# SPDX-License-Identifier: Apache-2.0
"""Fuzz the decoders.

python -m instruments.fuzz                     every target in turn, a million executions in all
    --target log-scan --runs 200000                 one of them (repeatable)
    --jobs 2 --seed 7 --engine loop                 processes; without atheris
    --minimise                                      write the committed corpora anew from what was kept
    --replay                                        run the committed corpora only
    --store                                         add the figures to conformance/results/fuzz.json

Finds are kept in OUT/finds.jsonl with their inputs. Exit code 0 without finds, 1 with finds, 2 on usage.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hudi_conformance import resources

_CHUNK = 1000  # executions between two updates of the counts
_STALL_S = 600


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m instruments.fuzz", description="Fuzz the decoders.")
    parser.add_argument("--target", action="append", default=[], help="only this target (repeatable)")
    parser.add_argument("--runs", type=int, default=1_000_000, help="executions of all targets together")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("auto", "atheris", "loop"), default="auto")
    parser.add_argument("--out", type=Path, help="folder for corpora and finds; temporary by default")
    parser.add_argument("--minimise", action="store_true", help="write the committed corpora anew")
    parser.add_argument("--replay", action="store_true", help="run the committed corpora and seeds only")
    parser.add_argument("--store", action="store_true", help="add the figures to the stored results")
    parser.add_argument("--one", nargs=3, metavar=("TARGET", "RUNS", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        return _one(options)
    from instruments.fuzz.targets import TARGETS

    unknown = sorted(set(options.target) - set(TARGETS))
    if unknown:
        parser.error(f"no target {unknown[0]}; targets: {', '.join(TARGETS)}")
    names = options.target or list(TARGETS)
    if options.replay:
        return _replay(names)
    with tempfile.TemporaryDirectory(prefix="hudi-fuzz-") as scratch:
        out = options.out or Path(scratch)
        report = _fuzz(names, options, out)
        _print(report)
        if options.minimise:
            _minimise(names, out)
    if options.store:
        _store(report)
    return 1 if report["finds"] else 0


def _fuzz(names: Sequence[str], options: argparse.Namespace, out: Path) -> dict[str, Any]:
    """Fuzz targets, each in a separate process."""
    engine = options.engine
    if engine == "auto":
        engine = "atheris" if find_spec("atheris") else "loop"
    share = max(1, options.runs // len(names))
    start = time.monotonic()

    def fuzz(name: str) -> dict[str, Any]:
        folder = out / name
        (folder / "corpus").mkdir(parents=True, exist_ok=True)
        counts = folder / "counts.json"
        counts.write_text("{}")
        total: dict[str, Any] = {"runs": 0, "values": 0}
        seed = options.seed
        while total["runs"] < share:
            command = [
                sys.executable, "-m", "instruments.fuzz", "--engine", engine, "--seed", str(seed),
                "--one", name, str(share - total["runs"]), str(folder),
            ]  # fmt: skip
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
            one = json.loads(counts.read_text() or "{}")
            total = {key: total[key] + one.get(key, 0) for key in ("runs", "values")}
            if total["runs"] < share and done.returncode:
                # libFuzzer ends its process where time or memory run out: that input is a find.
                _note_end(name, folder, done.stderr[-2000:].decode("utf-8", "replace"))
            elif not one.get("runs"):
                break
            seed += 1
        return {"target": name, **total}

    with ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(fuzz, names))
    finds = [json.loads(line) for name in names for line in _lines(out / name / "finds.jsonl")]
    (out / "finds.jsonl").write_text("".join(json.dumps(find) + "\n" for find in finds), "utf-8")
    return {
        "engine": engine,
        "seed": options.seed,
        "seconds": round(time.monotonic() - start, 1),
        "targets": rows,
        "runs": sum(row["runs"] for row in rows),
        "finds": [{key: find[key] for key in ("target", "place", "message")} for find in finds],
    }


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.is_file() else []


def _note_end(name: str, folder: Path, message: str) -> None:
    row = {
        "target": name,
        "place": f"process ended {len(_lines(folder / 'finds.jsonl'))}",
        "message": message,
    }
    artifacts = sorted(
        folder.glob("*-????????????????????????????????????????"), key=lambda path: path.stat().st_mtime
    )
    row["b64"] = base64.b64encode(artifacts[-1].read_bytes()).decode("ascii") if artifacts else ""
    with (folder / "finds.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _one(options: argparse.Namespace) -> int:
    """Fuzz one target in this process."""
    name, runs, folder = options.one[0], int(options.one[1]), Path(options.one[2])
    if options.engine == "atheris":
        import atheris

        with atheris.instrument_imports(include=["hudi_conformance.decode", "hudi_parsers"]):
            from instruments.fuzz.targets import TARGETS
    else:
        from instruments.fuzz.targets import TARGETS
    from hudi_conformance.fuzz import corpus

    from instruments.fuzz import committed, loop

    target = TARGETS[name]
    watch = loop.Watch(target, folder / "finds.jsonl", counts=folder / "counts.json", chunk=_CHUNK)
    inputs = [*committed.read_corpus(name), *corpus.seeds(name)]
    if options.engine == "atheris":
        for number, data in enumerate(inputs):
            (folder / "corpus" / f"seed-{number}").write_bytes(data)
        words = folder / "words.dict"
        words.write_text(corpus.dictionary(name), "utf-8")
        loop.run_atheris(
            watch, folder, runs, [f"-dict={words}", f"-seed={options.seed}", f"-artifact_prefix={folder}/"]
        )
        return 0
    for number, data in enumerate(loop.run_loop(watch, inputs, runs, options.seed)):
        (folder / "corpus" / f"kept-{options.seed}-{number}").write_bytes(data)
    watch.save()
    return 0


def _replay(names: Sequence[str]) -> int:
    from hudi_conformance.fuzz import corpus

    from instruments.fuzz import committed
    from instruments.fuzz.targets import TARGETS, attempt

    for name in names:
        answers: dict[str, int] = {}
        for data in [*committed.read_corpus(name), *corpus.seeds(name)]:
            answer = attempt(TARGETS[name], data)
            answers[answer] = answers.get(answer, 0) + 1
        print(f"{name:22} {', '.join(f'{number} {answer}' for answer, number in sorted(answers.items()))}")
    return 0


def _minimise(names: Sequence[str], out: Path) -> None:
    """Keep of each corpus the shortest inputs that together reach every line that all of them reach."""
    from hudi_conformance.fuzz import corpus

    from instruments.fuzz import committed, loop
    from instruments.fuzz.targets import TARGETS

    for name in names:
        target = TARGETS[name]
        watch = loop.Watch(target, out / name / "finds.jsonl")
        inputs = {path.read_bytes() for path in (out / name / "corpus").iterdir()} | set(
            committed.read_corpus(name)
        )
        reached: set[tuple[str, int]] = set()
        for data in corpus.seeds(name):
            reached |= loop.traced(watch, data)
        kept = []
        for data in sorted(inputs, key=lambda data: (len(data), data)):
            lines = loop.traced(watch, data)
            if not lines <= reached:
                reached |= lines
                kept.append(data)
        print(f"{name}: {committed.write_corpus(name, kept)} of {len(inputs)} inputs kept")


def _print(report: dict[str, Any]) -> None:
    for row in report["targets"]:
        print(f"{row['target']:22} {row['runs']:>12,} executions, {row['values']:>12,} values")
    seconds, engine, num_finds = report["seconds"], report["engine"], len(report["finds"])
    print(f"{report['runs']:,} executions in {seconds} s by {engine}, {num_finds} finds")
    for find in report["finds"]:
        print(f"  {find['target']}: {find['place']}: {find['message'][:200]!r}")


def _store(report: dict[str, Any]) -> None:
    """Add executions and finds to the stored results; figures of earlier runs stay in the sums."""
    path = resources.data_root() / "conformance" / "results" / "fuzz.json"
    stored = (
        json.loads(path.read_text("utf-8")) if path.is_file() else {"runs": {}, "values": {}, "finds": []}
    )
    for row in report["targets"]:
        for key in ("runs", "values"):
            stored[key][row["target"]] = stored[key].get(row["target"], 0) + row[key]
    stored["finds"] += [find for find in report["finds"] if find not in stored["finds"]]
    finds = Counter(find["target"] for find in stored["finds"])
    rows = [[name, num, stored["values"][name], finds[name]] for name, num in sorted(stored["runs"].items())]
    rows.append(["all", sum(stored["runs"].values()), sum(stored["values"].values()), len(stored["finds"])])
    table = {
        "date": time.strftime("%Y-%m-%d"),
        "command": "`python -m instruments.fuzz --store`, sums of all runs",
        "columns": ["target", "executions", "answered with a value", "finds"],
        "rows": rows,
    }
    path.write_text(json.dumps({**stored, "tables": [table]}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
