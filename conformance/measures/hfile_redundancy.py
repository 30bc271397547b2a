# SPDX-License-Identifier: Apache-2.0
"""All redundant information in an HFile, and contradictions in it: a proof outside the decoder.

A damaged file in which nothing disagrees is one that a writer makes of other cells: no reader can detect it.
The walk is that of the reader which is written from the pages alone (`minimal_hfile`); encoded payloads are
compared with those of the reference writer, Bloom filters with its hashes. Nothing of `decode` is used.

`python conformance/measures/hfile_redundancy.py --each 10 [FOLDER ...]` creates damaged files of the kinds
that are declared undetectable, and prints for each kind how many are proven to be.
"""

from __future__ import annotations

import argparse
import re
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import google_crc32c
import minimal_hfile
from hudi_conformance import resources
from hudi_conformance.encode.hfile.bloom import bit_positions
from hudi_conformance.encode.hfile.cells import Cell, CellLayout
from hudi_conformance.encode.hfile.encodings import ENCODINGS, encode_payload
from instruments.hfile import run
from minimal_hfile import Bytes

HUDI = (b"HoodieHBaseKVComparator", b"HFileDataBlockEncoderComparator")
FIXED = (  # names and widths of a trailer of version 2.0 or 2.1
    ("file_info_offset", "q"),
    ("load_on_open_data_offset", "q"),
    ("data_index_count", "i"),
    ("uncompressed_data_index_size", "q"),
    ("meta_index_count", "i"),
    ("total_uncompressed_bytes", "q"),
    ("entry_count", "q"),
    ("compression_codec", "i"),
    ("num_data_index_levels", "i"),
    ("first_data_block_offset", "q"),
    ("last_data_block_offset", "q"),
)
HASHES = {0: "jenkins", 1: "murmur", 2: "murmur3"}
NO_FILE = "no file by the pages"
TYPES = {4, 8, 10, 12, 14}
NOT_IN_TOTAL = {"IDXINTE2"}


@dataclass(frozen=True)
class Block:
    """A block and its header."""

    magic: str
    ofs: int
    end: int
    len_header: int
    before: int
    payload: bytes
    cells: tuple[Cell, ...] = ()


class Walk:
    """A file, by its pages; redundant information of its blocks is recorded immediately."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.minor, self.major = data[-4], int.from_bytes(data[-3:], "big")
        self.ofs_trailer = len(data) - (212 if self.major == 2 else 4096)
        self.is_old = self.major == 2 and self.minor < 2
        self.notes: list[str] = []
        if data[self.ofs_trailer :][:8] != b'TRABLK"$':
            self.notes.append("magic of the trailer")
        self.trailer = self._trailer()
        blocks = list(self._blocks())
        stored = next((block.payload for block in blocks if block.magic == "FILEINF2"), b"")
        self.info = self._old_info(stored) if self.is_old else minimal_hfile.read_info(stored)
        self.layout = CellLayout(
            b"hfile.MAX_TAGS_LEN" in self.info, self.info.get(b"KEY_VALUE_VERSION") == b"\0\0\0\1"
        )
        self.blocks = [self._with_cells(block) for block in blocks]
        self.cells = [cell for block in self.blocks for cell in block.cells]
        name = data[self.ofs_trailer :]
        self.is_hudi = b"schema" in self.info or any(hudi in name for hudi in HUDI)

    def _trailer(self) -> dict[str, int]:
        if not self.is_old:
            return {
                "compression_codec": 2,
                **minimal_hfile.read_trailer(Bytes(self.data[self.ofs_trailer + 8 :])),
            }
        stream = Bytes(self.data[self.ofs_trailer + 8 :])
        return {name: stream.num(code) for name, code in FIXED}

    def _blocks(self) -> Iterator[Block]:
        pos, len_header = 0, 24 if self.minor == 0 and self.major == 2 else 33
        while pos < self.ofs_trailer:
            magic, stored, plain, before = struct.unpack_from(">8siiq", self.data, pos)
            end, ofs = pos + len_header + stored, pos + len_header
            covered = end
            if len_header == 33:
                kind, chunk, len_covered = struct.unpack_from(">Bii", self.data, pos + 24)
                covered = pos + len_covered
                self._checksums(kind, chunk, pos, covered, end)
            payload = minimal_hfile.inflate(self.trailer["compression_codec"], self.data[ofs:covered], plain)
            if len(payload) != plain:
                self.notes.append(f"inflated size of the block at {pos}")
            yield Block(magic.decode(), pos, end, len_header, before, payload)
            pos = end
        if pos != self.ofs_trailer:
            self.notes.append("blocks do not end at the trailer")

    def _checksums(self, kind: int, chunk: int, start: int, covered: int, end: int) -> None:
        stored = self.data[covered:end]
        hashes = {1: zlib.crc32, 2: google_crc32c.value}
        parts = [self.data[ofs : min(ofs + chunk, covered)] for ofs in range(start, covered, chunk)]
        right = b"".join(
            struct.pack(">I", hashes[kind](part)) if kind in hashes else bytes(4) for part in parts
        )
        if stored != right:
            self.notes.append(f"checksums of the block at {start}")

    def _with_cells(self, block: Block) -> Block:
        if not block.magic.startswith("DATABLK"):
            return block
        rows = minimal_hfile.read_cells(block.payload, self.info, block.magic == "DATABLKE")
        cells = tuple(Cell(*cell[:5], value=cell[5], tags=cell[6], mvcc=cell[7], ofs_key=0) for cell in rows)
        return Block(block.magic, block.ofs, block.end, block.len_header, block.before, block.payload, cells)

    def _old_info(self, payload: bytes) -> dict[bytes, bytes]:
        stream, info = Bytes(payload), {}
        for _ in range(stream.num("i")):
            name = stream.take(stream.vlong())
            stream.take(1)
            info[name] = stream.take(stream.vlong())
        return info


def contradictions(data: bytes) -> list[str]:
    """Contradictions in a file; empty if there are none."""
    try:
        walk = Walk(data)
        notes = list(walk.notes)
        for check in (_chain, _trailer, _order, _payloads, _index, _info, _bloom):
            notes += check(walk)
    except Exception as error:  # the walk found a part that is not a valid file
        return [f"{NO_FILE}: {type(error).__name__}: {error}"]
    return notes


def proof(damaged: bytes, good: bytes) -> list[str]:
    """Contradictions of a damaged file that the intact one lacks; empty: the damage is proven
    undetectable."""
    before = {_kind(note) for note in contradictions(good)}
    return [note for note in contradictions(damaged) if note.startswith(NO_FILE) or _kind(note) not in before]


def _kind(note: str) -> str:
    """A note without what differs from file to file."""
    match = re.match(r"[^0-9'\"]*", note)
    return "" if match is None else match.group()


def _chain(walk: Walk) -> Iterator[str]:
    """Offsets of the block before, of its kind."""
    last: dict[str, int] = {}
    for block in walk.blocks:
        kind = "DATABLK" if block.magic.startswith("DATABLK") else block.magic
        if kind == "DATABLK" and block.before != last.get(kind, -1):
            yield f"offset of the block before the one at {block.ofs}"
        last[kind] = block.ofs


def _trailer(walk: Walk) -> Iterator[str]:
    data = [block for block in walk.blocks if block.magic.startswith("DATABLK")]
    indexes = [block for block in walk.blocks if block.magic.startswith("IDX")]
    roots = [block for block in indexes if block.magic == "IDXROOT2"]
    info = next(block for block in walk.blocks if block.magic == "FILEINF2")
    expected = {
        "entry_count": len(walk.cells),
        "file_info_offset": info.ofs,
        "load_on_open_data_offset": roots[0].ofs,
    }
    if data:
        expected |= {"first_data_block_offset": data[0].ofs, "last_data_block_offset": data[-1].ofs}
    if walk.trailer.get("total_uncompressed_bytes") and not walk.is_hudi:
        expected["total_uncompressed_bytes"] = (
            len(walk.data)
            - walk.ofs_trailer
            + sum(
                block.len_header + len(block.payload)
                for block in walk.blocks
                if block.magic not in NOT_IN_TOTAL and block.ofs != roots[0].ofs
            )
        )
    size = walk.trailer.get("uncompressed_data_index_size", 0)
    sums = [sum(len(block.payload) for block in parts if block is not roots[1]) for parts in (indexes, data)]
    if size and size not in sums:
        yield f"uncompressed_data_index_size {size}, not {sums}"
    for name, value in expected.items():
        if walk.trailer.get(name, 0) != value:
            yield f"{name} {walk.trailer.get(name, 0)}, {value} there"


def _order(walk: Walk) -> Iterator[str]:
    ranks = [(cell.rank, -cell.mvcc) for cell in walk.cells]
    if any(first > second for first, second in pairwise(ranks)):
        yield "order of the cells"
    if any(not _are_tags(cell.tags) for cell in walk.cells):
        yield "tags that do not fill their part"
    for cell in walk.cells:
        if cell.type not in TYPES or cell.timestamp < 0 or cell.mvcc < 0 or len(cell.row) > 32767:
            yield f"a cell of type {cell.type}, timestamp {cell.timestamp}, mvcc {cell.mvcc}"
    if b"schema" in walk.info and any(
        (cell.family, cell.qualifier, cell.timestamp, cell.type, cell.mvcc, cell.tags)
        != (b"", b"", 2**63 - 1, 4, 0, b"")
        for cell in walk.cells
    ):
        yield "a cell that is not a record of Hudi"
    for block, after in pairwise([block for block in walk.blocks if block.cells]):
        if block.cells[-1].rank == after.cells[0].rank:
            yield f"a key of two blocks at {after.ofs}"


def _are_tags(tags: bytes) -> bool:
    stream = Bytes(tags)
    while stream.at + 2 <= len(tags):
        length = stream.num("H")
        if not length or len(stream.take(length)) < length:
            return False
    return stream.at == len(tags)


def _payloads(walk: Walk) -> Iterator[str]:
    """A payload has one form: that of the writer."""
    is_compressed = walk.info.get(b"hfile.TAGS_COMPRESSED") == b"\xff"
    names = {number: name for name, number in ENCODINGS.items()}
    for block in walk.blocks:
        if block.magic == "DATABLKE" and block.payload[:2] != b"\0\7":
            size = sum(len(walk.layout.plain(cell)) for cell in block.cells)
            if struct.unpack_from(">i", block.payload, 2) != (size,):
                yield f"plain size of the block at {block.ofs}"
        if not block.cells or (is_compressed and walk.layout.tags and block.magic == "DATABLKE"):
            continue
        name = names[struct.unpack_from(">H", block.payload)[0]] if block.magic == "DATABLKE" else "NONE"
        if encode_payload(block.cells, walk.layout, name) != block.payload:
            yield f"the block at {block.ofs} differs from the encoding of its cells"


def _roots(walk: Walk) -> list[Block]:
    return [block for block in walk.blocks if block.magic == "IDXROOT2"]


def _root_entries(payload: bytes, num: int) -> tuple[list[tuple[int, int, bytes]], bytes]:
    """Entries and what is behind them; hudi-io 1.1 writes lengths of 128 and more as varints."""
    try:
        return _entries(payload, num, Bytes.vlong)
    except struct.error:
        return _entries(payload, num, Bytes.varint)


def _entries(
    payload: bytes, num: int, length: Callable[[Bytes], int]
) -> tuple[list[tuple[int, int, bytes]], bytes]:
    stream = Bytes(payload)
    entries = [(stream.num("q"), stream.num("i"), stream.take(length(stream))) for _ in range(num)]
    return entries, payload[stream.at :]


def _leaf_entries(payload: bytes) -> list[tuple[int, int, bytes]]:
    (num,) = struct.unpack_from(">i", payload)
    starts = struct.unpack_from(f">{num + 1}i", payload, 4)
    area = payload[8 + 4 * num :]
    parts = [area[start:end] for start, end in pairwise(starts)]
    return [(*struct.unpack_from(">qi", part), part[12:]) for part in parts]


def _rank(key: bytes) -> tuple[bytes, bytes, bytes, int, int] | tuple[bytes]:
    len_row = int.from_bytes(key[:2], "big")
    row, rest = key[2 : 2 + len_row], key[2 + len_row :]
    if not rest:
        return (row,)
    end = 1 + rest[0]
    return row, rest[1:end], rest[end:-9], -int.from_bytes(rest[-9:-1], "big", signed=True), -rest[-1]


def _index(walk: Walk) -> Iterator[str]:
    """Entries name all data blocks in their order, by keys between their cells."""
    by_ofs = {block.ofs: block for block in walk.blocks}
    root = by_ofs[walk.trailer["load_on_open_data_offset"]]
    entries, rest = _root_entries(root.payload, walk.trailer.get("data_index_count", 0))
    levels = walk.trailer.get("num_data_index_levels", 0)
    if levels < 1 or len(rest) != (16 if levels > 1 and entries else 0):
        yield f"bytes behind the root: {len(rest)}"
    leaves: list[tuple[int, int]] = []  # of each data block: its leaf, its number in there
    for _ in range(levels - 1):
        below = []
        for ofs, size, key in entries:
            block = by_ofs[ofs]
            children = _leaf_entries(block.payload)
            if block.end - ofs != size or not children or children[0][2] != key:
                yield f"entry of the index block at {ofs}"
            below += children
            leaves += [(ofs, number) for number in range(len(children))]
        leaves, entries = leaves[-len(below) :], below
    if len(rest) == 16 and leaves:
        ofs, _, number = struct.unpack(">qii", rest)
        if (ofs, number) != leaves[(len(leaves) - 1) // 2]:
            yield f"mid-key {number} of {ofs}"
    metas, rest = _root_entries(_roots(walk)[1].payload, walk.trailer.get("meta_index_count", 0))
    names = [(block.ofs, block.end - block.ofs) for block in walk.blocks if block.magic == "METABLKc"]
    if rest or sorted(entry[:2] for entry in metas) != names:
        yield "meta blocks and their index"
    data = [block for block in walk.blocks if block.cells]
    if [(ofs, size) for ofs, size, _ in entries] != [(block.ofs, block.end - block.ofs) for block in data]:
        yield "entries of the index and data blocks"
        return
    last: Cell | None = None
    for block, (ofs, _, key) in zip(data, entries, strict=True):
        rank = _rank(key)
        first = block.cells[0].rank[: len(rank)]
        if rank > first or (last is not None and last.rank[: len(rank)] > rank):
            yield f"index key of the block at {ofs}"
        last = block.cells[-1]


def _info(walk: Walk) -> Iterator[str]:
    """Sums and bounds of the file info."""
    cells, info = walk.cells, walk.info
    if not cells:
        return
    len_keys = sum(len(cell.row if walk.is_hudi else cell.key) for cell in cells)
    # The writer counts a length of four bytes, no mvcc number, and tags where there are some.
    sizes = [4 + len(CellLayout(bool(cell.tags), mvcc=False).plain(cell)) for cell in cells]
    longest = max(sizes)
    last = cells[-1]
    expected = {
        b"hfile.AVG_KEY_LEN": {
            struct.pack(">i", size // len(cells)) for size in {len_keys, sum(len(c.key) for c in cells)}
        },
        b"hfile.AVG_VALUE_LEN": {struct.pack(">i", sum(len(cell.value) for cell in cells) // len(cells))},
        b"hfile.LASTKEY": {last.key, struct.pack(">H", len(last.row)) + last.row},
        b"hfile.MAX_TAGS_LEN": {struct.pack(">i", max(len(cell.tags) for cell in cells))},
        b"MAX_MEMSTORE_TS_KEY": {struct.pack(">q", max(cell.mvcc for cell in cells))},
        b"hfile.LEN_OF_BIGGEST_CELL": {struct.pack(">q", longest)},
        b"hfile.KEY_OF_BIGGEST_CELL": {cells[sizes.index(longest)].key},
        b"minRecordKey": {cells[0].row},
        b"maxRecordKey": {last.row},
        b"EARLIEST_PUT_TS": {struct.pack(">q", min((c.timestamp for c in cells if c.type == 4), default=0))},
        b"DELETE_FAMILY_COUNT": {struct.pack(">q", sum(cell.type in {10, 14} for cell in cells))},
    }
    for name, values in expected.items():
        if name in info and info[name] not in values:
            yield f"{name.decode()} {info[name].hex()}, {min(values).hex()} by the cells"
    is_by_row = info.get(b"BLOOM_FILTER_TYPE") == b"ROW"
    if is_by_row and info.get(b"LAST_BLOOM_KEY", last.row) != last.row:
        yield "LAST_BLOOM_KEY"


def _bloom(walk: Walk) -> Iterator[str]:
    """Keys of a filter by row: as many as rows, and all of their bits."""
    meta = next((block.payload for block in walk.blocks if block.magic == "BLMFMET2"), None)
    kind = walk.info.get(b"BLOOM_FILTER_TYPE", b"ROW")
    if meta is None or kind == b"ROWCOL":
        return
    stream = Bytes(meta)
    _, _, num_hashes, hash_type, num_keys, _, num_chunks = (stream.num(code) for code in "iqiiqqi")
    stream.take(stream.vlong())
    chunks, _ = _root_entries(meta[stream.at :], num_chunks)
    payloads = {block.ofs: block.payload for block in walk.blocks}
    rows = list(dict.fromkeys(cell.row for cell in walk.cells))
    if kind != b"ROW":
        size = int.from_bytes(walk.info.get(b"BLOOM_FILTER_PARAM", b"\xff"), "big")
        rows = list(dict.fromkeys(row[:size] for row in rows))
    if num_keys != len(rows):
        yield f"{num_keys} keys of the Bloom filter, {len(rows)} of the cells"
    for row in rows:
        at = [entry for entry in chunks if entry[2] <= row]
        bits = payloads[at[-1][0]] if at else b""
        places = bit_positions(row, HASHES[hash_type], num_hashes, 8 * len(bits)) if bits else []
        if not bits or any(not bits[bit >> 3] >> (bit & 7) & 1 for bit in places):
            yield f"row {row!r:.40} is not in the Bloom filter"


def main() -> int:
    """1 if a file with damage declared undetectable has a contradiction."""
    parser = argparse.ArgumentParser(description="Check that damage of HFiles is undetectable.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bases = run.find_bases(options.folders or [resources.fixtures_dir() / "real-hfile"])
    counts: dict[str, Counter[str]] = {}
    for case in run.make(bases, options.each, options.seed):
        if case.kind.blind and run.answers(case.data, case.base.truth)["check"] == "right":
            conflicts = proof(case.data, case.base.data)
            counts.setdefault(case.kind.name, Counter())["contradicted" if conflicts else "proven"] += 1
            if conflicts:
                print(f"{case.name}: {'; '.join(conflicts)}")
    for name, count in counts.items():
        print(f"{name:32}{count['proven']:5} proven{count['contradicted']:5} contradicted")
    total = sum(counts.values(), Counter())
    print(f"{'all':32}{total['proven']:5} proven{total['contradicted']:5} contradicted")
    return int(bool(total["contradicted"]))


if __name__ == "__main__":
    sys.exit(main())
