# SPDX-License-Identifier: Apache-2.0
"""Compare rows of complete tables by the reference semantics with those that real Hudi returned.

    python conformance/tools/compare_tables.py DIR...

Below each DIR are tables with what a release returned for their views, in one of two forms:

- a folder RELEASE/NAME, and RELEASE/NAME.expected.json: rows under `snapshot`, `readOptimized`, `cdc` (begin
  000), `incrementalFromStart` and `incrementalFromMiddle` (with begin and end), or `…Error`;
- RELEASE/NAME.zip, and NAME.snapshot.json, NAME.ro.json, NAME.from-start.json (begin 000): canonical rows.

Every view of every answer is read with the begin that the release was given, and all columns of both sides
are compared. A difference counts as explained only by an entry of `table_differences.toml` that states how
many rows are on one side alone, and both numbers must be those found; an entry without a difference is an
error too. Exit code: 0 all equal or explained, 1 a difference, 2 wrong usage.
"""

from __future__ import annotations

import datetime
import json
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroSchema, AvroValue, JsonValue
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.options import ReadOptions
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import Table, View
from oracle_images import image_of, is_same, physical

SUFFIX = ".expected.json"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
LINES = {"0.9": Line.V0_9, "0.1": Line.V0_15, "1.0": Line.V1_0}  # else 1.2
FROM_THE_START = "000"
FORMS = {
    "snapshot": View(),
    "ro": View("read_optimized"),
    "from-start": View("incremental", begin=FROM_THE_START),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A view of a table, and what the release answered: rows, or that it rejected."""

    table: str
    name: str
    view: View
    rows: Sequence[Any] | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Results for a request."""

    only_here: int
    only_there: int
    text: str

    @property
    def is_equal(self) -> bool:
        """Whether nothing differs."""
        return not self.text


def expected_form(value: AvroValue, schema: AvroSchema) -> JsonValue:
    """A physical value in the form of the expected files."""
    if value is None:
        return None
    if isinstance(schema, list):
        schema = next(branch for branch in schema if branch != "null")
    if isinstance(schema, str):
        return value
    match schema.get("logicalType") or schema["type"]:
        case "date":
            return (EPOCH + datetime.timedelta(days=value)).date().isoformat()
        case "timestamp-micros":
            moment = EPOCH + datetime.timedelta(microseconds=value)
            return moment.replace(tzinfo=None).isoformat() + "Z"
        case "decimal":
            if isinstance(value, bytes):
                value = Decimal(int.from_bytes(value, "big", signed=True)).scaleb(-schema.get("scale", 0))
            return float(value)
        case "record":
            return {f["name"]: expected_form(value.get(f["name"]), f["type"]) for f in schema["fields"]}
        case "array":
            return [expected_form(item, schema["items"]) for item in value]
        case "map":
            return {key: expected_form(item, schema["values"]) for key, item in value.items()}
    return value


def line_of(release: str) -> Line:
    """Release series by number; tables of writers other than Hudi were read by 1.2.0."""
    return next((line for prefix, line in LINES.items() if release.startswith(prefix)), Line.V1_2)


def questions(table: str, expected: Mapping[str, Any]) -> Iterator[Question]:
    """Every view that an expected file answers.

    Raises:
        ValueError: a member that is not known: it would go unchecked.
    """
    rest = set(expected) - {"hudi", "table", "type"}
    for name, kind in (("snapshot", "snapshot"), ("readOptimized", "read_optimized"), ("cdc", "cdc")):
        if name in rest:
            begin = FROM_THE_START if kind == "cdc" else None
            yield Question(table, name, View(kind, begin=begin), expected[name])
            rest.remove(name)
    for name in ("incrementalFromStart", "incrementalFromMiddle"):
        begin, end = expected.get(f"{name}Begin"), expected.get(f"{name}End")
        if begin is not None and rest & {name, f"{name}Error"}:
            yield Question(table, name, View("incremental", begin=begin, end=end), expected.get(name))
            rest -= {name, f"{name}Error", f"{name}Begin", f"{name}End"}
    if rest:
        raise ValueError(f"{table}: members {sorted(rest)} of the expected file are not compared")


def ask(folder: Path, question: Question, line: Line, *, is_canonical: bool = False) -> Outcome:
    """Read the view and compare.

    Args:
        folder: the table.
        question: view and expected rows.
        line: release series.
        is_canonical: whether expected rows are canonical ones, not the form of expected files.
    """
    try:
        table = open_table(folder, ReadOptions(line))
        rows = list(read_view(table, question.view))
    except Reject as error:
        is_refused = question.rows is None
        return Outcome(0, 0, "") if is_refused else Outcome(0, len(question.rows or ()), f"refused: {error}")
    if question.rows is None:
        return Outcome(len(rows), 0, f"{len(rows)} rows, and the release refuses")
    if question.view.kind == "cdc":
        here, there = unequal_changes(table, rows, question.rows)
    else:
        form = RowMapper(table.schema.tree) if is_canonical else None
        ours = [form(row) if form else expected_form(row, table.schema.tree) for row in rows]
        here, there = unequal(ours, question.rows)
    text = f"{len(rows)} rows, expected {len(question.rows)}; {here} only here, {there} only there"
    return Outcome(here, there, text if here or there else "")


def unequal(ours: Sequence[JsonValue], theirs: Sequence[JsonValue]) -> tuple[int, int]:
    """Rows on one side alone; all columns of both sides count."""
    left = Counter(json.dumps(row, sort_keys=True) for row in ours)
    right = Counter(json.dumps(row, sort_keys=True) for row in theirs)
    return sum((left - right).values()), sum((right - left).values())


def unequal_changes(table: Table, ours: Sequence[Any], theirs: Sequence[Any]) -> tuple[int, int]:
    """CDC rows of only one side; images are compared where Hudi's texts contain them."""
    schema = table.schema.tree
    left = [
        (row["op"], row["ts_ms"], physical(row["before"], schema), physical(row["after"], schema))
        for row in ours
    ]
    only_there = 0
    for row in theirs:
        if set(row) != {"op", "ts_ms", "before", "after"}:
            raise ValueError(f"columns {sorted(row)} of a CDC row")
        images = image_of(row["before"], schema), image_of(row["after"], schema)
        same = next((i for i, own in enumerate(left) if _is_same_change(own, row, images)), None)
        if same is None:
            only_there += 1
        else:
            left.pop(same)
    return len(left), only_there


def _is_same_change(own: tuple[Any, ...], row: Mapping[str, Any], images: tuple[Any, Any]) -> bool:
    op, time, before, after = own
    is_same_time = (op, time) == (row["op"], row["ts_ms"])
    return is_same_time and is_same(before, images[0]) and is_same(after, images[1])


def outcomes(root: Path) -> Iterator[tuple[Question, Outcome]]:
    """Every question below a folder, with what was found."""
    for path in sorted(root.glob(f"*/*{SUFFIX}")):
        name = path.name.removesuffix(SUFFIX)
        for question in questions(f"{path.parent.name}/{name}", json.loads(path.read_text("utf-8"))):
            yield question, ask(path.parent / name, question, line_of(path.parent.name))
    for archive in sorted(root.glob("*/*.zip")):
        answers = {form: archive.with_name(f"{archive.stem}.{form}.json") for form in FORMS}
        with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(archive) as opened:
            opened.extractall(scratch)
            for form, path in answers.items():
                if path.is_file():
                    answer = json.loads(path.read_text("utf-8"))
                    rows = None if "reject" in answer or "error" in answer else answer["rows"]
                    question = Question(f"{archive.parent.name}/{archive.stem}", form, FORMS[form], rows)
                    folder = table_below(Path(scratch))
                    yield question, ask(folder, question, line_of(archive.parent.name), is_canonical=True)


def table_below(folder: Path) -> Path:
    """The table of an archive that was extracted to a folder: itself, or its one child."""
    if (folder / ".hoodie").is_dir():
        return folder
    [found] = [child for child in folder.iterdir() if (child / ".hoodie").is_dir()]
    return found


def report(found: Iterator[tuple[Question, Outcome]], reasons: Mapping[tuple[str, str], Any]) -> int:
    """Print what differs and the counts; the exit code."""
    counts: Counter[str] = Counter()
    unused = dict(reasons)
    for question, outcome in found:
        counts["views"] += 1
        reason = unused.pop((question.table, question.name), None)
        if outcome.is_equal:
            counts["equal"] += 1
            if reason is not None:
                counts["stale"] += 1
                print(f"{question.table} {question.name}: equal, but {reason['reason']!r} is listed")
            continue
        bound = reason is not None and (reason["only_here"], reason["only_there"])
        is_explained = bound == (outcome.only_here, outcome.only_there)
        counts["explained" if is_explained else "unexplained"] += 1
        print(f"{question.table} {question.name}: {outcome.text}")
        print(f"    {reason['reason'] if reason is not None and is_explained else 'UNEXPLAINED'}")
    keys = ("views", "equal", "explained", "unexplained", "stale")
    print(", ".join(f"{counts[key]} {key}" for key in keys))
    return 1 if counts["unexplained"] or counts["stale"] or not counts["views"] else 0


def load_reasons(path: Path) -> dict[tuple[str, str], Any]:
    """Explanations by table and view."""
    entries = tomllib.loads(path.read_text("utf-8"))["difference"]
    return {(entry["table"], entry["view"]): entry for entry in entries}


def main(arguments: list[str]) -> int:
    """Compare all tables of the folders; print what differs and the counts."""
    roots = [Path(argument) for argument in arguments]
    if not roots or not all(root.is_dir() for root in roots):
        print(__doc__, file=sys.stderr)
        return 2
    found = [pair for root in roots for pair in outcomes(root)]
    reasons = load_reasons(Path(__file__).parent / "table_differences.toml")
    asked = {question.table for question, _ in found}
    return report(iter(found), {key: reason for key, reason in reasons.items() if key[0] in asked})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
