# SPDX-License-Identifier: Apache-2.0
"""What a reader must say about a written HFile, in canonical form. No decoder takes part."""

from __future__ import annotations

from typing import Any

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.scalars import canonical_bytes
from hudi_conformance.encode.hfile.block import WrittenBlock
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.file import WrittenHFile
from hudi_conformance.encode.hfile.index import IndexEntry
from hudi_conformance.encode.hfile.trailer import SIZES

_WIDE = (
    "file_info_offset", "load_on_open_data_offset", "uncompressed_data_index_size",
    "total_uncompressed_bytes", "entry_count", "first_data_block_offset", "last_data_block_offset",
)  # fmt: skip
_NARROW = ("data_index_count", "meta_index_count", "num_data_index_levels")
_NO_CODEC = 2


def expected_views(made: WrittenHFile) -> dict[str, Any]:
    """Command without its `hfile.` to expected value; empty for a file that is damaged on purpose."""
    if made.plan.knobs.is_damage:
        return {}
    views = {
        "trailer": expected_trailer(made),
        "blocks": {"blocks": [_block(block) for block in made.blocks]},
        "info": {
            "entries": [
                {"key": canonical_bytes(key), "value": canonical_bytes(value)}
                for key, value in sorted(made.info.items())
            ]
        },
        "index": expected_index(made),
        "cells": {"cells": [expected_cell(cell) for cell in made.plan.cells]},
        "meta": {
            "blocks": [
                {
                    "name": canonical_bytes(entry.key),
                    "value": canonical_bytes(made.plan.meta[entry.key]),
                }
                for entry in made.meta_index
            ]
        },
    }
    if made.plan.rows is not None:
        views["records"] = {"schema": made.plan.schema, "records": list(made.plan.rows)}
    return views


def expected_trailer(made: WrittenHFile) -> dict[str, Any]:
    """Value of `hfile.trailer`."""
    fields = made.trailer
    shown: dict[str, Any] = {"major": made.plan.major, "minor": made.plan.minor}
    shown["size"] = str(SIZES[made.plan.major])
    shown |= {name: str(fields.get(name, 0)) for name in _WIDE}
    shown |= {name: fields.get(name, 0) for name in _NARROW}
    shown["comparator_class_name"] = fields.get("comparator_class_name", "")
    shown["compression_codec"] = fields.get("compression_codec", _NO_CODEC)
    shown["encrypted"] = "encryption_key" in fields
    return shown


def _block(block: WrittenBlock) -> dict[str, Any]:
    return {
        "type": block.type.name,
        "ofs": str(block.ofs),
        "on_disk_size_without_header": block.on_disk_size,
        "uncompressed_size_without_header": block.uncompressed_size,
        "prev_block_offset": str(block.prev_block_offset),
        "checksum_type": block.checksum_type,
        "bytes_per_checksum": block.bytes_per_checksum,
        "on_disk_data_size_with_header": block.on_disk_data_size,
        "payload": {"len": str(len(block.payload)), "sha256": canonical_json.canonical_digest(block.payload)},
    }


def _entry(entry: IndexEntry, name: str) -> dict[str, Any]:
    return {"ofs": str(entry.ofs), "size": entry.size, name: canonical_bytes(entry.key)}


def expected_index(made: WrittenHFile) -> dict[str, Any]:
    """Value of `hfile.index`."""
    mid = made.mid_key
    return {
        "levels": made.levels,
        "root": [_entry(entry, "key") for entry in made.root],
        "data": [_entry(entry, "key") for entry in made.data_index],
        "meta": [_entry(entry, "name") for entry in made.meta_index],
        "mid_key": None if mid is None else {"ofs": str(mid.ofs), "size": mid.size, "entry": mid.entry},
    }


def expected_cell(cell: Cell) -> dict[str, Any]:
    """One cell of `hfile.cells`."""
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
