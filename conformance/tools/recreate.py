# SPDX-License-Identifier: Apache-2.0
"""Make the fixtures of real writers again, from nothing but the locks of their jars.

    python conformance/tools/recreate.py logs                 make what is missing or different
    python conformance/tools/recreate.py hfiles --check       change nothing, fail on any difference
    python conformance/tools/recreate.py timelines --check --place FOLDER

`logs` are those of `fixtures/real`, `hfiles` those of `fixtures/real-hfile`, `timelines` those of
`fixtures/real-timeline`; what each kind promises is in the module of its name below `recreation/`. No
decoder of this project takes part.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from recreation import hfiles, logs, timelines
from recreation.files import recreate_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; 0 when all is well, 1 when a file or a statement is not as it should be."""
    parser = argparse.ArgumentParser(description="Make the fixtures of real writers again.")
    parser.add_argument("kind", choices=["logs", "hfiles", "timelines"])
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    parser.add_argument(
        "--writer", "--release", action="append", help="only this release or library (repeatable)"
    )
    parser.add_argument("--recipe", action="append", help="only this recipe (repeatable)")
    parser.add_argument("--all", action="store_true", help="timelines: make also what is there")
    parser.add_argument(
        "--place", type=Path, default=timelines.PLACE, help="timelines: folder in which tables are made"
    )
    options = parser.parse_args(arguments)
    if options.kind == "timelines":
        return timelines.recreate_timelines(
            options.writer, options.recipe, options.place, check=options.check, everything=options.all
        )
    if options.kind == "hfiles":
        return recreate_files(hfiles.KIND, options.writer, options.recipe, check=options.check)
    return recreate_files(logs.KIND, options.writer, options.recipe, check=options.check)


if __name__ == "__main__":
    sys.exit(main())
