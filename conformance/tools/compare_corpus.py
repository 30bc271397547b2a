#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare our decoding of a folder of log files with the answers of real readers.

    compare_corpus.py DIR                    NAME.log and NAME.json (the reader's answer as JSON) below DIR
    compare_corpus.py --hfile DIR            NAME.hfile and NAME.json, as above
    compare_corpus.py --damaged DIR ANSWERS  any files in DIR, and one text of answers per reader in ANSWERS

Every difference needs a reason in `corpus_differences.toml`, and a reason covers as many differences as it
states; a difference is one row. Exit code 1 when a difference has no reason, or a reason another number.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from compare_hfile import compare_hfile
from compare_log import Pair, compare
from differences import Reason, explain
from log_answers import as_text, read_json_answer, read_ours, read_text_answers

REASONS = Path(__file__).with_name("corpus_differences.toml")


def load_reasons(scope: str) -> list[Reason]:
    """Reasons of `corpus_differences.toml` for one scope."""
    table = tomllib.loads(REASONS.read_text("utf-8"))["difference"]
    return [
        Reason(entry["files"], entry["aspects"], entry["reason"])
        for entry in table
        if entry["scope"] == scope
    ]


def report(readings: Iterable[tuple[str, Iterable[Pair]]], reasons: Sequence[Reason]) -> int:
    """Print the counts and everything that a reason does not cover; return the exit code."""
    num_differing: Counter[bool] = Counter()
    unexplained = []
    for file, pairs in readings:
        differences = list(pairs)
        num_differing[bool(differences)] += 1
        unexplained += [(file, *pair) for pair in differences if explain(reasons, file, pair[0]) is None]
    num_reasoned = sum(reason.num_uses for reason in reasons)
    print(
        f"{num_differing[False]} equal, {num_differing[True]} differing of {num_differing.total()} readings"
    )
    print(f"{num_reasoned} reasoned differences, {len(unexplained)} unexplained")
    for reason in reasons:
        counts = ", ".join(f"{num} {aspect}" for aspect, num in sorted(reason.uses.items()))
        print(f"  {counts}: {reason.text}")
    for difference in unexplained:
        print("UNEXPLAINED", ": ".join(difference))
    miscounts = [sentence for reason in reasons for sentence in reason.miscounts()]
    for sentence in miscounts:
        print("MISCOUNT", sentence)
    return 1 if unexplained or miscounts else 0


def compare_logs(folder: Path) -> Iterator[tuple[str, Iterable[Pair]]]:
    """Name and differences of each log file that has an answer as JSON."""
    for path in sorted(folder.rglob("*.log")):
        reading, contents = read_ours(path)
        answer = read_json_answer(path.with_suffix(".json"), contents)
        yield str(path.relative_to(folder)), compare(answer, reading)


def compare_damaged(folder: Path, answers: Path) -> Iterator[tuple[str, Iterable[Pair]]]:
    """Name and differences of each damaged file, reader by reader."""
    for path_answers in sorted(answers.glob("*.txt")):
        readings = read_text_answers(path_answers)
        for path in sorted(folder.iterdir()):
            reading, _ = read_ours(path)
            yield f"{path_answers.stem}/{path.name}", compare(readings[path.name], as_text(reading))


def main() -> int:
    """Run the comparison that the command line requests."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("answers", type=Path, nargs="?", help="folder of answers (with --damaged)")
    parser.add_argument("--damaged", action="store_true")
    parser.add_argument("--hfile", action="store_true")
    options = parser.parse_args()
    folder: Path = options.folder
    if options.hfile:
        counts: Counter[str] = Counter()
        paths = sorted(folder.rglob("*.hfile"))
        readings = [(str(path.relative_to(folder)), list(compare_hfile(path, counts))) for path in paths]
        print(", ".join(f"{num} {name}" for name, num in sorted(counts.items())))
        return report(readings, load_reasons("hfile"))
    if not options.damaged:
        return report(compare_logs(folder), load_reasons("answers"))
    if options.answers is None:
        parser.error("--damaged needs the folder of answers")
    return report(compare_damaged(folder, options.answers), load_reasons("damaged"))


if __name__ == "__main__":
    sys.exit(main())
