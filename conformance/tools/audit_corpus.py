# SPDX-License-Identifier: Apache-2.0
"""Audit real files and print unexplained findings: `python conformance/tools/audit_corpus.py DIR...`.

`explained_findings.toml` gives the reasons of findings. Exits with 1 for a finding without one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

from differences import Reason, explain
from hudi_conformance.audit.run import Options, run_audit

EXPLAINED = Path(__file__).with_name("explained_findings.toml")


def main() -> int:
    """Audit, match, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    table = tomllib.loads(EXPLAINED.read_text("utf-8"))
    reasons = [Reason(entry["paths"], entry["rules"], entry["why"]) for entry in table["finding"]]
    with tempfile.TemporaryDirectory() as scratch:
        outcome = run_audit(Options(args.folders), Path(scratch))
        rows = list(outcome.store.rows())
    explained: Counter[str] = Counter()
    unexplained = 0
    for row in rows:
        rule = row.requirement or row.code
        reason = explain(reasons, row.path, rule)
        if reason is None:
            unexplained += 1
            print(f"unexplained: {row.path}: {rule} at {row.ofs}, block {row.block}: {row.message}")
        else:
            explained[f"{rule}: {reason.text}"] += 1
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
