# SPDX-License-Identifier: Apache-2.0
"""Which lines can a mutant drawn by chance hide in? Places that no question executes, by area and file.

    python conformance/tests/quality/chance_reach.py [--area encode] [--lines] [--json FILE]

A mutant of such a place survives every draw, whatever the questions judge: what is listed here needs a
generator or cases before anything else. Questions are traced as `chance.py` traces them, and kept with it.
Exit code 0; 2 when the unchanged package fails a question.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / name) for name in ("support", ""))

import chance
import chance_run
from chance_sites import Change


def unreached(
    hunt: chance_run.Hunt, listed: chance.Listed, places: Sequence[Sequence[Change]]
) -> Iterator[Change]:
    """One change of each place that no question executes; equivalents are none."""
    for ways in places:
        if listed.equivalent(ways[0]) is None and not hunt.executing(ways[0]):
            yield ways[0]


def main() -> int:
    """See the module for arguments and exit codes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--area", action="append", choices=chance.AREAS, help="this part only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--lines", action="store_true", help="print every line")
    parser.add_argument("--json", type=Path, help="write file, function and line of every place here")
    options = parser.parse_args()
    listed = chance.load_list()
    places = chance.load_places(listed, tuple(options.area or chance.AREAS))
    shows = sys.stderr.isatty()

    def report(text: str) -> None:
        if shows:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="chance-") as scratch:
        try:
            hunt = chance_run.Hunt(
                chance.PACKAGE, chance.AREAS, chance.TRACES, Path(scratch), options.jobs, report=report
            )
        except chance_run.BaselineError as error:
            print(error, file=sys.stderr)
            return 2
        found = list(unreached(hunt, listed, places))
    report("")
    total, missed = Counter(ways[0].area for ways in places), Counter(change.area for change in found)
    for area, num in total.items():
        print(f"{area}: {missed[area]} of {num} places")
    for file, num in Counter(change.file for change in found).most_common():
        print(f"{num:5} {file}")
        for change in found if options.lines else ():
            if change.file == file:
                print(f"      {change.line} {change.function}: {change.before}")
    if options.json:
        entries = [[change.file, change.function, change.line, change.before] for change in found]
        options.json.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
