# SPDX-License-Identifier: Apache-2.0
"""A complete HFile, written front to back, and a model of its contents."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hudi_conformance.encode.checksums import KINDS
from hudi_conformance.encode.codecs import CODES, compressor
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.block import BlockDamage, BlockKind, BlockLayout, BlockWriter, WrittenBlock
from hudi_conformance.encode.hfile.bloom import BloomWriter
from hudi_conformance.encode.hfile.cells import (
    HBASE_RULES,
    HUDI_RULES,
    Cell,
    CellLayout,
    check_cells,
    check_tags,
    fake_key,
)
from hudi_conformance.encode.hfile.encodings import encode_payload
from hudi_conformance.encode.hfile.index import IndexTree, encode_mid_key, encode_root
from hudi_conformance.encode.hfile.plan import HFilePlan, IndexKeys, Style
from hudi_conformance.encode.hfile.trailer import FIXED, SIZES, Fields, encode_file_info, encode_trailer
from hudi_conformance.model.hfile import IndexEntry, MidKey

_LEN_OVERHEAD = 21  # bytes that Hudi counts per cell besides key and value


@dataclass(frozen=True, slots=True)
class WrittenHFile:
    """A file's bytes, and the writer's model of them."""

    plan: HFilePlan
    data: bytes = field(repr=False)
    blocks: tuple[WrittenBlock, ...]
    trailer: Fields
    info: dict[bytes, bytes]
    levels: int
    root: tuple[IndexEntry, ...]
    data_index: tuple[IndexEntry, ...]
    meta_index: tuple[IndexEntry, ...]
    mid_key: MidKey | None


def write_hfile(plan: HFilePlan) -> WrittenHFile:
    """Write a planned file.

    Raises:
        EncodeError: cells out of order or too long for the layout, tags that readers reject.
    """
    layout = CellLayout(plan.tags, plan.mvcc)
    rules = HUDI_RULES if plan.style is Style.HUDI_IO else HBASE_RULES
    check_cells(plan.cells, layout, rules, plan.knobs.unsorted, plan.knobs.long_rows)
    if not plan.knobs.any_tags:
        check_tags(plan.cells, plan.major, has_tags=plan.tags)
    writer = _Writer(plan, {})
    file = writer.write()
    # Entries may name blocks that come later: after a first draft all offsets are known.
    return _Writer(plan, writer.blocks).write() if plan.knobs.index else file


class _Writer:
    """The file so far; `blocks` by their names, `TYPE[i]`."""

    def __init__(self, plan: HFilePlan, draft: dict[str, WrittenBlock]) -> None:
        self.plan = plan
        self.draft = draft
        self.out = bytearray()
        self.blocks: dict[str, WrittenBlock] = {}
        self.counts: Counter[BlockKind] = Counter()
        self.num_uncompressed = 0
        plain_headers = (plan.major, plan.minor) == (2, 0)
        self.layout = BlockLayout(
            compressor(plan.compression, plan.zstd_framing, plan.knobs.chunk_bytes),
            None if plain_headers else KINDS[plan.checksum],
            plan.bytes_per_checksum,
            only_data_is_chained=plan.style is Style.HUDI_IO,
        )
        self.writer = BlockWriter(self.layout)
        self.tree = IndexTree(
            plan.index_block_size, plan.min_index_entries, single_level=plan.style is Style.HUDI_IO
        )
        self.bloom = None if plan.bloom is None else BloomWriter(plan.bloom)

    def block(self, kind: BlockKind, payload: bytes, counted: bool = True) -> WrittenBlock:
        """Append a block; `counted`: its uncompressed bytes are in the trailer's total."""
        number = self.counts[kind]
        self.counts[kind] += 1
        name = f"{kind.name}[{number}]"
        damage = self.plan.knobs.blocks.get(name, BlockDamage())
        if self.draft:
            edits = (*damage.payload_edits, *self._index_edits(kind, payload, name))
            damage = replace(damage, payload_edits=edits)
        if self.plan.knobs.own_prev_offsets and kind.id == 0 and number:
            damage = replace(damage, prev_block_offset=len(self.out))
        self.writer.start_writing(kind, damage)
        self.writer.write(payload)
        block = self.writer.write_header_and_data(self.out)
        self.blocks[name] = block
        if counted:
            self.num_uncompressed += self.writer.uncompressed_size_with_header
        return block

    def _index_edits(self, kind: BlockKind, payload: bytes, name: str) -> list[tuple[int, bytes]]:
        """Bytes to change in an index block, for the damage planned for its entries."""
        edits = []
        for damage in self.plan.knobs.index:
            if damage.block != name:
                continue
            ofs = _entry_start(kind, payload, damage.entry)
            target = self.draft.get(damage.ofs) if isinstance(damage.ofs, str) else None
            if isinstance(damage.ofs, str) and target is None:
                names = sorted(self.draft)
                raise EncodeError("bad-reference", "hfile.index.root", "block name", names, damage.ofs)
            if target is not None:
                edits.append((ofs, struct.pack(">qi", target.ofs, target.len)))
            elif isinstance(damage.ofs, int):
                edits.append((ofs, struct.pack(">q", damage.ofs)))
            if damage.size is not None:
                edits.append((ofs + 8, struct.pack(">i", damage.size)))
            if damage.key is not None:
                edits.append((ofs + 12 + (kind is BlockKind.ROOT_INDEX), damage.key))
        return edits

    def write(self) -> WrittenHFile:
        """Write all sections in their order."""
        plan = self.plan
        last: Cell | None = None
        for group in groups(plan):
            if self.bloom is not None:
                # The cell that ends a block is already in the filter when the block is written.
                self.bloom.add(group[0])
            if last is not None:
                self._inline_blocks(closing=False)
            self._data_block(group, last)
            last = group[-1]
        self._inline_blocks(closing=True)
        meta = sorted(self.plan.meta.items(), reverse=self.plan.knobs.meta_reversed)
        meta_index = [IndexEntry(*self._address(BlockKind.META, value), name) for name, value in meta]
        mid_key = self.tree.mid_key()
        self.tree.write_levels(lambda payload: self._address(BlockKind.INTERMEDIATE_INDEX, payload, False))
        root = list(reversed(self.tree.root)) if plan.knobs.index_reversed else self.tree.root
        payload = encode_root(root, plan.knobs.uvarint_index_lengths)
        payload += b"" if mid_key is None else encode_mid_key(mid_key)
        root_block = self.block(BlockKind.ROOT_INDEX, payload, counted=False)
        self.block(BlockKind.ROOT_INDEX, encode_root(meta_index))
        # The writer's own entries, those of the plan, then those of its knobs.
        entries = {**_own_info(plan, self.bloom), **plan.info, **plan.knobs.info}
        info = {key: value for key, value in entries.items() if value is not None}
        old = (plan.major, plan.minor) in FIXED
        info_block = self.block(BlockKind.FILE_INFO, encode_file_info(info, old, plan.knobs.info_descending))
        if self.bloom is not None and self.bloom.num_keys:
            self.block(BlockKind.GENERAL_BLOOM_META, self.bloom.meta())
        fields = self._fields(info_block.ofs, root_block.ofs, len(payload), len(root), len(meta_index))
        damage = plan.knobs.trailer_damage
        if plan.knobs.trailer_unknown:
            damage = replace(damage, message_append=plan.knobs.trailer_unknown + damage.message_append)
        self.out += plan.knobs.append + encode_trailer(plan.major, plan.minor, fields, damage)
        return WrittenHFile(
            plan, bytes(self.out), tuple(self.blocks.values()), fields, info, self.tree.levels, tuple(root),
            tuple(self.tree.data), tuple(meta_index), mid_key,
        )  # fmt: skip

    def _data_block(self, group: Sequence[Cell], last: Cell | None) -> None:
        plan = self.plan
        payload = encode_payload(group, CellLayout(plan.tags, plan.mvcc), plan.encoding)
        kind = BlockKind.DATA if plan.stated_encoding == "NONE" else BlockKind.ENCODED_DATA
        block = self.block(kind, payload)
        if self.bloom is not None:
            for cell in group:
                self.bloom.add(cell)
        first = group[0]
        match plan.index_keys:
            case IndexKeys.ROW_ONLY:
                key = struct.pack(">H", len(first.row) & 0xFFFF) + first.row
            case IndexKeys.FAKE if last is not None:
                key = fake_key(last, first)
            case _:
                key = first.key
        self.tree.add(IndexEntry(block.ofs, block.len, key))

    def _inline_blocks(self, closing: bool) -> None:
        self.tree.write_leaf(lambda payload: self._address(BlockKind.LEAF_INDEX, payload), closing)
        if self.bloom is not None:
            self.bloom.write_chunks(lambda bits: self._address(BlockKind.BLOOM_CHUNK, bits), closing)

    def _address(self, kind: BlockKind, payload: bytes, counted: bool = True) -> tuple[int, int]:
        block = self.block(kind, payload, counted)
        return block.ofs, block.len

    def _fields(
        self, ofs_info: int, ofs_root: int, len_root: int, num_root: int, num_meta: int
    ) -> dict[str, int | str | bytes]:
        plan = self.plan
        hudi = plan.style is Style.HUDI_IO
        data = [block for block in self.blocks.values() if block.type.id == BlockKind.DATA.id]
        len_data = sum(len(block.payload) for block in data)
        none_last = 0 if hudi or plan.minor == 0 else -1
        fields: dict[str, int | str | bytes | None] = {
            "file_info_offset": ofs_info,
            "load_on_open_data_offset": ofs_root,
            "uncompressed_data_index_size": len_data if hudi else self.tree.num_uncompressed + len_root,
            "total_uncompressed_bytes": None if hudi else self.num_uncompressed + SIZES[plan.major],
            "data_index_count": num_root,
            "meta_index_count": num_meta,
            "entry_count": len(plan.cells),
            "num_data_index_levels": self.tree.levels,
            "first_data_block_offset": data[0].ofs if data else -1,
            "last_data_block_offset": data[-1].ofs if data else none_last,
            "comparator_class_name": plan.comparator,
            "compression_codec": CODES[plan.compression],
        }
        fields |= plan.knobs.trailer
        return {name: value for name, value in fields.items() if value is not None}


def _entry_start(kind: BlockKind, payload: bytes, number: int) -> int:
    """Start of entry `number` of an index block in its payload.

    Raises:
        EncodeError: there is no such entry.
    """
    try:
        return _find_entry(kind, payload, number)
    except (struct.error, IndexError) as error:
        subject = f"entry of a {kind.name} block"
        raise EncodeError(
            "bad-reference", "hfile.index.root", subject, "one that is there", number
        ) from error


def _find_entry(kind: BlockKind, payload: bytes, number: int) -> int:
    if number < 0:
        raise IndexError
    if kind is not BlockKind.ROOT_INDEX:
        (count,) = struct.unpack_from(">i", payload)
        (relative,) = struct.unpack_from(">i", payload, 4 + 4 * number)
        return int(4 + 4 * (count + 1) + relative)
    ofs = 0
    for _ in range(number):
        first = payload[ofs + 12]
        width = 1 if first < 0x80 else 1 + 0x90 - first
        length = first if width == 1 else int.from_bytes(payload[ofs + 13 : ofs + 12 + width], "big")
        ofs += 12 + width + length
    return ofs


def groups(plan: HFilePlan) -> list[list[Cell]]:
    """Cells of each data block; equal keys stay together [hfile.cell.order].

    HBase closes a block before a cell when it has reached the block size, Hudi when the cell would
    exceed it, and only if the row changes.
    """
    layout = CellLayout(plan.tags, plan.mvcc)
    blocks: list[list[Cell]] = []
    size = 0
    for i, cell in enumerate(plan.cells):
        before = blocks[-1][-1] if blocks else cell
        if plan.style is Style.HUDI_IO:
            len_cell = len(cell.row) + len(cell.value) + _LEN_OVERHEAD
            full = size + len_cell > plan.block_size and before.row != cell.row
        else:
            len_cell = len(layout.plain(cell))
            full = size >= plan.block_size and before.rank != cell.rank
        if plan.knobs.boundaries is not None:
            full = i in plan.knobs.boundaries
        if full or not blocks:
            blocks.append([])
            size = 0
        blocks[-1].append(cell)
        size += len_cell
    return blocks


def _own_info(plan: HFilePlan, bloom: BloomWriter | None) -> dict[bytes, bytes]:
    """Entries that a writer adds automatically [hfile.info.reserved]."""
    cells, hudi = plan.cells, plan.style is Style.HUDI_IO
    count = max(len(cells), 1)
    len_keys = sum(len(cell.row if hudi else cell.key) for cell in cells)
    info = {
        b"hfile.AVG_KEY_LEN": struct.pack(">i", len_keys // count),
        b"hfile.AVG_VALUE_LEN": struct.pack(">i", sum(len(cell.value) for cell in cells) // count),
    }
    if plan.create_time is not None:
        info[b"hfile.CREATE_TIME_TS"] = struct.pack(">q", plan.create_time)
    if hudi:
        last = cells[-1].row if cells else b""
        info[b"hfile.LASTKEY"] = struct.pack(">H", len(last) & 0xFFFF) + last if last else b""
    elif cells:
        info[b"hfile.LASTKEY"] = cells[-1].key
    if plan.tags:
        info[b"hfile.MAX_TAGS_LEN"] = struct.pack(">i", max((len(cell.tags) for cell in cells), default=0))
        info[b"hfile.TAGS_COMPRESSED"] = b"\x00"
    if plan.mvcc:
        info[b"KEY_VALUE_VERSION"] = struct.pack(">i", 1)
        info[b"MAX_MEMSTORE_TS_KEY"] = struct.pack(">q", max((cell.mvcc for cell in cells), default=0))
    if plan.stated_encoding != "NONE":
        info[b"DATA_BLOCK_ENCODING"] = plan.stated_encoding.encode("ascii")
    if bloom is not None and plan.bloom is not None and bloom.num_keys:
        info[b"BLOOM_FILTER_TYPE"] = plan.bloom.type.encode("ascii")
        info[b"LAST_BLOOM_KEY"] = bloom.last_key
    if plan.schema is not None:
        info[b"schema"] = plan.schema.encode("utf-8")
    return info
