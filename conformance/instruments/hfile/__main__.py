# SPDX-License-Identifier: Apache-2.0
"""Deep damage: HFiles edited below their checksums, and the answers of every reading command.

python -m instruments.hfile [FOLDER...]     folders of complete HFiles; default: the real fixtures
    --each 10 --seed 1                                   damaged files of each kind
    --kind NAME                                          only kinds whose name begins so
    --write FOLDER                                       keep the damaged files
    --list                                               each answer that is wrong, lost, denied or doubled

Exit code 0 if each answer is `right`, `refused` or `told`, or the damage is undetectable; else 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from hudi_conformance import resources

from instruments.hfile import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code as described in the module."""
    parser = argparse.ArgumentParser(
        prog="python -m instruments.hfile", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--each", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--list", action="store_true", dest="is_listed")
    parser.add_argument("--json", action="store_true", dest="as_json")
    options = parser.parse_args(arguments)
    folders = options.folders or [resources.fixtures_dir() / "real-hfile"]
    bases = run.find_bases(folders)
    if not bases:
        parser.error("no whole HFiles there")
    cases = list(run.make(bases, options.each, options.seed, options.kind))
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        for case in cases:
            (options.write / f"{case.name}.hfile").write_bytes(case.data)
    results = run.measure(bases, cases)
    failures = run.failures(results)
    if options.as_json:
        print(json.dumps(run.document(results), indent=1))
    else:
        print(run.as_text(results))
    if options.is_listed:
        for result in results:
            odd = {name: word for name, word in result.words.items() if word not in run.GOOD - {"late"}}
            if odd:
                why = f" [blind: {result.case.kind.blind}]" if result.is_blind else ""
                print(f"{result.case.name}: {odd}{why}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
