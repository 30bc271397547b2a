# SPDX-License-Identifier: Apache-2.0
"""Store the results of `drawn_tables`: `results/drawn.json`, a row per release, and each difference by its
cause.

    python -m drawn_tables.summary DIR [DIR ...]

Reads `results-RELEASE.jsonl` and the tables of each folder, and audits each table; a table of a later folder
replaces the one of its name. `causes.toml` states which tables are left out, why a view differs, or why Hudi
cannot read it: by the tables whose bytes were examined, or by Hudi's message. The exit code is 1 if a view,
or an error or warning of an audit, has no cause. Results of earlier days stay. Needs no Spark.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import hudi_conformance
from hudi_conformance import resources

NAME = "drawn"
COLUMNS = (
    "written and read by",
    "seeds",
    "tables",
    "views",
    "equal",
    "refused by both",
    "other rows by Hudi",
    "Hudi failed",
)
EQUAL, BOTH_REFUSED, FAILED = "equal", "both refused", "hudi failed"
Row = Mapping[str, Any]
_HISTORY = ".history.json"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why views are not equal: of these tables, or where Hudi's message has this pattern."""

    text: str
    outcome: str
    tables: frozenset[str]
    message: re.Pattern[str] | None

    def explains(self, row: Row) -> bool:
        """Whether a view differs by this cause."""
        if row["outcome"] != self.outcome:
            return False
        has_message = self.message is not None and self.message.search(row["reason"])
        return row["table"] in self.tables or bool(has_message)


@dataclass(frozen=True, slots=True)
class Finding:
    """Why audits of these tables report a rule: a true finding about what Hudi wrote."""

    text: str
    requirement: str
    tables: frozenset[str]


def _document() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("causes.toml").read_text(encoding="utf-8"))


def load_findings() -> list[Finding]:
    """The findings of `causes.toml`."""
    return [
        Finding(item["text"], item["requirement"], frozenset(item["tables"]))
        for item in _document()["finding"]
    ]


def load_left_out() -> dict[str, str]:
    """Why tables of `causes.toml` are not part of the result, by their names."""
    return {table: item["text"] for item in _document()["left_out"] for table in item["tables"]}


def load_causes() -> list[Cause]:
    """The causes of `causes.toml`."""
    return [
        Cause(
            item["text"],
            item["outcome"],
            frozenset(item.get("tables", ())),
            re.compile(item["message"]) if "message" in item else None,
        )
        for item in _document()["cause"]
    ]


def load_tables(folders: Sequence[Path]) -> dict[str, Path]:
    """The folder of each table by its name."""
    names = [(folder, path.name) for folder in folders for path in sorted(folder.glob(f"*{_HISTORY}"))]
    return {name.removesuffix(_HISTORY): folder / name.removesuffix(_HISTORY) for folder, name in names}


def load_rows(tables: Mapping[str, Path], folders: Sequence[Path]) -> Iterator[tuple[str, Row]]:
    """All compared views of these tables, each with the release that wrote and read its table."""
    for folder in folders:
        for path in sorted(folder.glob("results-*.jsonl")):
            for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
                if tables.get(row["table"]) == folder / row["table"]:
                    yield path.stem.partition("-")[2], row


def findings(table: Path, known: Sequence[Finding]) -> tuple[set[str], list[str]]:
    """Texts of known errors and warnings of an audit of a table, and the others."""
    audit = hudi_conformance.audit_files(table)  # its findings are deleted with it
    texts, problems = set(), []
    for row in audit.findings():
        if row.severity == "info":
            continue
        matches = [
            item.text for item in known if item.requirement == row.requirement and table.name in item.tables
        ]
        texts.update(matches)
        problems += [] if matches else [f"{table.name}: {row}"]
    return texts, problems


def document(
    rows: Sequence[tuple[str, Row]],
    causes: Sequence[Cause],
    audited: Counter[str],
    reported: Counter[tuple[str, str]],
    left_out: Counter[tuple[str, str]],
) -> dict[str, Any]:
    """The stored result, in the form of the other measurements."""
    counts: dict[str, Counter[str]] = {}
    by_cause: Counter[tuple[str, str]] = Counter()
    seeds: dict[str, set[int]] = {}
    for release, row in rows:
        counts.setdefault(release, Counter())[row["outcome"]] += 1
        seeds.setdefault(release, set()).add(int(row["table"].rpartition("-")[2]))
        if (cause := cause_of(row, causes)) is not None:
            by_cause[release, cause.text] += 1
    date = datetime.now(UTC).date().isoformat()
    figures = []
    for release, count in sorted(counts.items()):
        num_different = count.total() - count[EQUAL] - count[BOTH_REFUSED] - count[FAILED]
        numbers = [
            audited[release],
            count.total(),
            count[EQUAL],
            count[BOTH_REFUSED],
            num_different,
            count[FAILED],
        ]
        figures.append([release, f"{min(seeds[release])} – {max(seeds[release])}", *numbers])
    return {
        "tables": [
            {
                "date": date,
                "command": "`python -m drawn_tables RELEASE`: views of tables of drawn histories, as Hudi"
                " through Spark returns them and as this reader does",
                "columns": list(COLUMNS),
                "rows": figures,
            },
            {
                "date": date,
                "command": "why the views above are not equal: defects of the release, and questions that"
                " the specification leaves open",
                "columns": ["release", "cause", "views"],
                "rows": [[release, text, number] for (release, text), number in sorted(by_cause.items())],
            },
            {
                "date": date,
                "command": "errors and warnings of audits of these tables; all are true of what Hudi wrote",
                "columns": ["release", "finding", "tables"],
                "rows": [[release, text, number] for (release, text), number in sorted(reported.items())],
            },
            {
                "date": date,
                "command": "tables that are left out of the counts above",
                "columns": ["release", "reason", "tables"],
                "rows": [[release, text, number] for (release, text), number in sorted(left_out.items())],
            },
        ]
    }


def cause_of(row: Row, causes: Sequence[Cause]) -> Cause | None:
    """Why a view is not equal; None if it is, or where nothing explains it."""
    return next((cause for cause in causes if cause.explains(row)), None)


def main(arguments: Sequence[str]) -> int:
    """Entry point; see the module's text."""
    folders = [Path(argument) for argument in arguments]
    causes = load_causes()
    written, left_out = load_tables(folders), load_left_out()
    tables = {name: table for name, table in written.items() if name not in left_out}
    rows = list(load_rows(tables, folders))
    problems = [
        f"{row['table']} {row['args']}: {row['outcome']} {row['reason']}"
        for _, row in rows
        if row["outcome"] not in {EQUAL, BOTH_REFUSED} and cause_of(row, causes) is None
    ]
    audited: Counter[str] = Counter()
    reported: Counter[tuple[str, str]] = Counter()
    known = load_findings()
    for name, table in tables.items():
        release = name.partition("-")[0]
        audited[release] += 1
        texts, unknown = findings(table, known)
        reported.update((release, text) for text in texts)
        problems += unknown
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    path = resources.data_root() / "conformance" / "results" / f"{NAME}.json"
    omitted = Counter((name.partition("-")[0], left_out[name]) for name in written.keys() & left_out.keys())
    made = document(rows, causes, audited, reported, omitted)
    earlier = json.loads(path.read_text(encoding="utf-8"))["tables"] if path.is_file() else []
    made["tables"] += [table for table in earlier if table["date"] < made["tables"][0]["date"]]
    text = json.dumps(made, indent=1, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
