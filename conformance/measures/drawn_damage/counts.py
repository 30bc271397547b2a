# SPDX-License-Identifier: Apache-2.0
"""Counts of drawn damage (relevant, reported, undetectable), and their storage."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from hudi_conformance import resources

from drawn_damage.operations import CRASH

TITLE = "damage drawn by seed from what tables state, `python -m drawn_damage"


def does_matter(row: dict[str, Any]) -> bool:
    """Whether rows change, or will, by more than the crash of the last writer."""
    is_crash = all(f" {CRASH}:" in change for change in with_effect(row))
    return bool(row["changed"] or row["misleads"]) and not is_crash


def with_effect(row: dict[str, Any]) -> list[str]:
    """Changes of a damage, except one without effect that is not reported alone, or that another replaces."""
    return [change for number, change in enumerate(row["changes"]) if number != row["idle"]]


@cache
def proofs() -> list[dict[str, Any]]:
    """Entries of `impossible.toml`."""
    return tomllib.loads(Path(__file__).with_name("impossible.toml").read_text("utf-8"))["proof"]


def is_impossible(row: dict[str, Any]) -> bool:
    """Whether a proof covers every change of a damage."""

    def covered(change: str) -> bool:
        return any(
            re.fullmatch(proof["change"], change)
            and (proof["metadata"] or not row["has_metadata"])
            and ("with" not in proof or any(re.fullmatch(proof["with"], other) for other in with_effect(row)))
            for proof in proofs()
        )

    return all(map(covered, with_effect(row)))


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Recall in all and by operation; combinations with misses."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        for name in {"all", *(change.partition(":")[0] for change in row["changes"])}:
            count = counts.setdefault(name, Counter())
            matters = does_matter(row)
            count["drawn"] += 1
            count["matter"] += matters
            count["reported"] += matters and row["reported"]
            count["missed with a proof"] += matters and not row["reported"] and is_impossible(row)
            if row["obeyed"] is not None:
                count["obeyed"] += 1
                for key in ("is_clean", "is_restored"):
                    count[f"obeyed: {key}"] += row["obeyed"][key]
                count["obeyed: rows lost"] += bool(row["obeyed"]["lost"])
            count["near"] += matters and row["is_near"]
    return {name: dict(count) for name, count in sorted(counts.items())}


def store(rows: list[dict[str, Any]], seeds: list[int], option: str) -> None:
    """Write counts among the stored results of audits, in place of those of the same option."""
    count = Counter(summary(rows)["all"])
    num_missed = count["matter"] - count["reported"]
    proven = count["reported"] + count["missed with a proof"]
    table = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "command": f"{TITLE}{option}`",
        "columns": ["what", "figure"],
        "rows": [
            ["first seeds of the series", ", ".join(map(str, seeds))],
            ["tables, damages", f"{len({row['table'] for row in rows})}, {count['drawn']:,}"],
            ["change rows, or mislead a writer", f"{count['matter']:,}"],
            ["of these reported", f"{count['reported'] / count['matter']:.2%}"],
            ["missed, of these with a proof that no statement of the table contradicts them",
             f"{num_missed}, {count['missed with a proof']}"],
            ["reported, or with such a proof", f"{proven / count['matter']:.2%}"],
            ["reported where the damage is", f"{count['near'] / count['reported']:.2%}"],
        ],
    }  # fmt: skip
    if count["obeyed"]:
        figure = f"{count['obeyed']:,}, {count['obeyed: rows lost']}"
        table["rows"].append(["advice executed on, a row lost by it", figure])
    path = resources.data_root() / "conformance" / "results" / "audits.json"
    stored = json.loads(path.read_text("utf-8"))
    stored["tables"] = [item for item in stored["tables"] if item["command"] != table["command"]] + [table]
    path.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")
