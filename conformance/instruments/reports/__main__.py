# SPDX-License-Identifier: Apache-2.0
"""Check the claims about public reports, or write their page.

    python -m instruments.reports check
    python -m instruments.reports write

`check` runs every case by the reference, compares lists of known failures, audits every table, and prints
what does not hold; it ends with 1 if anything does not, or if the page is out of date.
"""

from __future__ import annotations

import argparse
import sys

from hudi_conformance import resources
from hudi_conformance.specification import requirements
from hudi_conformance.suite.manifest import load_manifests

from instruments.reports import check, page
from instruments.reports.model import STATUSES, load, problems


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=["check", "write"])
    args = parser.parse_args()
    reports = load()
    text = page.text(reports)
    if args.action == "write":
        page.PATH.write_text(text, "utf-8")
        return 0
    cases = {case.id: case for case in load_manifests(resources.cases_dir())}
    wrong = list(problems(reports, cases, requirements.load(resources.spec_dir()).requirements))
    wrong += [] if wrong else check.failures(reports)
    if not page.PATH.is_file() or page.PATH.read_text("utf-8") != text:
        wrong.append(f"{page.PATH.name} is out of date: python -m instruments.reports write")
    counts = reports.counts()
    for status in STATUSES:
        print(f"{status:10} {counts[status]:4}")
    for problem in wrong:
        print(problem)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
