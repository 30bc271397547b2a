# SPDX-License-Identifier: Apache-2.0
"""Trailer, blocks, indexes and Bloom filters of an HFile against an answer of HBase."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, zip_longest
from typing import Any, TypeAlias

from hudi_conformance.canonical.hfile import canonical_hfile_block, canonical_hfile_trailer
from hudi_conformance.decode.hfile.bloom import decode_bloom_meta
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import LEN_MID_KEY, IndexReader, entry_sort_key, read_leaf_entries
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.hfile import Codec, Encoding, HFileBlock, IndexEntry
from hudi_parsers.hfile_bloom_meta import HfileBloomMeta

Pair: TypeAlias = tuple[str, str]  # aspect and detail
_RESOLVED = frozenset({"comparator_class_resolved"})
"""HBase's value of a field: its name for a comparator."""


def is_same(their: JsonValue, our: object) -> bool:
    """Whether values are equal; long bytes are given as an object that has their digest."""
    if not isinstance(our, bytes):
        return bool(their == our)
    if isinstance(their, dict):
        digest = hashlib.sha256(our).hexdigest()
        return their.get("sha256") == digest and their.get("len", len(our)) == len(our)
    return their in {our.hex(), hashlib.sha256(our).hexdigest()}


def compare_trailer(theirs: Mapping[str, Any], file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    """Yield each field of the trailer that differs."""
    trailer = file.trailer
    key = trailer.encryption_key
    ours = canonical_hfile_trailer(trailer) | {
        "major_version": trailer.major,
        "minor_version": trailer.minor,
        "trailer_size": trailer.size,
        "compression_codec_name": Codec(trailer.compression_codec).name.lower(),
        "encryption_key": key,
    }
    for name in theirs.keys() - _RESOLVED:
        counts["trailer fields"] += 1
        our = ours.get(name, "(none)")
        if not _is_equal(theirs[name], our):
            yield "trailer", f"{name}: {theirs[name]} | {our!r}"


def compare_blocks(theirs: list[dict[str, Any]], file: HFile, counts: Counter[str]) -> Iterator[Pair]:
    """Yield each member of a block that differs."""
    index = IndexReader(file)
    for their, block in zip_longest(theirs, file.blocks()):
        if their is None or block is None:
            yield "blocks", f"{their or '(none)'} | {block or '(none)'}"
            continue
        counts["blocks"] += 1
        for name, value in their.items():
            our = _member(name, their, block, file, index)
            counts["index entries"] += len(value) if name == "entries" else 0
            counts["Bloom filters"] += name == "bloom_meta"
            if not _is_equal(value, our):
                yield _ASPECTS.get(name, "blocks"), f"{block.ofs} {name}: {value} | {our}"


_ASPECTS = {"entries": "index", "secondary_index": "index", "mid_key": "index", "bloom_meta": "bloom"}


def _is_equal(their: JsonValue, our: object) -> bool:
    if isinstance(our, list):
        return (
            isinstance(their, list)
            and len(their) == len(our)
            and all(_is_equal(a, b) for a, b in zip(their, our, strict=True))
        )
    if isinstance(our, dict):
        return (
            isinstance(their, dict)
            and their.keys() == our.keys()
            and all(_is_equal(their[name], our[name]) for name in our)
        )
    return is_same(their, our) if isinstance(our, bytes) else str(their) == str(our)


def _member(
    name: str, their: Mapping[str, Any], block: HFileBlock, file: HFile, index: IndexReader
) -> object:
    """Our value of one member of a block."""
    if name in _OF_BLOCK:
        return _OF_BLOCK[name](block)
    is_data_index = their.get("index_of") == "data"
    match name:
        case "magic":
            return file.raw(block.ofs, block.ofs + 8).decode("latin-1")
        case "index_of":
            return "data" if block.ofs == file.load_on_open[0].ofs else "meta"
        case "trailing_bytes":
            len_mid = 0 if index.mid_key is None else LEN_MID_KEY
            return index.len_rest - len_mid if is_data_index else _len_after_meta_entries(block, index)
        case "entries":
            return [[entry.ofs, entry.size, entry.key] for entry in _entries(their, block, file, index)]
        case "secondary_index":
            lengths = (12 + len(entry.key) for entry in _entries(their, block, file, index))
            return list(accumulate(lengths, initial=0))
        case "mid_key":
            mid = index.mid_key
            place = ("leaf_block_offset", "leaf_block_on_disk_size", "entry")
            return mid and dict(zip(place, (mid.ofs, mid.size, mid.entry), strict=True))
        case "bloom_meta":
            return _bloom_meta(block, file)
    return canonical_hfile_block(block).get(name, "(none)")


_OF_BLOCK: Mapping[str, Callable[[HFileBlock], object]] = {
    "offset": lambda block: block.ofs,
    "header_size": lambda block: block.len_header,
    "checksum_bytes": lambda block: block.size - (block.on_disk_data_size_with_header or 0),
    "payload_len": lambda block: len(block.payload),
    "payload_sha256": lambda block: hashlib.sha256(block.payload).hexdigest(),
    "payload": lambda block: block.payload,
    "encoding_id": lambda block: int.from_bytes(block.payload[:2], "big"),
    "encoding": lambda block: Encoding(int.from_bytes(block.payload[:2], "big")).name,
}


def _entries(
    their: Mapping[str, Any], block: HFileBlock, file: HFile, index: IndexReader
) -> list[IndexEntry]:
    if block.type == "ROOT_INDEX":
        return list(index.root if their.get("index_of") == "data" else index.meta)
    return list(read_leaf_entries(file.payload(block), file.trailer.load_on_open_data_offset))


def _len_after_meta_entries(block: HFileBlock, index: IndexReader) -> int:
    # an entry is an offset, a size, the length of its key as a varint, and the key
    return len(block.payload) - sum(12 + _len_vlong(len(entry.key)) + len(entry.key) for entry in index.meta)


def _len_vlong(value: int) -> int:
    return 1 if value < 128 else 1 + (value.bit_length() + 7) // 8


def _bloom_meta(block: HFileBlock, file: HFile) -> dict[str, Any]:
    payload = file.payload(block)
    meta = decode_bloom_meta(payload, file.trailer.load_on_open_data_offset)
    return {
        "version": meta.version,
        "total_byte_size": meta.len_chunks,
        "hash_count": meta.num_hashes,
        "hash_type": meta.hash_type,
        "total_key_count": meta.num_keys,
        "total_max_keys": HfileBloomMeta(payload.stream()).num_keys_max,
        "num_chunks": meta.num_chunks,
        "comparator": meta.comparator.decode(),
        "chunks": [[entry.ofs, entry.size, entry.key] for entry in meta.entries],
    }


def mid_key(file: HFile) -> dict[str, Any] | None:
    """Key of the middle entry of the data index, resolved; None without entries, or if it is a bare row."""
    index = IndexReader(file)
    stored = index.mid_key
    if stored is not None:
        leaf = file.read(stored.ofs)
        entry = read_leaf_entries(file.payload(leaf), file.trailer.load_on_open_data_offset)[stored.entry]
    elif index.root:
        entry = index.root[len(index.root) // 2]
    else:
        return None
    key = entry_sort_key(entry)
    if len(key) == 1:
        return None
    row, family, qualifier, timestamp, kind = key
    return {"row": row, "family": family, "qualifier": qualifier, "timestamp": -timestamp, "type": -kind}
