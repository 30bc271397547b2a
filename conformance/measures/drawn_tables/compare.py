# SPDX-License-Identifier: Apache-2.0
"""Views of a table as Hudi returns them through Spark, against ours."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hudi_conformance.adapters.kaitai.table import table_read
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.table.state import open_table

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
