# SPDX-License-Identifier: Apache-2.0
"""The grammars of containers and archives against the decoders, on fixtures, cut and changed ones."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Iterator
from functools import cache

import pytest
from hudi_conformance import resources
from hudi_conformance.decode.avro.container import MAGIC, decode_container
from hudi_conformance.decode.timeline.archive_entries import ARCHIVE_NAME, ArchiveBlock, scan_archive
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_parsers.avro_container import AvroContainer
from hudi_parsers.hudi_archive_file import HudiArchiveFile
from kaitaistruct import KaitaiStructError

SEED = 20261121
# What the decoder refuses where the framing, which is all that the grammar tells, is whole.
OF_THE_HEAD = {("bad-schema", "timeline.content.avro"), ("bad-value", "timeline.content.avro-codec")}


@cache
def members() -> dict[str, bytes]:
    """Files of all fixtures that are timelines."""
    found = {}
    for path in sorted((resources.fixtures_dir() / "timeline").glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                found[f"{path.stem}/{name}"] = archive.read(name)
    return found


def containers() -> dict[str, bytes]:
    found: dict[bytes, str] = {}
    for name, data in members().items():
        if data.startswith(MAGIC):
            found.setdefault(data, name)
    return {name: data for data, name in found.items()}


def archives() -> dict[str, bytes]:
    return {
        name: data
        for name, data in members().items()
        if ARCHIVE_NAME.fullmatch(name.rpartition("/")[2]) and data
    }


def of_grammar(data: bytes) -> list[tuple[int, int, bytes]] | None:
    try:
        found = AvroContainer.from_bytes(data)
    except (KaitaiStructError, EOFError):
        return None
    return [(block.num_records.value, block.len_records.value, block.records) for block in found.blocks or ()]


def of_decoder(data: bytes) -> list[tuple[int, int, bytes]] | bool | None:
    try:
        found = decode_container(data)
    except Reject as error:
        return True if (error.code, error.requirement) in OF_THE_HEAD else None
    return [
        (
            block.num_records,
            block.len_records,
            data[block.ofs_records : block.ofs_records + block.len_records],
        )
        for block in found.blocks
    ]


def same(data: bytes) -> bool:
    """Whether grammar and decoder agree; where the decoder stops at the head, there is nothing to compare."""
    decoded = of_decoder(data)
    return True if decoded is True else decoded == of_grammar(data)


def changed(data: bytes, num: int, rng: random.Random) -> Iterator[bytes]:
    """Copies with one byte changed, most of them outside of the long schema."""
    end = data.find(b'"type"')
    for _ in range(num):
        at = rng.choice(
            [rng.randrange(len(data)), rng.randrange(max(end, 1)), len(data) - 1 - rng.randrange(40)]
        )
        edited = bytearray(data)
        edited[at] ^= 1 << rng.randrange(8)
        yield bytes(edited)


def test_there_is_something_to_compare():
    assert len(containers()) > 20
    assert len(archives()) > 10


def test_containers_of_fixtures():
    told = {name: of_decoder(data) for name, data in containers().items()}
    assert sum(isinstance(found, list) for found in told.values()) > 20
    assert [name for name, data in containers().items() if not same(data)] == []


def test_containers_cut_anywhere():
    by_size = sorted(containers().items(), key=lambda item: len(item[1]))
    for name, data in by_size[:8]:
        assert [size for size in range(len(data)) if not same(data[:size])] == [], name


def test_containers_with_changed_bits():
    rng = random.Random(SEED)
    for name, data in containers().items():
        for edited in changed(data, 60, rng):
            assert same(edited), (name, edited.hex())


@pytest.mark.parametrize(
    "blocks",
    [
        b"\x01",  # -1 records
        b"\x04\x02\x00",  # two records in one byte
        b"\x02\x01",  # a length of -1
        b"\x02" + b"\xff" * 9 + b"\x01",
        b"\x02\xfe\xff\xff\xff\x0f",
    ],
)
def test_counts_of_blocks_are_not_believed(blocks: bytes):
    head = MAGIC + b"\x02\x16avro.schema\x0c" + b'"null"' + b"\x00" + bytes(16)
    assert of_grammar(head) == [] == of_decoder(head)
    assert of_grammar(head + blocks + bytes(16)) is None is of_decoder(head + blocks + bytes(16))


def test_negative_counts_of_the_head_have_a_length():
    entries = b"\x16avro.schema\x0c" + b'"null"'
    head = MAGIC + b"\x01" + bytes([2 * len(entries)]) + entries + b"\x00" + bytes(16)
    data = head + b"\x02\x00" + bytes(16)
    assert of_grammar(data) == [(1, 0, b"")] == of_decoder(data)


def archive_of_grammar(data: bytes) -> list[tuple[bytes, list[bytes]]] | None:
    try:
        found = HudiArchiveFile.from_bytes(data)
        return [(block.schema, [record.datum for record in block.content.records]) for block in found.blocks]
    except (KaitaiStructError, EOFError):
        return None


def num_of_decoder(data: bytes) -> list[int] | None:
    """Entries by block of an archive that is whole and of Avro blocks."""
    nums = []
    for item in scan_archive(data):
        if not isinstance(item, ArchiveBlock) or item.rejection is not None:
            return None
        if item.block.type is not BlockType.AVRO_DATA_BLOCK:
            return None
        nums.append(len(item.entries))
    return nums


def test_archives_of_fixtures():
    read = 0
    for name, data in archives().items():
        found, nums = archive_of_grammar(data), num_of_decoder(data)
        if found is None or nums is None:
            assert name.startswith("damaged_"), name
            continue
        assert [len(datums) for _, datums in found] == nums
        read += sum(nums)
    assert read > 100


def test_whole_archives_have_no_prefix_but_whole_blocks():
    name, data = min(archives().items(), key=lambda item: (item[0].startswith("damaged_"), len(item[1])))
    ends = [item.block.span.end for item in scan_archive(data) if isinstance(item, ArchiveBlock)]
    step = max(1, len(data) // 1500)
    sizes = {*range(0, len(data), step), *(end + delta for end in ends for delta in (-1, 0, 1))}
    for size in sorted(size for size in sizes if 0 < size <= len(data)):
        assert (archive_of_grammar(data[:size]) is not None) == (size in ends), (name, size)
