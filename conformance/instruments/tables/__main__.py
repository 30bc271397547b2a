# SPDX-License-Identifier: Apache-2.0
"""Damage tables, audit them, print or store the score.

    python -m instruments.tables --tables DIR [--seed N] [--metadata] [--json] [--store]

Exits with 0 when at least 97 % of the kinds were found and no finding of an undamaged table is unexplained,
else with 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from hudi_conformance import resources

from instruments.tables.every_kind import CANNOT_BE_FOUND, KINDS
from instruments.tables.score import Score, run

MIN_RECALL = 0.97
TITLE = "seeded damage of whole tables"
METADATA = "seeded disagreements of metadata tables and their data"


def to_json(score: Score) -> dict[str, object]:
    """The score as data."""
    return {
        "seed": score.seed,
        "kinds": len(score.by_kind),
        "kinds_found": score.num_kinds_found,
        "damages": score.num_damages,
        "found": score.num_found,
        "layouts": dict(sorted(score.layouts.items())),
        "fewer_than_three_tables": sorted(name for name, hits in score.by_kind.items() if len(hits) < 3),
        "no_table": score.absent,
        "missed": [
            {"kind": damage.kind.name, "layout": damage.layout, "table": Path(damage.source).name,
             "rules": [*damage.kind.rules, damage.expected.rule or ""],
             "places": list(damage.expected.paths)[:4],
             "ofs": damage.expected.ofs, "instead": rules, "folder": damage.folder}
            for damage, rules in score.missed
        ],
        "undamaged": {
            "tables": score.num_tables,
            "explained": dict(sorted(score.explained.items())),
            "unexplained": score.unexplained,
        },
        "cannot_be_found": [{"kind": kind, "reason": why} for kind, why in CANNOT_BE_FOUND.items()],
    }  # fmt: skip


def store(score: Score, title: str = TITLE) -> None:
    """Write the score among the stored results of audits, in place of the earlier one of the title."""
    path = resources.data_root() / "conformance" / "results" / "audits.json"
    stored = json.loads(path.read_text("utf-8"))
    num_damages, num_kinds = score.num_damages, len(score.by_kind)
    table = {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "command": title,
        "columns": ["what", "figure"],
        "rows": [
            ["kinds of damage", num_kinds],
            ["kinds found at their place, under their rule, in every table", score.num_kinds_found],
            ["damaged tables", num_damages],
            ["of layouts " + ", ".join(sorted(score.layouts)), ", ".join(
                str(score.layouts[name]) for name in sorted(score.layouts))],
            ["damages found", score.num_found],
            ["undamaged tables", score.num_tables],
            ["findings there, of defects of released writers", sum(score.explained.values())],
            ["findings there, others", len(score.unexplained) or "none"],
            ["kinds that leave no trace, listed with the reason", len(CANNOT_BE_FOUND)],
        ],
    }  # fmt: skip
    stored["tables"] = [item for item in stored["tables"] if item["command"] != title] + [table]
    path.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=Path, required=True, help="undamaged tables, at any depth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-kind", type=int, default=4, help="tables per kind, at least one per layout")
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), help="only this kind")
    parser.add_argument("--metadata", action="store_true", help="only the kinds about metadata tables")
    parser.add_argument("--out", type=Path, help="keep damaged tables and findings here")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--store", action="store_true", help="write conformance/results/audits.json")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        out = (args.out or Path(scratch)).resolve()
        kinds = [name for name in KINDS if name.startswith("metadata_")] if args.metadata else args.kind
        score = run(args.tables.resolve(), out, args.seed, args.per_kind, kinds)
    report = to_json(score)
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        _print(score)
    if args.store:
        store(score, METADATA if args.metadata else TITLE)
    is_good = score.num_kinds_found >= MIN_RECALL * len(score.by_kind) and not score.unexplained
    return 0 if is_good else 1


def _print(score: Score) -> None:
    kinds = len(score.by_kind)
    print(f"{score.num_damages} damages of {kinds} kinds, layouts {dict(sorted(score.layouts.items()))}")
    print(
        f"recall by kind    {score.num_kinds_found} of {kinds}: {score.num_kinds_found / max(kinds, 1):.4f}"
    )
    print(f"recall by damage  {score.num_found} of {score.num_damages}")
    for damage, rules in score.missed:
        print(f"  missed {damage.kind.name} of {damage.layout} {Path(damage.source).name} ({damage.folder})")
        print(f"    expected {damage.expected}, instead {rules}")
    print(f"{score.num_tables} undamaged tables: {sum(score.explained.values())} explained findings")
    for text in score.unexplained:
        print(f"  unexplained {text}")


if __name__ == "__main__":
    sys.exit(main())
