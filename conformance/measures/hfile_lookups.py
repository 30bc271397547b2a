# SPDX-License-Identifier: Apache-2.0
"""Lookups in damaged HFiles, after a check of the complete file, and after one of the blocks near the row.

    python conformance/measures/hfile_lookups.py FILES... [--num 300] [--seed 1] [--keys 12]

Each damage changes a byte, or a run of up to eight, or cuts the file. In every second file the checksums are
written again, so that content is damaged below them. Some rows of the file are looked up. An answer is
*right*, *refused*, *reported* (other cells, and a finding), *denied* (no cells of a row that is there, and
no finding) or *wrong*. Prints a table for both kinds of check, and exits with 1 if the neighbourhood has more
denied or wrong answers.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile, checksum_words
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput

OUTCOMES = ("right", "refused", "reported", "denied", "wrong")
PROOFS = {"complete file": None, "neighbourhood": 0}
REFUSALS = Reject, LimitExceeded, UnsupportedInput


def damages(data: bytes, num: int, rng: random.Random) -> Iterator[bytes]:
    """Damaged copies of a file."""
    for number in range(num):
        changed = bytearray(data)
        if number % 10 == 9:
            yield bytes(changed[: rng.randrange(len(changed))])
            continue
        start = rng.randrange(len(changed))
        for at in range(start, min(start + rng.choice((1, 1, 1, 2, 8)), len(changed))):
            changed[at] ^= rng.randrange(1, 256)
        yield with_checksums(bytes(changed), data) if number % 2 else bytes(changed)


def with_checksums(changed: bytes, data: bytes) -> bytes:
    """The file with the checksums of its blocks, at the offsets of the undamaged file."""
    result = bytearray(changed)
    for block in HFile(data).headers():
        end = block.stored_ofs + block.stored_len
        checksums = checksum_words(block, bytes(result[block.ofs : end]))
        if checksums is not None:
            result[end : block.end] = checksums[: block.end - end]
    return bytes(result)


def rows_of(data: bytes, num: int, rng: random.Random) -> dict[bytes, list[bytes]]:
    """Values of some rows of an undamaged file."""
    values: dict[bytes, list[bytes]] = {}
    for cell in CellReader.of(HFile(data)).scan():
        values.setdefault(cell.row, []).append(cell.value)
    rows = rng.sample(sorted(values), min(num, len(values)))
    return {row: values[row] for row in rows}


def outcome(data: bytes, row: bytes, values: Sequence[bytes], len_small: int | None) -> str:
    """The outcome of one lookup by a new reader."""
    try:
        lookup = Lookup(HFile(data), len_small)
        cells = [cell.value for cell in lookup.get(row)]
    except REFUSALS:
        return "refused"
    if cells == list(values):
        return "right"
    if lookup.findings:
        return "reported"
    return "wrong" if cells else "denied"


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--num", type=int, default=300, metavar="N", help="damages of each file")
    parser.add_argument("--keys", type=int, default=12, metavar="N", help="rows looked up in each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    counts = {proof: Counter[str]() for proof in PROOFS}
    for path in options.files:
        rng = random.Random(f"{options.seed} {path.name}")
        data = path.read_bytes()
        rows = rows_of(data, options.keys, rng)
        for damaged in damages(data, options.num, rng):
            for row, values in rows.items():
                for proof, len_small in PROOFS.items():
                    counts[proof][outcome(damaged, row, values, len_small)] += 1
    print(f"{'proof of':16}" + "".join(f"{name:>10}" for name in OUTCOMES))
    for proof, count in counts.items():
        print(f"{proof:16}" + "".join(f"{count[name]:>10,}" for name in OUTCOMES))
    whole, near = counts.values()
    return int(any(near[name] > whole[name] for name in ("denied", "wrong")))


if __name__ == "__main__":
    sys.exit(main())
