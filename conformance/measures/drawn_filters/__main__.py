# SPDX-License-Identifier: Apache-2.0
"""Filter real tables by an engine, and compare with the rows of the engine's own unfiltered view.

    python -m drawn_filters hudi-rs-0.5.0 TABLES... --seed 1 --num 100 --out out/filters

TABLES are folders with tables, or zip files of them. Each table gets `--num` filters, drawn from the values
of the rows that the engine returns without one. `filters-ENGINE.jsonl` has a line per table: filters by
outcome, and each difference with its filter. Outcomes:

equal            the rows of the unfiltered view for which the filter is true
float order      those under another order of NaN and negative zero than the engine has elsewhere
different        other rows: a defect, whatever the table is
unsupported, reject, error, limit, crash  as the protocol calls them
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import shutil
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.filters import FloatOrder, filtered
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.table.arrow import rows_schema
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View

from drawn_filters.draw import columns_of, draw
from drawn_filters.engines import Reader, engine_of

IDENTITY = ["_hoodie_record_key", "_hoodie_commit_seqno"]
VIEWS = ("snapshot", "read_optimized")
Args = dict[str, Any]


def find_tables(roots: Sequence[Path]) -> Iterator[Path]:
    """Folders of tables and zip files below the roots, in a fixed order."""
    for root in roots:
        if root.is_file():
            yield root
            continue
        folders = {path.parent.parent for path in root.rglob(".hoodie/hoodie.properties")}
        folders -= {path for path in folders if path.parent.name == ".hoodie"}  # metadata tables
        yield from sorted({*folders, *root.rglob("*.zip")})


@contextmanager
def opened(table: Path) -> Iterator[Path]:
    """A folder with a copy of the table."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "table"
        if table.is_dir():
            shutil.copytree(table, folder)
        else:
            with zipfile.ZipFile(table) as archive:
                archive.extractall(folder)
        yield folder


def measure(engine: Reader, folder: Path, num: int, rng: random.Random) -> Iterator[tuple[str, Args, Any]]:
    """Outcomes of filters on each view of a table: the outcome, the arguments, and what differs."""
    try:
        table = open_table(folder)
        schema = rows_schema(table, View()).tree
    except (Reject, UnsupportedInput, LimitExceeded, OSError, ValueError) as error:
        yield "no table", {}, str(error)[:200]
        return
    views = VIEWS if table.is_merge_on_read else VIEWS[:1]
    for view, skipping in itertools.product(views, (False, True) if engine.has_indexes else (None,)):
        args: Args = {"view": view} | ({} if skipping is None else {"skipping": skipping})
        whole = engine.read(str(folder), {"view": view})
        if whole["answer"] != "value":
            yield f"unfiltered {whole['answer']}", args, str(whole.get("what") or whole.get("message"))[:200]
            continue
        rows = whole["value"]["rows"]
        names = {name for row in rows[:1] for name in row}
        columns = [c for c in columns_of(schema, rows) if c.path.partition(".")[0] in names]
        if not rows or not columns:
            yield "no rows", args, ""
            continue
        requests = []
        for _ in range(num // len(views)):
            some = IDENTITY if set(IDENTITY) <= set(rows[0]) and rng.random() < 0.95 else None
            tree = draw(columns, rng, plain=engine.is_plain)
            requests.append({**args, "filter": tree, "columns": some})
        answers = engine.read_all(str(folder), requests)
        for each, answer in zip(requests, answers, strict=True):
            yield _compared(engine, answer, each, rows)


def _compared(
    engine: Reader, answer: Args, args: Args, rows: Sequence[Mapping[str, Any]]
) -> tuple[str, Args, Any]:
    if answer["answer"] != "value":
        return str(answer["answer"]), args, str(answer.get("what") or answer.get("message"))[:300]
    actual = answer["value"]["rows"]
    try:
        expected = filtered(rows, args["filter"], args["columns"], engine.order)
        if actual == expected:
            return "equal", args, ""
        in_other_orders = (filtered(rows, args["filter"], args["columns"], order) for order in FloatOrder)
        if actual in in_other_orders:
            return "float order", args, ""
    except ValueError as error:
        return "no truth", args, str(error)
    texts = [Counter(json.dumps(row, sort_keys=True) for row in side) for side in (expected, actual)]
    lost, more = texts[0] - texts[1], texts[1] - texts[0]
    return (
        "different",
        args,
        {"lost": [*lost.elements()][:2], "more": [*more.elements()][:2], "of": len(rows)},
    )


def run(options: argparse.Namespace) -> int:
    """Exit code 1 when a filtered view differs."""
    options.out.mkdir(parents=True, exist_ok=True)
    engine = engine_of(options.engine)
    totals: Counter[str] = Counter()
    with (options.out / f"filters-{options.engine}.jsonl").open("a", encoding="utf-8") as results:
        for number, path in enumerate(find_tables(options.tables)):
            rng = random.Random(f"{options.seed} {path.name} {number}")
            counts: Counter[str] = Counter()
            differences = []
            with opened(path) as folder:
                for outcome, args, reason in measure(engine, folder, options.num, rng):
                    counts[outcome] += 1
                    if outcome not in {"equal", "unsupported"} and counts[outcome] <= options.most:
                        differences.append({"outcome": outcome, "args": args, "reason": reason})
            totals += counts
            row = {"table": str(path), "seed": options.seed, "counts": counts, "differences": differences}
            results.write(json.dumps(row) + "\n")
            results.flush()
            print(f"{path}: {dict(counts)}", file=sys.stderr, flush=True)
    engine.close()
    print(json.dumps(totals))
    return 1 if totals["different"] else 0


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m drawn_filters", description=__doc__)
    parser.add_argument("engine")
    parser.add_argument("tables", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--num", type=int, default=100, metavar="N", help="filters per table")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="differences stored of an outcome")
    parser.add_argument("--out", type=Path, required=True)
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
