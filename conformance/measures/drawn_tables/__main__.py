# SPDX-License-Identifier: Apache-2.0
"""Write tables of drawn histories with a release of Hudi in Spark, and compare every view with ours.

    python -m drawn_tables 1.2.0 --first 1 --num 40 --out out/drawn

Tables stay below `--out`, one folder each, next to their histories (`*.history.json`).
`results-RELEASE.jsonl` has a line per view: `equal`, `different`, `hudi failed`, `refused` by us, or
`failed`. Needs PySpark 3.5.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hudi_conformance.adapters.hudi_spark.adapter import answerer
from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.table.state import open_table

from drawn_tables.draw import History, draw
from drawn_tables.write import write

LINES = {"0.15": "0.15", "1.0": "1.0", "1.1": "1.2", "1.2": "1.2"}
Args = dict[str, Any]
_FILE, _NUMBER = "_hoodie_file_name", "_hoodie_commit_seqno"


def views(folder: Path, line: str, *, by_id: bool) -> Iterator[Args]:
    """Arguments of `table.read`: states of now and of every commit, and ranges of changes."""
    table = open_table(folder)
    common: Args = {"line": line} | ({} if by_id else {"by_id": False})
    yield common | {"view": "snapshot"}
    if table.is_merge_on_read:
        yield common | {"view": "read_optimized"}
    times = [commit.time for commit in table.commits]
    for time in times[:4]:
        yield common | {"view": "snapshot", "as_of": time}
    yield common | {"view": "incremental", "begin": "000"}
    for time in times[:2]:
        later = [commit for commit in table.commits if commit.time == time]
        yield common | {"view": "incremental", "begin": later[0].completion_time}


def compare(ask: Any, folder: Path, args: Args) -> tuple[str, str]:
    """Comparison of a view: the outcome, and its reason."""
    theirs_args = args | ({"by_id": True} if args.get("by_id") is not False else {})
    answer = ask({"id": 1, "cmd": "table.read", "in": {"dir": str(folder)}, "args": theirs_args})
    try:
        ours: Any = canonical_json.loads(canonical_json.dumps(table_read(folder, args)))
    except UnsupportedInput as error:
        return "refused", str(error)[:300]
    except (Reject, LimitExceeded) as error:
        if answer["answer"] == "value":
            return "failed", str(error)[:300]
        return "both refused", f"{error!s:.300} | Hudi: {answer.get('message')!s:.300}"
    if answer["answer"] == "unsupported":
        return "not asked", str(answer.get("what"))[:300]
    if answer["answer"] != "value":
        return "hudi failed", str(answer.get("message"))[:300]
    theirs = canonical_json.loads(canonical_json.dumps(answer["value"]))
    rows = [Counter(canonical_json.dumps(row) for row in side["rows"]) for side in (theirs, ours)]
    if rows[0] == rows[1]:
        return "equal", ""
    more = [sorted((a - b).elements()) for a, b in (rows, rows[::-1])]
    if _without_empty(more[0]) == _without_empty(more[1]):
        return "empty as null", ""
    difference = {
        "numbers": [len(theirs["rows"]), len(ours["rows"])],
        "columns": _columns(*([json.loads(row) for row in rows] for rows in more)),
        "hudi": more[0],
        "ours": more[1],
    }
    return "different", json.dumps(difference, default=str)


def _columns(theirs: list[Args], ours: list[Args]) -> list[str]:
    """Columns in which rows of one file and number differ; "" for a row that one side alone has."""
    keys = (_FILE, _NUMBER, "id")
    sides = [{tuple(row.get(key) for key in keys): row for row in rows} for rows in (theirs, ours)]
    names: set[str] = set()
    for at in sides[0].keys() | sides[1].keys():
        a, b = (side.get(at, {}) for side in sides)
        names |= {name for name in a.keys() | b.keys() if a.get(name) != b.get(name)} if a and b else {""}
    return sorted(names)


def _without_empty(rows: list[str]) -> list[str]:
    """Rows with null for an empty text: from 1.0 on Spark shows an empty partition value as null."""
    return sorted(row.replace('"part":""', '"part":null') for row in rows)


def run(options: argparse.Namespace) -> int:
    """Exit code 1 where a view differs, or ours fails."""
    options.out.mkdir(parents=True, exist_ok=True)
    ask = answerer(options.release)
    line = LINES[options.release.rpartition(".")[0]]
    counts: Counter[str] = Counter()
    # Before the first read: an answer of 1.2 clears Hudi's cache of schemas, and a metadata table that the
    # same process creates after that cannot be written.
    tables = [_written(seed, options.release, options.out) for seed in _seeds(options)]
    with (options.out / f"results-{options.release}.jsonl").open("a", encoding="utf-8") as results:
        for history, folder, ended in tables:
            problem = ended
            by_id = history.settings.get("hoodie.schema.on.read.enable") == "true"
            try:
                requests = list(views(folder, line, by_id=by_id))
            except (Reject, UnsupportedInput, OSError) as error:
                requests, problem = [], f"{problem} ours: {error}"
            for args in requests:
                outcome, reason = compare(ask, folder, args)
                counts[outcome] += 1
                row = {"table": folder.name, "args": args, "outcome": outcome, "reason": reason}
                results.write(json.dumps(row) + "\n")
            results.flush()
            print(
                f"{folder.name}: {len(requests)} views, {dict(counts)} {problem}", file=sys.stderr, flush=True
            )
    print(json.dumps(counts))
    return 1 if counts["different"] + counts["failed"] else 0


def _seeds(options: argparse.Namespace) -> Iterable[int]:
    return options.seeds or range(options.first, options.first + options.num)


def _written(seed: int, release: str, out: Path) -> tuple[History, Path, str]:
    """Write the history of a seed: it, its folder, and why it ended early, "" if it did not."""
    history = draw(seed, release)
    folder = out / f"{release}-{seed}"
    folder.mkdir(parents=True)
    text = json.dumps(asdict(history), indent=1, default=str)
    problem = write(history, folder, release)
    (out / f"{folder.name}.history.json").write_text(text + "\n", encoding="utf-8")
    return history, folder, problem


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m drawn_tables", description=__doc__)
    parser.add_argument("release")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--num", type=int, default=10, metavar="N")
    parser.add_argument("--seeds", type=int, nargs="+", metavar="SEED", help="these instead of a range")
    parser.add_argument("--out", type=Path, required=True)
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
