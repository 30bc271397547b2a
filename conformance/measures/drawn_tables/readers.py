# SPDX-License-Identifier: Apache-2.0
"""Ask other readers for the views of drawn tables, and compare their rows with ours.

    python -m drawn_tables.readers DIR... --implementation NAME... --out FOLDER
    python -m drawn_tables.readers --summary FOLDER

DIR has tables that `drawn_tables` wrote. Our rows of these tables are compared with those of Hudi in Spark
there. `readers-NAME.jsonl` has a line per view: `equal`, `limited` (equal but for values that the reader's
types lack), `different`, `declined`, or how the reader failed. The summary stores the counts, and each view
that is not equal by the causes of `reader_causes.toml`; the exit code is 1 if one has none.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from drawn_filters.engines import engine_of
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.suite.type_limits import mismatch_beyond

from drawn_tables.__main__ import LINES, views
from drawn_tables.summary import load_left_out, load_tables

NAME = "drawn_readers"
COLUMNS = ("reader", "tables of", "tables", "views answered", "equal", "equal but for its types",
           "other rows", "refused or failed", "not supported")  # fmt: skip
KEY, SEQNO, FILE = "_hoodie_record_key", "_hoodie_commit_seqno", "_hoodie_file_name"
EMPTY = {"null", '""', "[]", "{}", '{"x":null,"y":null}'}
BY_ID = ("hudi-java", "hudi-spark")
FAILED = ("reject", "error", "limit", "crash")
Row = Mapping[str, Any]


def compare(answer: Row, ours: Any, folder: Path) -> tuple[str, str]:
    """The outcome of one view, and its reason."""
    if answer["answer"] == "unsupported":
        return "declined", str(answer.get("what"))[:300]
    if answer["answer"] != "value":
        return str(answer["answer"]), str(answer.get("message"))[:400]
    theirs = canonical_json.loads(canonical_json.dumps(answer["value"]))
    rows = [Counter(canonical_json.dumps(row) for row in side["rows"]) for side in (theirs, ours)]
    if rows[0] == rows[1]:
        return "equal", ""
    limits = answer.get("limits", ())
    if limits and mismatch_beyond(limits, ours, theirs) is None:
        return "limited", ""
    more = [[json.loads(row) for row in (a - b).elements()] for a, b in (rows, rows[::-1])]
    difference = {
        "rows": rows_of(theirs["rows"], ours["rows"], folder),
        "columns": sorted(different_columns(*more, limits)),
        "numbers": [len(theirs["rows"]), len(ours["rows"])],
        "theirs": more[0][:2],
        "ours": more[1][:2],
    }
    return "different", json.dumps(difference)


def identity(row: Row) -> tuple[Any, ...]:
    """Key and version of a row; rows of tables without meta fields are only counted."""
    return tuple(row.get(name) for name in (SEQNO, KEY))


def rows_of(theirs: Sequence[Row], ours: Sequence[Row], folder: Path) -> str:
    """Which rows a reader returned: ours, or those of certain base files."""
    if not theirs:
        return "none"
    actual = Counter(map(identity, theirs))
    if actual == Counter(identity(row) for row in ours):
        return "the same"
    newest: dict[tuple[Path, str], tuple[str, Path]] = {}
    for path in folder.rglob("*.parquet"):
        name = BaseFileName.parse(path.name)
        if name is not None and ".hoodie" not in path.parts:
            group = (path.parent, name.file_id)
            newest[group] = max(newest.get(group, ("", path)), (name.instant, path))
    stored = Counter[tuple[Any, ...]]()
    for _, path in newest.values():
        if path.stat().st_size:  # some are of compactions that failed
            stored.update(map(identity, pq.ParquetFile(path).read([SEQNO, KEY]).to_pylist()))
    if actual == stored:
        return "newest base file of each file group"
    nulls = sum(not any(canonical_json.dumps(part) not in EMPTY for part in row.values()) for row in theirs)
    if actual - Counter({(None, None): nulls}) == stored:
        return "newest base file of each file group, and rows of nulls"
    read_optimized = table_read(folder, {"view": "read_optimized", "by_id": False})["rows"]
    return "base files without log files" if actual == Counter(map(identity, read_optimized)) else "others"


def different_columns(theirs: Sequence[Row], ours: Sequence[Row], limits: Sequence[str]) -> set[str]:
    """Columns that differ beyond the limits in rows of one version; `+` before one that the reader adds."""
    known = {(*identity(row), row.get(FILE)): row for row in ours}
    names: set[str] = set()
    for row in theirs:
        if row.get(SEQNO) is None:  # rows have no identity: names alone
            names |= {f"+{name}" for name in row.keys() - (ours[0] if ours else row).keys()}
            continue
        other = known.get((*identity(row), row.get(FILE)))
        if other is None:
            continue
        names |= {f"+{name}" for name in row.keys() - other.keys()}
        names |= {f"-{name}" for name in other.keys() - row.keys()}
        for name in row.keys() & other.keys():
            pair = [{"rows": [{name: side[name]}]} for side in (other, row)]
            if mismatch_beyond(limits, *pair) is not None:
                names.add(name)
    return names


def ask(options: argparse.Namespace) -> int:
    """Write the outcomes of each implementation."""
    options.out.mkdir(parents=True, exist_ok=True)
    left_out = load_left_out()
    tables = {name: path for name, path in load_tables(options.folders).items() if name not in left_out}
    for name in options.implementation:
        engine = engine_of(name)
        counts: Counter[str] = Counter()
        with (options.out / f"readers-{name}.jsonl").open("w", encoding="utf-8") as results:
            for table, args, ours in expected(tables, knows_ids=name.startswith(BY_ID)):
                try:
                    answer = engine.read(str(tables[table]), args)
                except ValueError as error:
                    answer = {"answer": "error", "message": str(error)}
                outcome, reason = compare(answer, ours, tables[table])
                counts[outcome] += 1
                row = {"table": table, "args": args, "outcome": outcome, "reason": reason}
                results.write(json.dumps(row) + "\n")
        engine.close()
        print(name, dict(counts), file=sys.stderr, flush=True)
    return 0


def expected(tables: Mapping[str, Path], *, knows_ids: bool) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Each view of each table that we read: its table, arguments and rows.

    Columns of evolved tables are matched by ids if the reader can do so.
    """
    for name, folder in tables.items():
        history = json.loads(folder.with_name(f"{name}.history.json").read_text("utf-8"))
        by_id = knows_ids and history["settings"].get("hoodie.schema.on.read.enable") == "true"
        line = LINES[name.partition("-")[0].rpartition(".")[0]]
        try:
            requests = list(views(folder, line, by_id=by_id))
        except (Reject, UnsupportedInput, OSError):
            continue
        for args in requests:
            try:
                yield name, args, canonical_json.loads(canonical_json.dumps(table_read(folder, args)))
            except (Reject, UnsupportedInput, LimitExceeded):
                continue


def causes_of(reader: str, row: Row, causes: Sequence[Row]) -> Iterator[str | None]:
    """Texts of the causes of a view that is not equal; None for each part that none explains.

    A failure has one part. Other rows are one, each different column is another.
    """
    if row["outcome"] != "different":
        yield _cause(reader, row, causes, {"message": row["reason"]})
        return
    difference = json.loads(row["reason"])
    if difference["rows"] != "the same" or not difference["columns"]:
        yield _cause(reader, row, causes, {"rows": difference["rows"]})
    for name in difference["columns"]:
        yield _cause(reader, row, causes, {"column": name})


def _cause(reader: str, row: Row, causes: Sequence[Row], part: Mapping[str, str]) -> str | None:
    ((kind, value),) = part.items()
    for cause in causes:
        if (
            any(fnmatch.fnmatchcase(reader, name) for name in cause["readers"])
            and any(fnmatch.fnmatchcase(row["table"], name) for name in cause.get("tables", ["*"]))
            and fnmatch.fnmatchcase(view_of(row["args"]), cause.get("view", "*"))
            and any(re.search(pattern, value) for pattern in cause.get(kind, ()))
        ):
            return str(cause["text"])
    return None


def view_of(args: Row) -> str:
    """The view, `as_of` for a snapshot of an instant."""
    return "as_of" if args.get("as_of") is not None else str(args["view"])


def summary(folder: Path) -> int:
    """Store counts and causes; 1 if a view has no cause."""
    causes = tomllib.loads(Path(__file__).with_name("reader_causes.toml").read_text("utf-8"))["cause"]
    figures: dict[tuple[str, str], Counter[str]] = {}
    tables: dict[tuple[str, str], set[str]] = {}
    by_cause: Counter[tuple[str, str]] = Counter()
    unknown = []
    for path in sorted(folder.glob("readers-*.jsonl")):
        reader = path.stem.removeprefix("readers-")
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            key = (reader, row["table"].partition("-")[0])
            figures.setdefault(key, Counter())[row["outcome"]] += 1
            tables.setdefault(key, set()).add(row["table"])
            if row["outcome"] in {"equal", "limited", "declined"}:
                continue
            texts = list(causes_of(reader, row, causes))
            by_cause.update((reader, text) for text in set(texts) if text is not None)
            if None in texts:
                unknown.append(f"{reader} {row['table']} {row['args']}: {row['outcome']} {row['reason']}")
    rows = []
    for key, count in sorted(figures.items()):
        failed = sum(count[kind] for kind in FAILED)
        answered = count.total() - count["declined"]
        numbers = [answered, count["equal"], count["limited"], count["different"], failed, count["declined"]]
        rows.append([*key, len(tables[key]), *numbers])
    for line in unknown:
        print(line)
    if unknown:
        return 1
    date = datetime.now(UTC).date().isoformat()
    about = "`python -m drawn_tables.readers`: views of these tables by other readers, compared with ours"
    why = [[reader, text, number] for (reader, text), number in sorted(by_cause.items())]
    document = {
        "tables": [
            {"date": date, "command": about, "columns": list(COLUMNS), "rows": rows},
            {
                "date": date,
                "command": "why views of other readers are not equal",
                "columns": ["reader", "cause", "views"],
                "rows": why,
            },
        ]
    }
    path = resources.data_root() / "conformance" / "results" / f"{NAME}.json"
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m drawn_tables.readers", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    parser.add_argument("--implementation", nargs="+", metavar="NAME")
    parser.add_argument("--out", type=Path, metavar="FOLDER")
    parser.add_argument("--summary", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)
    return ask(options) if options.summary is None else summary(options.summary)


if __name__ == "__main__":
    sys.exit(main())
