# SPDX-License-Identifier: Apache-2.0
"""Audit real files and print unexplained findings: `python conformance/tools/audit_corpus.py DIR...`.

`explained_findings.toml` gives the reasons of findings. Exits with 1 for a finding without one.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

from hudi_conformance.audit.run import Options, run_audit

EXPLAINED = Path(__file__).with_name("explained_findings.toml")


def pattern(glob: str) -> re.Pattern[str]:
    """A pattern for the last parts of a path; `**` matches folders, `*` any part of a name."""
    text = re.escape(glob).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return re.compile(f"(?:.*/)?{text}")


def main() -> int:
    """Audit, match, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    reasons = [
        (tuple(map(pattern, entry["paths"])), frozenset(entry["rules"]), entry["why"])
        for entry in tomllib.loads(EXPLAINED.read_text("utf-8"))["finding"]
    ]
    with tempfile.TemporaryDirectory() as scratch:
        outcome = run_audit(Options(args.folders), Path(scratch))
        rows = list(outcome.store.rows())
    explained: Counter[str] = Counter()
    unexplained = 0
    for row in rows:
        rule = row.requirement or row.code
        matching = (
            why
            for globs, rules, why in reasons
            if rule in rules and any(glob.fullmatch(row.path) for glob in globs)
        )
        why = next(matching, None)
        if why is None:
            unexplained += 1
            print(f"unexplained: {row.path}: {rule} at {row.ofs}, block {row.block}: {row.message}")
        else:
            explained[f"{rule}: {why}"] += 1
    for text, number in sorted(explained.items()):
        print(f"{number:4} {text}")
    progress = outcome.progress
    print(
        f"{progress.files} files, {progress.blocks} blocks: {len(rows)} findings, {unexplained} not explained"
        f"; {outcome.plan.num_other} other files"
    )
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
