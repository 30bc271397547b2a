# SPDX-License-Identifier: Apache-2.0
"""Audit real files and tables, and print unexplained errors and warnings.

    python conformance/tools/audit_corpus.py --deep fixtures/real-* ../shared/real

DIR are folders; tables in zip files are unpacked, sources of bootstrapped ones at the paths in their index.
`explained_findings.toml` gives the reasons of findings. Exits with 1 for a finding without one.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from differences import Reason, explain
from hudi_conformance.adapters.bootstrap import ROOT
from hudi_conformance.audit.findings import ERROR, WARNING
from hudi_conformance.audit.run import Options, run_audit
from hudi_conformance.decode.timeline.listing import read_table_properties
from hudi_conformance.model.properties.table import BOOTSTRAP_BASE

EXPLAINED = Path(__file__).with_name("explained_findings.toml")
SOURCE = ".hoodie/.source"  # where fixtures keep the sources of a bootstrap


@contextmanager
def unpacked(folders: Sequence[Path], scratch: Path) -> Iterator[list[str]]:
    """Paths to audit: the folders, and tables out of their zip files."""
    sources: list[Path] = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*.zip"))):
        table = scratch / path.parent.parent.name / path.parent.name / path.stem
        with zipfile.ZipFile(path) as archive:
            archive.extractall(table)
        if (table / SOURCE).is_dir():
            base = Path(BOOTSTRAP_BASE.text(read_table_properties(table).entries) or "")
            if base.is_relative_to(ROOT) and not base.exists():
                sources.append(base)
                shutil.move(table / SOURCE, base)
    try:
        yield [*map(str, folders), str(scratch)]
    finally:
        for base in sources:
            shutil.rmtree(base)


def main() -> int:
    """Audit, match, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--deep", action="store_true", help="decode every page of base files")
    args = parser.parse_args()
    table = tomllib.loads(EXPLAINED.read_text("utf-8"))
    reasons = [Reason(entry["paths"], entry["rules"], entry["why"]) for entry in table["finding"]]
    with (
        tempfile.TemporaryDirectory() as scratch,
        tempfile.TemporaryDirectory() as out,
        unpacked(args.folders, Path(scratch)) as paths,
    ):
        outcome = run_audit(Options(paths, deep=args.deep), Path(out))
        rows = [row for row in outcome.store.rows() if row.severity in {ERROR, WARNING}]
        num_tables = sum(len(list(Path(path).rglob("hoodie.properties"))) for path in paths)
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
        f"{num_tables} tables, {progress.files} files, {progress.blocks} blocks: {len(rows)} findings, "
        f"{unexplained} not explained; {outcome.plan.num_other} other files"
    )
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
