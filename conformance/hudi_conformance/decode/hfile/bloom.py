# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of an HFile, and lookups of rows in them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from hudi_parsers.hadoop_vlong import HadoopVlong
from hudi_parsers.hfile_bloom_meta import HfileBloomMeta
from kaitaistruct import KaitaiStructError

from hudi_conformance.decode import limits
from hudi_conformance.decode.grammar import Structure, checks_of
from hudi_conformance.decode.hashes import jenkins, murmur, murmur3
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import MAX_PAYLOAD, IndexReader, read_root_entries
from hudi_conformance.decode.hfile.payload import Payload
from hudi_conformance.decode.source import read_s4
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.hfile import HFileBlock, HFileCell, IndexEntry

MAX_HASHES = 1 << 16
_META = "hfile.bloom.meta"
_CHUNK = frozenset({"BLOOM_CHUNK"})
_BLOOM_META = Structure("Bloom meta", "truncated", _META, checks_of("hfile_bloom_meta"))
_LEN_NUMBERS = 40
_MASK = 0xFFFFFFFF
_BYTES = b"$RawBytesComparator"  # of filters by row


@dataclass(frozen=True, slots=True)
class BloomMeta:
    """Content of a Bloom meta block; `entries` point to the chunks."""

    version: int
    len_chunks: int
    num_hashes: int
    hash_type: int
    num_keys: int
    num_chunks: int
    comparator: bytes
    entries: Sequence[IndexEntry]


def decode_bloom_meta(payload: Payload, limit: int) -> BloomMeta:
    """The parameters of a filter and the index of its chunks.

    Raises:
        Reject: another version than 3, or numbers that do not fit [hfile.bloom.meta].
    """
    data = payload.data
    if len(data) > MAX_PAYLOAD and not limits.is_lifted():
        raise limits.exceeded(f"Bloom meta of {len(data)} bytes")
    if len(data) <= _LEN_NUMBERS:
        raise Reject("truncated", payload.at(0), _META, f"{len(data)} bytes of Bloom meta")
    version = read_s4(data, 0)
    if version != 3:
        raise Reject("bad-version", payload.at(0), _META, f"Bloom filter of version {version}")
    num_chunks = read_s4(data, 36)
    if num_chunks < 0 or num_chunks * 13 > len(data) - _LEN_NUMBERS:
        raise Reject("count-too-large", payload.at(36), _META, f"{num_chunks} chunks")
    try:
        # Without its chunks the meta has a fixed size; chunks are read one by one.
        stream = payload.stream(_LEN_NUMBERS)
        len_name = HadoopVlong(stream).value
        start = stream.pos()
        if not 0 <= len_name <= len(data) - start:
            message = f"comparator name of {len_name} bytes"
            raise Reject("length-mismatch", payload.at(_LEN_NUMBERS), _META, message)
        start += len_name
        head = Payload(data[:36] + bytes(4) + data[_LEN_NUMBERS:start], payload.ofs, payload.is_exact)
        parsed = HfileBloomMeta(head.stream())
    except KaitaiStructError as error:
        raise payload.reject(error, 0, _BLOOM_META) from None
    rest = Payload(data[start:], payload.at(start), payload.is_exact)
    entries, _ = read_root_entries(rest, num_chunks, limit)
    return BloomMeta(
        version, parsed.len_chunks, parsed.num_hashes, int(parsed.hash_type), parsed.num_keys,
        num_chunks, parsed.comparator, entries,
    )  # fmt: skip


def bloom_block(file: HFile) -> HFileBlock | None:
    """The general Bloom meta block, without payload."""
    return next((block for block in file.load_on_open[3] if block.type == "GENERAL_BLOOM_META"), None)


def ask_bloom(file: HFile, rows: Iterable[bytes]) -> list[tuple[bytes, bool]] | None:
    """For each row whether it may be in the file; None for a file without a filter.

    A filter by row and column cannot decide about a row, and a filter with an unknown hash cannot decide at
    all: then every row is possible [hfile.bloom.unknown]. The file info has the kind of a filter; row filters
    of HBase 1.x also name a comparator.
    """
    block = bloom_block(file)
    if block is None:
        return None
    meta = decode_bloom_meta(file.payload(file.load(block)), file.trailer.load_on_open_data_offset)
    kind = _kind_of(file, meta)
    hashing = HASHES.get(meta.hash_type)
    if hashing is None or kind not in {b"ROW", b"ROWPREFIX_FIXED_LENGTH"}:
        return [(row, True) for row in rows]
    if meta.num_hashes > MAX_HASHES and not limits.is_lifted():
        raise limits.exceeded(f"Bloom filter of {meta.num_hashes} hashes, {MAX_HASHES} are followed")
    len_prefix = _len_prefix(file) if kind == b"ROWPREFIX_FIXED_LENGTH" else None
    keys = [entry.key for entry in meta.entries]
    index = IndexReader(file)
    results = []
    for row in rows:
        key = row if len_prefix is None else row[:len_prefix]
        number = bisect_right(keys, key) - 1  # [hfile.bloom.chunk]
        possible = False
        if number >= 0:
            bits = index.block(meta.entries[number], _CHUNK).payload
            possible = contains(bits, key, meta.num_hashes, hashing)
        results.append((row, possible))
    return results


def _kind_of(file: HFile, meta: BloomMeta) -> bytes:
    default = b"ROW" if not meta.comparator or meta.comparator.endswith(_BYTES) else b"ROWCOL"
    return file.info.get(b"BLOOM_FILTER_TYPE", default)


def _len_prefix(file: HFile) -> int:
    return int.from_bytes(file.info.get(b"BLOOM_FILTER_PARAM", b"\xff"), "big")


def bloom_key(file: HFile) -> Callable[[HFileCell], tuple[bytes, ...]]:
    """The key of a cell in the filter of a file, or its row if that cannot be read.

    Cells with equal keys are adjacent.
    """
    kind = b"ROW"
    with suppress(Reject, LimitExceeded):
        block = bloom_block(file)
        if block is not None:
            limit = file.trailer.load_on_open_data_offset
            kind = _kind_of(file, decode_bloom_meta(file.payload(file.load(block)), limit))
    if kind == b"ROWCOL":
        return lambda cell: (cell.row, cell.qualifier)
    len_prefix = _len_prefix(file) if kind == b"ROWPREFIX_FIXED_LENGTH" else None
    return lambda cell: (cell.row[:len_prefix],)


def contains(bits: bytes, key: bytes, num_hashes: int, hashing: Callable[[bytes, int], int]) -> bool:
    """Whether all bits of a key are set [hfile.bloom.bits]."""
    if not bits:
        return False
    first = hashing(key, 0)
    second = hashing(key, first)
    num_bits = 8 * len(bits)
    composite = first
    for _ in range(num_hashes):
        # In signed 32-bit arithmetic: the remainder keeps the sign, which is then dropped.
        number = composite - (1 << 32) if composite >> 31 else composite
        place = abs(number) % num_bits
        if not bits[place >> 3] >> (place & 7) & 1:
            return False
        composite = (composite + second) & _MASK
    return True


HASHES: dict[int, Callable[[bytes, int], int]] = {0: jenkins, 1: murmur, 2: murmur3}
