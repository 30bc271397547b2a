# SPDX-License-Identifier: Apache-2.0
"""Expected contents of written tables: rows of the model for every scenario of the cases.

    python conformance/tools/scenario_rows.py            writes fixtures/table/*.json
    python conformance/tools/scenario_rows.py --check    changes nothing, exit 1 if a file would change

The model reads no file of a table, see `instruments.scenario.model`.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hudi_conformance import resources
from hudi_conformance.canonical.json import pretty
from hudi_conformance.suite.manifest import load_manifests
from instruments.scenario.model import content_of


def expected_files() -> dict[str, str]:
    """Text of each file of expected contents, by name below the fixtures."""
    contents: dict[str, dict[str, Any]] = {}
    for case in load_manifests(resources.cases_dir()):
        place = case.expect.get("reads-back")
        if case.cmd == "table.write" and isinstance(place, str):
            name, _, key = place.partition("#")
            contents.setdefault(name, {})[key] = content_of(case.args["write"], case.expect.get("args", {}))
    return {name: pretty(content) for name, content in contents.items()}


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or compare them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    is_check = parser.parse_args(arguments).check
    stale = []
    for name, text in expected_files().items():
        path = resources.fixtures_dir() / name
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale.append(name)
        if not is_check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    print("\n".join([*stale, f"{len(stale)} files {'would change' if is_check else 'changed'}"]))
    return int(is_check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
