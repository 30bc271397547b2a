# SPDX-License-Identifier: Apache-2.0
"""Recreate the fixtures of real writers, only from the locks of their jars.

    python conformance/tools/recreate.py logs                 make what is missing or different
    python conformance/tools/recreate.py hfiles --check       change nothing, fail on any difference
    python conformance/tools/recreate.py timelines --check --place FOLDER

`logs` are those of `fixtures/real`, `hfiles` those of `fixtures/real-hfile`, `timelines` those of
`fixtures/real-timeline`, `metadata` the tables `cow_metadata` of `fixtures/real-metadata-client`; the
guarantees of each kind are in the module of its name below `recreation/`. No decoder of this project takes
part.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hudi_conformance.suite.adapter import CannotStart
from recreation import hfiles, logs, metadata, timelines
from recreation.adapters import Adapters
from recreation.files import Kind, recreate_files
from recreation.tables import TableKind, recreate_tables

KINDS: dict[str, Kind[Any]] = {"logs": logs.KIND, "hfiles": hfiles.KIND}
TABLES: dict[str, TableKind[Any]] = {"timelines": timelines.KIND, "metadata": metadata.KIND}


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; 0 when all is well, 1 when a file or a statement is not as it should be."""
    parser = argparse.ArgumentParser(description="Make the fixtures of real writers again.")
    parser.add_argument("kind", choices=[*KINDS, *TABLES])
    parser.add_argument("--check", action="store_true", help="change nothing, fail on any difference")
    parser.add_argument(
        "--writer", "--release", action="append", help="only this release or library (repeatable)"
    )
    parser.add_argument("--recipe", action="append", help="only this recipe (repeatable)")
    parser.add_argument("--all", action="store_true", help="tables: make also what is there")
    parser.add_argument("--place", type=Path, help="timelines and metadata: folder in which tables are made")
    options = parser.parse_args(arguments)
    choice = (options.writer, options.recipe)
    try:
        with closing(Adapters()) as adapters:
            if options.kind in KINDS:
                return recreate_files(KINDS[options.kind], adapters, *choice, check=options.check)
            tables = TABLES[options.kind]
            place = options.place or tables.place
            return recreate_tables(
                tables, adapters, *choice, place, check=options.check, everything=options.all
            )
    except CannotStart as missing:
        print(f"cannot start: {missing}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
