# SPDX-License-Identifier: Apache-2.0
"""Whole HFiles through the grammars alone: all that the writer's model says of them is found again."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_parsers.hfile import Hfile
from hudi_parsers.hfile_data_block import HfileDataBlock
from hudi_parsers.hfile_encoded_block import HfileEncodedBlock
from hudi_parsers.hfile_file_info import HfileFileInfo
from hudi_parsers.hfile_file_info_old import HfileFileInfoOld
from hudi_parsers.hfile_leaf_index import HfileLeafIndex
from hudi_parsers.hfile_root_index import HfileRootIndex
from kaitaistruct import KaitaiStream

# damaged ones have no model; index keys of hudi-io 1.1.1 are no vlongs
FILES = sorted(
    path
    for path in (resources.fixtures_dir() / "hfile").glob("*.hfile")
    if path.with_suffix(".cells.json").exists() and path.stem != "hudi_uvarint_lengths"
)
TYPES = {
    "DATABLK*": "DATA",
    "DATABLKE": "ENCODED_DATA",
    "IDXLEAF2": "LEAF_INDEX",
    "BLMFBLK2": "BLOOM_CHUNK",
    "METABLKc": "META",
    "IDXINTE2": "INTERMEDIATE_INDEX",
    "IDXROOT2": "ROOT_INDEX",
    "FILEINF2": "FILE_INFO",
    "BLMFMET2": "GENERAL_BLOOM_META",
    "DFBLMET2": "DELETE_FAMILY_BLOOM_META",
}
GZ, NONE = 1, 2
each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def stream(data: bytes) -> KaitaiStream:
    return KaitaiStream(io.BytesIO(data))


def shown(data: bytes) -> Any:
    """Bytes as the expected values have them."""
    if len(data) <= 1024:
        return data.hex()
    return {"$digest": {"len": str(len(data)), "sha256": hashlib.sha256(data).hexdigest()}}


def expected(path: Path, what: str) -> Any:
    return json.loads(path.with_suffix(f".{what}.json").read_text(encoding="utf-8"))


class Whole:
    """A file and its payloads, decompressed where the standard library can."""

    def __init__(self, path: Path) -> None:
        self.file = Hfile.from_bytes(path.read_bytes())
        trailer = self.file.trailer
        self.fields = trailer.message.fields[-1] if trailer.has_message else trailer.fixed
        self.codec = (
            trailer.message.compression_codec if trailer.has_message else trailer.fixed.compression_codec
        )
        self.levels = self.fields.num_data_index_levels
        self.encrypted = trailer.has_message and trailer.message.encryption_key is not None

    @property
    def is_readable(self) -> bool:
        return self.codec in {GZ, NONE} and not self.encrypted

    def blocks(self) -> list[tuple[int, str, bytes]]:
        """Offset, magic and payload of each block."""
        found, ofs = [], 0
        for block in self.file.blocks:
            payload = gzip.decompress(block.payload) if self.codec == GZ else block.payload
            found.append((ofs, block.header.magic, payload))
            ofs += block.header.len_block
        assert ofs == self.file.ofs_trailer
        return found

    def info(self) -> dict[bytes, bytes]:
        (payload,) = [payload for _, magic, payload in self.blocks() if magic == "FILEINF2"]
        if self.file.trailer.has_message:
            pairs = [field.pair for field in HfileFileInfo.from_bytes(payload).message.fields]
        else:
            pairs = HfileFileInfoOld.from_bytes(payload).entries
        return {pair.first: pair.second for pair in pairs}


def test_there_are_files() -> None:
    assert FILES


@each
def test_block_headers(path: Path) -> None:
    blocks = []
    ofs = 0
    for block in Whole(path).file.blocks:
        header = block.header
        checked = header.has_checksums
        blocks.append(
            {
                "type": TYPES[header.magic],
                "ofs": str(ofs),
                "on_disk_size_without_header": header.len_payload_and_checksums,
                "uncompressed_size_without_header": header.len_payload_inflated,
                "prev_block_offset": str(header.ofs_prev_block),
                "checksum_type": header.checksum_type.value if checked else None,
                "bytes_per_checksum": header.len_checksum_chunk if checked else None,
                "on_disk_data_size_with_header": header.len_header_and_payload if checked else None,
            }
        )
        ofs += header.len_block
    model = [dict(block) for block in expected(path, "blocks")["blocks"]]
    payloads = [block.pop("payload") for block in model]
    assert blocks == model
    whole = Whole(path)
    if whole.is_readable:
        found = [payload for _, _, payload in whole.blocks()]
        assert [(str(len(p)), hashlib.sha256(p).hexdigest()) for p in found] == [
            (payload["len"], payload["sha256"]) for payload in payloads
        ]


@each
def test_info_index_and_cells(path: Path) -> None:
    whole = Whole(path)
    if not whole.is_readable:
        pytest.skip("codec or encryption beyond the standard library")
    info = whole.info()
    entries = [{"key": shown(key), "value": shown(value)} for key, value in sorted(info.items())]
    assert entries == expected(path, "info")["entries"]

    blocks = whole.blocks()
    payloads = {ofs: payload for ofs, _, payload in blocks}
    root = HfileRootIndex(
        whole.fields.num_data_index_entries, whole.levels > 1, stream(payloads[whole.fields.ofs_load_on_open])
    )
    data = list(root.entries)
    for _ in range(whole.levels - 1):
        data = [
            below for entry in data for below in HfileLeafIndex(stream(payloads[entry.ofs_block])).entries
        ]
    model = expected(path, "index")
    for entries_found, name in ((root.entries, "root"), (data, "data")):
        assert [
            {"ofs": str(e.ofs_block), "size": e.len_block, "key": shown(e.key)} for e in entries_found
        ] == model[name]

    has_tags = b"hfile.MAX_TAGS_LEN" in info
    has_mvcc = info.get(b"KEY_VALUE_VERSION") == b"\0\0\0\1"
    tags_compressed = info.get(b"hfile.TAGS_COMPRESSED") == b"\xff"  # beyond the grammar
    cells = expected(path, "cells")["cells"]
    count = 0
    rows = []
    for _, magic, payload in blocks:
        if magic == "DATABLK*":
            found = HfileDataBlock(has_tags, has_mvcc, stream(payload)).entries
            rows += [(shown(e.row), str(e.timestamp), e.key_type) for e in found]
            count += len(found)
        elif magic == "DATABLKE" and not tags_compressed:
            body = HfileEncodedBlock(has_tags, has_mvcc, stream(payload)).body
            count += len(body.cells.entries if hasattr(body.cells, "entries") else body.cells)
            count += hasattr(body, "first")
    if not tags_compressed:
        assert count == len(cells)
    if rows:
        assert rows == [(cell["row"], cell["timestamp"], cell["type"]) for cell in cells]
