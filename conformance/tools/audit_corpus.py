# SPDX-License-Identifier: Apache-2.0
"""Audit real files and say which findings are explained: `python conformance/tools/audit_corpus.py DIR...`.

`explained_findings.toml` says why a finding is right. Exits with 1 for a finding that nobody has explained.
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
    """Matches the last parts of a path; `**` any folders, `*` anything in a name."""
    text = re.escape(glob).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
    return re.compile(f"(?:.*/)?{text}")


def main() -> int:
    """Audit, match, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    reasons = [
        (tuple(pattern(glob) for glob in one["paths"]), frozenset(one["rules"]), one["why"])
        for one in tomllib.loads(EXPLAINED.read_text("utf-8"))["finding"]
    ]
    with tempfile.TemporaryDirectory() as scratch:
        outcome = run_audit(Options(args.folders), Path(scratch))
        rows = list(outcome.store.rows())
    explained: Counter[str] = Counter()
    unexplained = 0
    for row in rows:
        what = row.requirement or row.code
        why = next(
            (
                why
                for globs, rules, why in reasons
                if what in rules and any(g.fullmatch(row.path) for g in globs)
            ),
            None,
        )
        if why is None:
            unexplained += 1
            print(f"unexplained: {row.path}: {what} at {row.ofs}, block {row.block}: {row.message}")
        else:
            explained[f"{what}: {why}"] += 1
    for text, number in sorted(explained.items()):
        print(f"{number:4} {text}")
    done = outcome.progress
    print(
        f"{done.files} files, {done.blocks} blocks: {len(rows)} findings, {unexplained} not explained; "
        f"{outcome.plan.num_other} other files"
    )
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
