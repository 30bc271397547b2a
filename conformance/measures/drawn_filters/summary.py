# SPDX-License-Identifier: Apache-2.0
"""Store the results of `drawn_filters`: `results/filters.json`, a row per engine, and each difference by its
cause.

    python -m drawn_filters.summary DIR

Reads `filters-ENGINE.jsonl`. `causes.toml` states why filtered rows differ or an engine fails. The exit code
is 1 if a table has a difference or a failure without a cause. Of one table and outcome, the first ones are
stored and compared with the causes.
"""

from __future__ import annotations

import fnmatch
import json
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hudi_conformance import resources

COLUMNS = (
    "engine",
    "seeds",
    "tables",
    "filters answered",
    "equal",
    "equal in another order of floats",
    "other rows",
    "failed",
    "not supported",
)
COMMAND = (
    "`python -m drawn_filters ENGINE TABLES`: filtered rows, compared with those rows of the same engine's"
    " unfiltered view that satisfy the filter"
)
FAILED = ("reject", "error", "limit", "crash")
Entry = Mapping[str, Any]


def is_cause(cause: Entry, engine: str, table: str, difference: Entry) -> bool:
    """Whether a cause explains a difference of an engine in a table."""
    return (
        difference["outcome"] == cause["outcome"]
        and any(fnmatch.fnmatchcase(engine, name) for name in cause["engines"])
        and any(fnmatch.fnmatchcase(table, name) for name in cause.get("tables", ["*"]))
        and re.search(cause.get("message", ""), str(difference["reason"])) is not None
        and re.search(cause.get("filter", ""), json.dumps(difference["args"].get("filter"))) is not None
    )


def explained(entry: Entry, engine: str, causes: Sequence[Entry]) -> Iterator[tuple[str, str | None, int]]:
    """Outcome, cause and number of filters of one table; None for what no cause explains."""
    table = Path(entry["table"]).name.removesuffix(".zip")
    for outcome in ("different", *FAILED):
        matches: Counter[str | None] = Counter()
        for item in entry["differences"]:
            if item["outcome"] == outcome:
                matches[next((c["text"] for c in causes if is_cause(c, engine, table, item)), None)] += 1
        rest = entry["counts"].get(outcome, 0) - sum(matches.values())
        if rest:  # more than are stored
            matches[next(iter(matches), None)] += rest
        for text, num in matches.items():
            yield outcome, text, num


def main() -> int:
    """Write the results; see the module."""
    [folder] = sys.argv[1:]
    causes = tomllib.loads(Path(__file__).with_name("causes.toml").read_text(encoding="utf-8"))["cause"]
    rows, by_cause, problems = [], Counter[tuple[str, str]](), []
    for path in sorted(Path(folder).glob("filters-*.jsonl")):
        engine = path.stem.removeprefix("filters-")
        entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        counts: Counter[str] = Counter()
        tables: dict[str, int] = defaultdict(int)
        for entry in entries:
            counts.update(entry["counts"])
            answered = sum(entry["counts"].get(name, 0) for name in ("equal", "float order", "different"))
            tables[entry["table"]] += answered
            for outcome, text, num in explained(entry, engine, causes):
                if text is None:
                    problems.append(f"{engine}: {entry['table']}: {num} {outcome}")
                else:
                    by_cause[engine, text] += num
        seeds = ", ".join(sorted({str(entry["seed"]) for entry in entries}))
        failed = sum(counts[name] for name in FAILED)
        some = [counts[name] for name in ("equal", "float order", "different")]
        num_tables = sum(num > 0 for num in tables.values())
        rows.append([engine, seeds, num_tables, sum(some), *some, failed, counts["unsupported"]])
    date = datetime.now(UTC).date().isoformat()
    content = {
        "tables": [
            {"date": date, "command": COMMAND, "columns": list(COLUMNS), "rows": rows},
            {
                "date": date,
                "command": "why filtered rows differ, or an engine fails",
                "columns": ["engine", "cause", "filters"],
                "rows": [[engine, text, num] for (engine, text), num in sorted(by_cause.items())],
            },
        ]
    }
    target = resources.data_root() / "conformance" / "results" / "filters.json"
    target.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
