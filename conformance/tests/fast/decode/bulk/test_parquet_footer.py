# SPDX-License-Identifier: Apache-2.0
"""Small Parquet files are read without the Bloom filter of their footer: the same rows, the same refusals."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hudi_conformance import resources
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.parquet_footer import small_file, without_bloom
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.errors import Reject
from hudi_conformance.table.base_columns import BaseColumns
from hudi_conformance.table.rows import base_rows

pytestmark = pytest.mark.skipif(not has_kernels(), reason="needs the extra `fast`")
BLOOM = "org.apache.hudi.bloomfilter"
FILES = sorted(resources.fixtures_dir().rglob("*.parquet"))


def _parquet(place: int, num_entries: int, seed: int) -> bytes:
    chosen = random.Random(seed)
    rows = chosen.randrange(1, 40)
    # A value that looks like the entry, where the minimum of a column keeps it.
    decoy = b"\x18\x1b" + BLOOM.encode() + b"\x18\x04AAAA\x00"
    columns = {
        "key": [f"key {number}" for number in range(rows)],
        "decoy": [decoy] * rows,
        "list": [[{"a": number, "b": None}] * (number % 3) for number in range(rows)],
        "flag": [number % 2 == 0 for number in range(rows)],
    }
    table = pa.table(columns)
    entries = [(f"key-{number}", "v" * chosen.randrange(300)) for number in range(num_entries)]
    entries.insert(place, (BLOOM, "B" * chosen.choice((1, 127, 128, 20_000))))
    target = io.BytesIO()
    with pq.ParquetWriter(target, table.schema, store_schema=bool(seed % 2)) as writer:
        writer.write_table(table, row_group_size=chosen.choice((3, 100)))
        writer.add_key_value_metadata(dict(entries))
    return target.getvalue()


def _outcome(data: bytes) -> object:
    try:
        table = pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True).read()
        table.validate(full=True)
        return table.schema.remove_metadata(), repr(table.to_pylist())  # NaN is not equal to itself
    except (pa.ArrowException, OSError, ValueError) as error:
        return type(error)


def test_rows_are_the_same() -> None:
    for seed in range(60):
        num = seed % 31  # lists of more than 14 entries have a longer header
        data = _parquet(seed % (num + 1), num, seed)
        lean = without_bloom(data)
        assert lean is not None
        assert len(lean) < len(data)
        assert _outcome(lean) == _outcome(data)
        stored, kept = (pq.read_metadata(io.BytesIO(d)).metadata for d in (data, lean))
        assert kept.pop(BLOOM.encode()) == b""
        assert stored.pop(BLOOM.encode()).strip(b"B") == b""
        assert kept == stored
        assert without_bloom(lean) is not None


@pytest.mark.own_job
def test_damaged_footers_are_told_alike() -> None:
    chosen = random.Random(2)
    num_lean = num_refused = 0
    for seed in range(12):
        data = _parquet(seed % 3, 3, seed)
        len_footer = int.from_bytes(data[-8:-4], "little")
        for _ in range(150):
            mutant = bytearray(data)
            first = len(data) - 8 - len_footer
            place = chosen.randrange(first, min(first + 700, len(data)))
            mutant[place] = chosen.choice((0, 0x7F, 0x80, 0xFF, 0x19, 0x1C, mutant[place] ^ 1))
            lean = without_bloom(bytes(mutant))
            if lean is not None:
                num_lean += 1
                told = _outcome(bytes(mutant))
                assert _outcome(lean) == told
                num_refused += isinstance(told, type)
    assert num_lean > 100
    assert num_refused > 20


def test_footers_that_end_early() -> None:
    data = _parquet(1, 3, 0)
    len_footer = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - len_footer : -8]
    for end in range(0, len(footer), 3):
        cut = data[: -8 - len_footer] + footer[:end] + end.to_bytes(4, "little") + b"PAR1"
        lean = without_bloom(cut)
        assert lean is None or _outcome(lean) == _outcome(cut)
    assert without_bloom(b"PAR1" + (99).to_bytes(4, "little") + b"PAR1") is None
    assert without_bloom(b"PAR1") is None


def test_a_column_without_a_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "base.parquet"
    data = _parquet(1, 3, 0)
    path.write_bytes(data.replace(b"flag", b"fl\x80g"))
    fields = [{"name": "key", "type": "string"}]
    schema = parse_schema(json.dumps({"type": "record", "name": "row", "fields": fields}))
    shape = row_shape(schema.tree)
    with pytest.raises(Reject, match="codec can't decode"):
        list(BaseColumns(open_base_file(path, is_small_copied=True), schema, shape).batches(parallel=False))
    with pytest.raises(Reject, match="codec can't decode"):
        list(base_rows(open_base_file(path), schema))


def test_files_of_fixtures(tmp_path: Path) -> None:
    for path in FILES:
        data = small_file(path)
        if data is not None:
            assert _outcome(data) == _outcome(path.read_bytes()), path.name
    (tmp_path / "empty").touch()
    assert small_file(tmp_path / "empty") is None
