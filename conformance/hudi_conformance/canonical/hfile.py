# SPDX-License-Identifier: Apache-2.0
"""Canonical JSON of HFile views: equal meaning, equal text. Conventions are those of `canonical`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from hudi_conformance.canonical.scalars import canonical_bytes, canonical_text
from hudi_conformance.model import hfile


def canonical_hfile_trailer(trailer: hfile.HFileTrailer) -> dict[str, Any]:
    """Value of `hfile.trailer`."""
    return {
        "major": trailer.major,
        "minor": trailer.minor,
        "size": str(trailer.size),
        "file_info_offset": str(trailer.file_info_offset),
        "load_on_open_data_offset": str(trailer.load_on_open_data_offset),
        "uncompressed_data_index_size": str(trailer.uncompressed_data_index_size),
        "total_uncompressed_bytes": str(trailer.total_uncompressed_bytes),
        "data_index_count": trailer.data_index_count,
        "meta_index_count": trailer.meta_index_count,
        "entry_count": str(trailer.entry_count),
        "num_data_index_levels": trailer.num_data_index_levels,
        "first_data_block_offset": str(trailer.first_data_block_offset),
        "last_data_block_offset": str(trailer.last_data_block_offset),
        "comparator_class_name": canonical_text(trailer.comparator_class_name),
        "compression_codec": trailer.compression_codec,
        "encrypted": trailer.encryption_key is not None,
    }


def canonical_hfile_block(block: hfile.HFileBlock) -> dict[str, Any]:
    """One block of `hfile.blocks`."""
    return {
        "type": block.type,
        "ofs": str(block.ofs),
        "on_disk_size_without_header": block.on_disk_size_without_header,
        "uncompressed_size_without_header": block.uncompressed_size_without_header,
        "prev_block_offset": str(block.prev_block_offset),
        "checksum_type": block.checksum_type,
        "bytes_per_checksum": block.bytes_per_checksum,
        "on_disk_data_size_with_header": block.on_disk_data_size_with_header,
        "payload": {"len": str(len(block.payload)), "sha256": hashlib.sha256(block.payload).hexdigest()},
    }


def canonical_hfile_info(info: Mapping[bytes, bytes]) -> dict[str, Any]:
    """Value of `hfile.info`, by the bytes of the keys."""
    return {
        "entries": [
            {"key": canonical_bytes(key), "value": canonical_bytes(info[key])} for key in sorted(info)
        ]
    }


def canonical_hfile_index(index: hfile.HFileIndex) -> dict[str, Any]:
    """Value of `hfile.index`."""
    mid = index.mid_key
    return {
        "levels": index.levels,
        "root": [_entry(entry, "key") for entry in index.root],
        "data": [_entry(entry, "key") for entry in index.data],
        "meta": [_entry(entry, "name") for entry in index.meta],
        "mid_key": None if mid is None else {"ofs": str(mid.ofs), "size": mid.size, "entry": mid.entry},
    }


def _entry(entry: hfile.IndexEntry, key: str) -> dict[str, Any]:
    return {"ofs": str(entry.ofs), "size": entry.size, key: canonical_bytes(entry.key)}


def canonical_hfile_cell(cell: hfile.HFileCell) -> dict[str, Any]:
    """One cell, wherever cells are listed."""
    return {
        "row": canonical_bytes(cell.row),
        "family": canonical_bytes(cell.family),
        "qualifier": canonical_bytes(cell.qualifier),
        "timestamp": str(cell.timestamp),
        "type": cell.type,
        "value": canonical_bytes(cell.value),
        "tags": canonical_bytes(cell.tags),
        "mvcc": str(cell.mvcc),
    }


def canonical_hfile_meta(blocks: Iterable[hfile.MetaBlock]) -> dict[str, Any]:
    """Value of `hfile.meta`, in the order of the meta index."""
    return {
        "blocks": [
            {"name": canonical_bytes(block.name), "value": canonical_bytes(block.value)} for block in blocks
        ]
    }


def canonical_hfile_bloom(results: Iterable[tuple[bytes, bool]] | None) -> dict[str, Any]:
    """Value of `hfile.bloom`; None for a file without a Bloom filter."""
    if results is None:
        return {"results": None}
    return {"results": [{"key": key.hex(), "possible": possible} for key, possible in results]}
