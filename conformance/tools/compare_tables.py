# SPDX-License-Identifier: Apache-2.0
"""Compare rows of complete tables by the reference semantics with those that real Hudi returned.

    python conformance/tools/compare_tables.py DIR        DIR/RELEASE/NAME/ with NAME.expected.json beside it

An expected file has rows under `snapshot`, `readOptimized`, `incrementalFromStart` and
`incrementalFromMiddle` (with the member `incrementalFromMiddleBegin`). A difference that is named in
`table_differences.toml` is printed with its reason; any other makes the exit code 1.
"""

from __future__ import annotations

import datetime
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.reader import read_view
from hudi_conformance.table.state import open_table
from hudi_conformance.table.view import View
from hudi_conformance.views.common import AvroSchema, AvroValue, JsonValue

SUFFIX = ".expected.json"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
LINES = {"0.9": Line.V0_9, "0.1": Line.V0_15}  # else 1.x


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


def compare(folder: Path, expected: dict[str, Any], line: Line) -> Iterator[tuple[str, str]]:
    """Yield view and difference, which is empty where the rows are equal."""
    views = {
        "snapshot": View(),
        "readOptimized": View("read_optimized"),
        "incrementalFromStart": View("incremental", begin="000"),
        "incrementalFromMiddle": View("incremental", begin=expected.get("incrementalFromMiddleBegin")),
    }
    for name in (name for name in views if name in expected):
        try:
            table = open_table(folder, line)
            schema = table.schema.tree
            rows = [expected_form(row, schema) for row in read_view(table, views[name])]
        except Reject as error:
            yield name, f"refused: {error}"
            continue
        references = expected[name]
        if references:
            rows = [{key: row.get(key) for key in references[0]} for row in rows]
        ours = Counter(json.dumps(row, sort_keys=True) for row in rows)
        theirs = Counter(json.dumps(row, sort_keys=True) for row in references)
        only_ours, only_theirs = sum((ours - theirs).values()), sum((theirs - ours).values())
        text = (
            f"{len(rows)} rows, expected {len(references)}; {only_ours} only here, {only_theirs} only there"
        )
        yield name, text if only_ours or only_theirs else ""


def main(arguments: list[str]) -> int:
    """Compare all tables of a folder; print what differs and the counts."""
    root = Path(arguments[0])
    reasons = tomllib.loads((Path(__file__).parent / "table_differences.toml").read_text("utf-8"))
    counts: Counter[str] = Counter()
    for path in sorted(root.glob(f"*/*{SUFFIX}")):
        name = path.name.removesuffix(SUFFIX)
        release = path.parent.name
        line = next((known for prefix, known in LINES.items() if release.startswith(prefix)), Line.V1_2)
        for view, difference in compare(path.parent / name, json.loads(path.read_text("utf-8")), line):
            counts["views"] += 1
            if not difference:
                counts["equal"] += 1
                continue
            reason = reasons.get(f"{release}/{name}", {}).get(view)
            counts["explained" if reason else "unexplained"] += 1
            print(f"{release}/{name} {view}: {difference}\n    {reason or 'UNEXPLAINED'}")
    print(", ".join(f"{counts[key]} {key}" for key in ("views", "equal", "explained", "unexplained")))
    return 1 if counts["unexplained"] or not counts["views"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
