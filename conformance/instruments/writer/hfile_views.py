# SPDX-License-Identifier: Apache-2.0
"""Expected views of a written HFile, in canonical form. No decoder takes part."""

from __future__ import annotations

from typing import Any

from hudi_conformance.canonical.hfile import (
    canonical_hfile_block,
    canonical_hfile_cell,
    canonical_hfile_index,
    canonical_hfile_info,
    canonical_hfile_meta,
    canonical_hfile_trailer,
)
from hudi_conformance.encode.hfile.block import WrittenBlock
from hudi_conformance.encode.hfile.file import WrittenHFile
from hudi_conformance.encode.hfile.trailer import FIELDS, SIZES
from hudi_conformance.model.hfile import HFileBlock, HFileIndex, HFileTrailer, MetaBlock

_NO_CODEC = 2


def expected_views(file: WrittenHFile) -> dict[str, Any]:
    """Command without its `hfile.` to expected value; empty for a file that is damaged on purpose."""
    plan = file.plan
    if plan.knobs.is_damage:
        return {}
    index = HFileIndex(file.levels, file.root, file.data_index, file.meta_index, file.mid_key)
    views = {
        "trailer": canonical_hfile_trailer(_trailer(file)),
        "blocks": {"blocks": [canonical_hfile_block(_block(block)) for block in file.blocks]},
        "info": canonical_hfile_info(file.info),
        "index": canonical_hfile_index(index),
        "cells": {"cells": [canonical_hfile_cell(cell) for cell in plan.cells]},
        "meta": canonical_hfile_meta(MetaBlock(e.key, plan.meta[e.key]) for e in file.meta_index),
    }
    if plan.rows is not None:
        views["records"] = {"schema": plan.schema, "records": list(plan.rows)}
    return views


def _trailer(file: WrittenHFile) -> HFileTrailer:
    fields: dict[str, Any] = {name: file.trailer.get(name, 0) for name in FIELDS}
    fields["comparator_class_name"] = file.trailer.get("comparator_class_name", "")
    fields["compression_codec"] = file.trailer.get("compression_codec", _NO_CODEC)
    fields["encryption_key"] = file.trailer.get("encryption_key")
    size = SIZES[file.plan.major]
    return HFileTrailer(len(file.data) - size, file.plan.major, file.plan.minor, size, **fields)


def _block(block: WrittenBlock) -> HFileBlock:
    len_header = 24 if block.checksum_type is None else 33
    return HFileBlock(
        block.type.name, block.ofs, block.on_disk_size, block.uncompressed_size, block.prev_block_offset,
        block.checksum_type, block.bytes_per_checksum, block.on_disk_data_size,
        stored_ofs=block.ofs + len_header, stored_len=block.len - len_header, payload=block.payload,
    )  # fmt: skip
