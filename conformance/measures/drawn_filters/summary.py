# SPDX-License-Identifier: Apache-2.0
"""Store the results of `drawn_filters`: `results/filters.json`, a row per engine, and each difference by its
cause.

    python -m drawn_filters.summary [--add] DIR

Reads `filters-ENGINE.jsonl`. Rows of other engines stay. `--add` adds the counts to those stored of these
engines; as both runs may have read the same tables, the larger number of tables is stored. `causes.toml`
states why filtered rows differ or an engine fails. The exit code is 1 if a table has a difference or failure
without a cause. Of one table and outcome, the first ones are stored and compared with the causes.
"""

from __future__ import annotations

import argparse
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


def merged(
    stored: Sequence[Mapping[str, Any]],
    rows: Sequence[list[Any]],
    causes: Mapping[tuple[str, str], int],
    *,
    add: bool,
) -> tuple[list[list[Any]], list[list[Any]]]:
    """Rows by engine and by cause, with the stored ones of other engines, and of these if `add`."""
    old = {row[0]: row for row in stored[0]["rows"]}
    new, all_causes = dict(old), Counter(causes)
    for row in rows:
        before = old.get(row[0]) if add else None
        if before:
            seeds = ", ".join(sorted({*before[1].split(", "), *row[1].split(", ")}))
            sums = [a + b for a, b in zip(before[3:], row[3:], strict=True)]
            row = [row[0], seeds, max(before[2], row[2]), *sums]  # noqa: PLW2901 - with what is stored
        new[row[0]] = row
    for engine, text, num in stored[1]["rows"]:
        if add or engine not in {row[0] for row in rows}:
            all_causes[engine, text] += num
    by_cause = [[engine, text, num] for (engine, text), num in sorted(all_causes.items())]
    return [new[name] for name in sorted(new)], by_cause


def main(arguments: list[str] | None = None) -> int:
    """Write the results; see the module."""
    parser = argparse.ArgumentParser(prog="python -m drawn_filters.summary", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--add", action="store_true", help="add to the stored counts of these engines")
    options = parser.parse_args(arguments)
    causes = tomllib.loads(Path(__file__).with_name("causes.toml").read_text(encoding="utf-8"))["cause"]
    rows, by_cause, problems = [], Counter[tuple[str, str]](), []
    for path in sorted(options.folder.glob("filters-*.jsonl")):
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
    target = resources.data_root() / "conformance" / "results" / "filters.json"
    stored = json.loads(target.read_text(encoding="utf-8"))["tables"]
    rows, cause_rows = merged(stored, rows, by_cause, add=options.add)
    content = {
        "tables": [
            {"date": date, "command": COMMAND, "columns": list(COLUMNS), "rows": rows},
            {
                "date": date,
                "command": "why filtered rows differ, or an engine fails",
                "columns": ["engine", "cause", "filters"],
                "rows": cause_rows,
            },
        ]
    }
    target.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
