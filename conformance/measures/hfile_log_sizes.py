# SPDX-License-Identifier: Apache-2.0
"""HFile blocks of log files in which a size lies, and what a salvage keeps of their records.

`python conformance/measures/hfile_log_sizes.py --seed 1 --each 10 [FOLDER ...]` draws damaged files
out of the HFile blocks of log files: lengths inside cells, sizes in the headers of data blocks, lengths of
the log block. Everything around the lie is right: offsets, checksums, counts. For each kind of lie it prints
how many records were there, kept, and lost. The exit code is 1 if a record is doubled, was not written and is
not reported, or is lost although neither its size nor a size before it is false.
"""

from __future__ import annotations

import argparse
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from deep_damage import rows_of_salvage
from hudi_conformance import resources
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.model.block_type import BlockType
from instruments.deep import Piece, pieces_of
from instruments.hfile.parts import Part, Parts, build, take_apart

FOLDERS = [resources.fixtures_dir() / "log", resources.fixtures_dir() / "real"]
CELL_KINDS = ("cell.len_key", "cell.len_value", "cell.len_row", "cell.len_family")
BLOCK_KINDS = ("block.on_disk", "block.inflated", "block.with_header", "block.chunk")
FRAME_KINDS = ("frame.len_content", "frame.len_block")
KINDS = (*CELL_KINDS, *BLOCK_KINDS, *FRAME_KINDS)


@dataclass(frozen=True, slots=True)
class Lie:
    """A damaged log file of one HFile block.

    Attributes:
        kind: which size lies.
        data: the file.
        good: the file without the lie.
        covered: records that the lie may cost: that of the cell, and those that its false length covers.
    """

    kind: str
    data: bytes
    good: bytes
    covered: int


def good_blocks(folders: Sequence[Path]) -> list[Piece]:
    """HFile blocks with records of undamaged log files."""
    pieces: list[Piece] = []
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        if not data.startswith(b"#HUDI#") or len(data) > 1 << 20:
            continue
        contents, end = read_contents(data)
        if end.rejection is not None:
            continue
        for piece, content in zip(pieces_of(data, 0), contents, strict=True):
            is_whole = content.rejection is None and content.records
            if content.block.type is BlockType.HFILE_DATA_BLOCK and is_whole and piece not in pieces:
                pieces.append(piece)
    return pieces


def cell_starts(payload: bytes) -> list[int]:
    """Where the cells of a plain payload without tags, whose mvcc numbers are one byte, begin."""
    starts, pos = [], 0
    while pos < len(payload):
        starts.append(pos)
        len_key, len_value = struct.unpack_from(">ii", payload, pos)
        pos += 8 + len_key + len_value + 1
    return starts


def _number(rng: Random, old: int, room: int, width: int) -> int:
    """Another value for a number of `width` bytes."""
    most = 1 << 8 * width - (width == 4)
    while True:
        new = rng.choice(
            [
                old + rng.choice([-9, -8, -2, -1, 1, 2, 8, 9]),
                0,
                most - 1,
                old ^ 1 << rng.randrange(8 * width - 1),
                rng.randrange(2 * room + 2),
            ]
        )
        if 0 <= new < most and new != old:
            return new


def _cell_lie(part: Part, kind: str, rng: Random) -> tuple[Part, int]:
    payload = bytearray(part.payload)
    starts = cell_starts(part.payload)
    number = rng.randrange(len(starts))
    start = starts[number]
    len_row = int.from_bytes(payload[start + 8 : start + 10], "big")
    at, width = {
        "cell.len_key": (start, 4),
        "cell.len_value": (start + 4, 4),
        "cell.len_row": (start + 8, 2),
        "cell.len_family": (start + 10 + len_row, 1),
    }[kind]
    old = int.from_bytes(payload[at : at + width], "big")
    new = _number(rng, old, len(payload) - start, width)
    payload[at : at + width] = new.to_bytes(width, "big")
    covered = sum(start <= other < max(start + 1, start + 8 + new) for other in starts)
    return replace(part, payload=bytes(payload)), covered if kind in CELL_KINDS[:2] else 1


def _block_lie(part: Part, kind: str, parts: Parts, rng: Random) -> Part:
    name = kind.removeprefix("block.")
    # The right number, as `build` writes it, is in the header of the block that is built.
    raw = build(parts)
    at = raw.index(part.payload) - 33 if part.payload in raw else -1
    places = {"on_disk": 8, "inflated": 12, "with_header": 29, "chunk": 25}
    if at < 0:
        at = next(
            ofs
            for ofs in range(len(raw))
            if raw.startswith(b"DATABLK*", ofs)
            and int.from_bytes(raw[ofs + 12 : ofs + 16], "big") == len(part.payload)
        )
    old = int.from_bytes(raw[at + places[name] : at + places[name] + 4], "big")
    return replace(part, header={name: _number(rng, old, len(raw), 4)})


def lie(piece: Piece, kind: str, rng: Random) -> Lie | None:
    """A log file of the block with a size of one kind that lies."""
    good = piece.encode()
    if kind in FRAME_KINDS:
        raw = bytearray(good)
        at = 6 if kind == "frame.len_block" else good.index(piece.content) - 8
        old = int.from_bytes(raw[at : at + 8], "big")
        raw[at : at + 8] = _number(rng, old, len(good), 4).to_bytes(8, "big")
        return Lie(kind, bytes(raw), good, 0)
    parts = take_apart(piece.content)
    part = rng.choice(parts.data)
    if kind in BLOCK_KINDS:
        edited, covered = _block_lie(part, kind, parts, rng), 0
    else:
        edited, covered = _cell_lie(part, kind, rng)
    return Lie(kind, replace(piece, content=build(parts.put(edited))).encode(), good, covered)


def lies(pieces: Sequence[Piece], seed: int, each: int) -> Iterator[Lie]:
    """Yield `each` files of each kind, as the seed determines them."""
    for kind in KINDS:
        rng = Random(f"{seed} {kind}")
        for _ in range(each):
            drawn = lie(rng.choice(pieces), kind, rng)
            if drawn is not None:
                yield drawn


@dataclass(frozen=True, slots=True)
class Kept:
    """Records of one salvage: present, kept, lost outside the range of the false size, not written, doubled,
    reported."""

    num: int
    num_kept: int
    num_lost: int
    strange: tuple[str, ...]
    doubled: tuple[str, ...]
    is_told: bool

    @property
    def is_failure(self) -> bool:
        """Whether a record is lost, doubled, or wrong and not reported."""
        return bool(self.num_lost or self.doubled or (self.strange and not self.is_told))


def measure(drawn: Lie) -> Kept:
    """Records that a salvage keeps."""
    with tempfile.TemporaryDirectory() as folder:
        rows, _, _ = rows_of_salvage(drawn.good, Path(folder))
    good = sum(rows.values(), Counter[str]())
    with tempfile.TemporaryDirectory() as folder:
        rows, told, is_told = rows_of_salvage(drawn.data, Path(folder))
    have = sum(rows.values(), Counter[str]())
    extra = have - good
    missing = (good - have).total()
    return Kept(
        good.total(),
        (have & good).total(),
        max(missing - drawn.covered, 0),
        tuple(row for row in extra if row not in good),
        tuple(row for row in extra if row in good),
        bool(told) or is_told,
    )


def main() -> int:
    """Entry point; 1 as described in the module."""
    parser = argparse.ArgumentParser(description="Salvage of HFile blocks in logs in which a size lies.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    pieces = good_blocks(options.folders or FOLDERS)
    sums: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for drawn in lies(pieces, options.seed, options.each):
        kept = measure(drawn)
        sums[drawn.kind].update(
            files=1,
            records=kept.num,
            kept=kept.num_kept,
            lost=kept.num_lost,
            strange=len(kept.strange),
            doubled=len(kept.doubled),
            untold=int(bool(kept.strange) and not kept.is_told),
            failures=int(kept.is_failure),
        )
        if options.list and kept.is_failure:
            print(f"{drawn.kind}: {kept}"[:300])
    columns = ("files", "records", "kept", "lost", "strange", "doubled", "untold", "failures")
    print(
        f"{len(pieces)} HFile blocks\n| kind | " + " | ".join(columns) + " |\n|---|" + "---:|" * len(columns)
    )
    for kind, counts in sums.items():
        print(f"| {kind} | " + " | ".join(str(counts[name]) for name in columns) + " |")
    return int(any(counts["failures"] for counts in sums.values()))


if __name__ == "__main__":
    sys.exit(main())
