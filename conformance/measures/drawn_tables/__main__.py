# SPDX-License-Identifier: Apache-2.0
"""Write tables of drawn histories with a release of Hudi in Spark, and compare every view with ours.

    python -m drawn_tables 1.2.0 --first 1 --num 40 --out out/drawn

Tables stay below `--out`, one folder each, next to their histories (`*.history.json`).
`results-RELEASE.jsonl` has a line per view: `equal`, `different`, `hudi failed`, `refused` by us, or
`failed`. Needs PySpark 3.5.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from hudi_conformance.adapters.hudi_spark.adapter import answerer
from hudi_conformance.errors import Reject, UnsupportedInput

from drawn_tables.compare import LINES, compare, views
from drawn_tables.draw import History, draw
from drawn_tables.write import write


def run(options: argparse.Namespace) -> int:
    """Exit code 1 where a view differs, or ours fails."""
    options.out.mkdir(parents=True, exist_ok=True)
    ask = answerer(options.release)
    line = LINES[options.release.rpartition(".")[0]]
    counts: Counter[str] = Counter()
    # Before the first read: an answer of 1.2 clears Hudi's cache of schemas, and a metadata table that the
    # same process creates after that cannot be written.
    tables = [_written(seed, options.release, options.out) for seed in _seeds(options)]
    with (options.out / f"results-{options.release}.jsonl").open("a", encoding="utf-8") as results:
        for history, folder, ended in tables:
            problem = ended
            by_id = history.settings.get("hoodie.schema.on.read.enable") == "true"
            try:
                requests = list(views(folder, line, by_id=by_id))
            except (Reject, UnsupportedInput, OSError) as error:
                requests, problem = [], f"{problem} ours: {error}"
            for args in requests:
                outcome, reason = compare(ask, folder, args)
                counts[outcome] += 1
                row = {"table": folder.name, "args": args, "outcome": outcome, "reason": reason}
                results.write(json.dumps(row) + "\n")
            results.flush()
            print(
                f"{folder.name}: {len(requests)} views, {dict(counts)} {problem}", file=sys.stderr, flush=True
            )
    print(json.dumps(counts))
    return 1 if counts["different"] + counts["failed"] else 0


def _seeds(options: argparse.Namespace) -> Iterable[int]:
    return options.seeds or range(options.first, options.first + options.num)


def _written(seed: int, release: str, out: Path) -> tuple[History, Path, str]:
    """Write the history of a seed: it, its folder, and why it ended early, "" if it did not."""
    history = draw(seed, release)
    folder = out / f"{release}-{seed}"
    folder.mkdir(parents=True)
    text = json.dumps(asdict(history), indent=1, default=str)
    problem = write(history, folder, release)
    (out / f"{folder.name}.history.json").write_text(text + "\n", encoding="utf-8")
    return history, folder, problem


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog="python -m drawn_tables", description=__doc__)
    parser.add_argument("release")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--num", type=int, default=10, metavar="N")
    parser.add_argument("--seeds", type=int, nargs="+", metavar="SEED", help="these instead of a range")
    parser.add_argument("--out", type=Path, required=True)
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
