# SPDX-License-Identifier: Apache-2.0
"""Make base files of `fixtures/lance`, `fixtures/orc` and `fixtures/types`: a few rows, as readers show them.

    python conformance/tools/format_files.py

Lance files come from pylance, ORC and Parquet files from pyarrow; expected rows are written below as a reader
must show them. No decoder of the package takes part. Lance files differ each time in the order of key-values.
"""

from __future__ import annotations

import datetime
import io
import json
import struct
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hudi_conformance import resources
from hudi_conformance.encode.bloom import encode_bloom_description
from pyarrow import orc

META = ["_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key", "_hoodie_partition_path",
        "_hoodie_file_name"]  # fmt: skip
KEYS = ("k1", "k2", "k3")
_NAME = "aaaaaaaa-0000-4000-8000-000000000000-0_0-0-0_20260101000100000.lance"


def columns() -> list[tuple[str, pa.DataType, list[Any], list[Any]]]:
    """Columns of `rows.lance`: name, type, values, and these as a reader shows them."""
    meta = [["20260101000100000"] * 3, [f"20260101000100000_0_{i}" for i in range(3)], list(KEYS), [""] * 3,
            [_NAME] * 3]  # fmt: skip
    return [
        *[(name, pa.string(), values, values) for name, values in zip(META, meta, strict=True)],
        ("n", pa.int32(), [1, None, -(2**31)], [1, None, -(2**31)]),
        ("l", pa.int64(), [2**53 + 1, None, -1], [str(2**53 + 1), None, "-1"]),
        ("d", pa.float64(), [0.1, None, -0.0], ["0.1", None, "-0.0"]),
        ("f", pa.float32(), [1.5, None, 0.25], ["1.5", None, "0.25"]),
        ("b", pa.bool_(), [True, None, False], [True, None, False]),
        ("s", pa.string(), ["ä", None, ""], ["ä", None, ""]),
        ("ts", pa.timestamp("us", "UTC"), [1, None, -1], ["1", None, "-1"]),
        ("dt", pa.date32(), [0, None, -1], [0, None, -1]),
        ("dc", pa.decimal128(10, 2), [Decimal("1.25"), None, Decimal("-0.01")], ["1.25", None, "-0.01"]),
        ("tags", pa.list_(pa.string()), [["x", None], None, []], [["x", None], None, []]),
        ("v", pa.list_(pa.float32(), 2), [[1.0, -2.5], None, [3.0, 4.0]], ["0000803f000020c0", None,
         "0000404000008040"]),
        ("w", pa.list_(pa.float64(), 2), [[1.0, 0.1], None, [0.0, -0.0]],
         [struct.pack("<2d", 1.0, 0.1).hex(), None, struct.pack("<2d", 0.0, -0.0).hex()]),
        ("raw", pa.large_binary(), [b"\x00\xff", None, b""], ["00ff", None, ""]),
    ]  # fmt: skip


def key_texts() -> dict[str, str]:
    """Key-values about the record keys."""
    description = {"type": "SIMPLE", "keys": list(KEYS), "num_keys": 10, "error_rate": "0.01"}
    return {
        "org.apache.hudi.bloomfilter": encode_bloom_description(description),
        "hoodie_bloom_filter_type_code": "SIMPLE", "hoodie_min_record_key": KEYS[0],
        "hoodie_max_record_key": KEYS[-1],
    }  # fmt: skip


def lance(path: Path, table: pa.Table, version: str = "2.0") -> None:
    """Write a Lance file."""
    from lance.file import LanceFileWriter  # noqa: PLC0415 - its threads end badly in tools that need none

    with LanceFileWriter(str(path), table.schema, version=version) as writer:
        if table.num_rows:
            writer.write_batch(table)


def lance_files(folder: Path) -> None:
    """All files of `fixtures/lance`."""
    parts = columns()
    table = pa.table({name: pa.array(values, kind) for name, kind, values, _ in parts})
    texts = key_texts()
    lance(folder / "rows.lance", table.replace_schema_metadata(texts))
    rows = [
        dict(zip((p[0] for p in parts), values, strict=True))
        for values in zip(*(p[3] for p in parts), strict=True)
    ]
    (folder / "rows.rows.json").write_text(
        json.dumps({"rows": rows}, ensure_ascii=False, indent=1) + "\n", "utf-8"
    )
    few = table.select(["_hoodie_record_key", "n", "s", "v"])
    for version in ("2.0", "2.1", "2.2"):
        lance(folder / f"v{version.replace('.', '_')}.lance", few, version)
    lance(folder / "empty.lance", few.slice(0, 0).replace_schema_metadata(texts))
    lance(folder / "denied.lance", few.replace_schema_metadata({**texts, "hoodie_max_record_key": "k2"}))
    lance(folder / "plain.lance", few)


def with_texts(data: bytes, texts: dict[str, str]) -> bytes:
    """An ORC file without a codec, with key-values at the end of its footer; pyarrow writes none."""
    at = len(data) - 1 - data[-1]
    script = data[at:-1]
    old, behind = _varint(script, 1)  # the first field: the length of the footer
    added = b"".join(
        _field(5, _field(1, key.encode()) + _field(2, text.encode())) for key, text in texts.items()
    )
    script = script[:1] + _number(old + len(added)) + script[behind:]
    return data[:at] + added + script + bytes([len(script)])


def _varint(data: bytes, pos: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[pos] & 0x7F) << shift
        shift, pos = shift + 7, pos + 1
        if data[pos - 1] < 0x80:
            return value, pos


def _number(value: int) -> bytes:
    return bytes([value & 0x7F | 0x80]) + _number(value >> 7) if value > 0x7F else bytes([value])


def _field(key: int, content: bytes) -> bytes:
    return _number(key << 3 | 2) + _number(len(content)) + content


def orc_files(folder: Path) -> None:
    """All files of `fixtures/orc` but those of real releases; the time zone of the writer is GMT."""
    moments = {
        "clock": ["2024-07-01T12:00:00.123456", None, "2024-01-01T00:00:00", "1969-12-31T23:59:59"],
        "ambiguous": ["2024-10-27T02:30:00"], "skipped": ["2024-03-31T02:30:00"],
    }  # fmt: skip
    for name, texts in moments.items():
        times = pa.array(texts, pa.string()).cast(pa.timestamp("ns"))
        table = pa.table({"k": pa.array([f"k{i}" for i in range(len(texts))]), "ts": times})
        orc.write_table(table, folder / f"{name}.orc", compression="uncompressed")
    kind = pa.timestamp("ns")
    noon = datetime.datetime(2024, 7, 1, 12)  # noqa: DTZ001 - of the writer's zone
    nested = pa.table({
        "r": pa.array([{"ts": noon}, None, {"ts": None}], pa.struct([("ts", kind)])),
        "l": pa.array([[noon, None], None, []], pa.list_(kind)),
        "m": pa.array([[("a", noon)], None, [("b", None)]], pa.map_(pa.string(), kind)),
    })  # fmt: skip
    orc.write_table(nested, folder / "nested_clocks.orc", compression="uncompressed")
    floats = struct.Struct("<2f").pack
    table = pa.table({
        "k": ["k1", "k2", "k3"], "n": pa.array([1, None, -1], pa.int64()),
        "v": pa.array([floats(1.5, -0.1), None, floats(0, 2)], pa.binary()),
    })  # fmt: skip
    fields = [
        {"name": "_hoodie_record_key", "type": ["null", "string"]}, {"name": "n", "type": ["null", "long"]},
        {"name": "v", "type": ["null", vector("vector_float_2", "FLOAT", 2, 8)]},
    ]  # fmt: skip
    schema = json.dumps({"type": "record", "name": "row", "fields": fields})
    texts = {"orc.avro.schema": schema, **key_texts()}
    keyed = table.rename_columns(["_hoodie_record_key", "n", "v"])
    orc.write_table(keyed, folder / "keys.orc", compression="uncompressed")
    (folder / "keys.orc").write_bytes(with_texts((folder / "keys.orc").read_bytes(), texts))
    for codec in ("uncompressed", "zlib", "snappy", "lz4", "zstd"):
        orc.write_table(table, folder / f"{codec}.orc", compression=codec)


def vector(name: str, element: str, dimension: int, size: int) -> dict[str, Any]:
    """The Avro type of a VECTOR."""
    return {
        "type": "fixed", "name": name, "size": size, "logicalType": "vector", "dimension": dimension,
        "elementType": element, "storageBacking": "FIXED_BYTES",
    }  # fmt: skip


_STORAGE = {"type": "enum", "name": "blob_storage_type", "symbols": ["INLINE", "OUT_OF_LINE"]}
_REFERENCE = {
    "type": "record", "name": "reference", "fields": [
        {"name": "external_path", "type": "string"},
        {"name": "offset", "type": ["null", "long"], "default": None},
        {"name": "length", "type": ["null", "long"], "default": None},
        {"name": "managed", "type": "boolean"},
    ],
}  # fmt: skip
BLOB = {
    "type": "record", "name": "blob", "logicalType": "blob", "fields": [
        {"name": "type", "type": _STORAGE},
        {"name": "data", "type": ["null", "bytes"], "default": None},
        {"name": "reference", "type": ["null", _REFERENCE], "default": None},
    ],
}  # fmt: skip
VARIANT = {
    "type": "record", "name": "variant", "logicalType": "variant",
    "fields": [{"name": "metadata", "type": "bytes"}, {"name": "value", "type": "bytes"}],
}  # fmt: skip


SCALARS = [  # a shredded value of each type: name, type in Arrow, value
    ("bool", pa.bool_(), True),
    ("float", pa.float32(), 0.1),
    ("double", pa.float64(), -0.5),
    ("decimal", pa.decimal128(9, 2), Decimal("-1.50")),
    ("text", pa.string(), 'a"ü'),
    ("binary", pa.binary(), b"\x00\xff"),
    ("uuid", pa.binary(16), bytes(range(16))),
    ("int", pa.int32(), -70000),
    ("date", pa.date32(), -1),
    ("time", pa.time64("us"), 3_723_000_004),
    ("micros", pa.timestamp("us", "UTC"), -1),
    ("local", pa.timestamp("us"), 1_000_000),
]  # fmt: skip


def parquet(path: Path, parts: dict[str, tuple[pa.DataType, dict[str, Any], list[Any]]]) -> None:
    """Write a Parquet file whose footer has the Avro schema of the columns."""
    fields = [{"name": name, "type": ["null", tree], "default": None} for name, (_, tree, _) in parts.items()]
    schema = json.dumps({"type": "record", "name": "row", "fields": fields})
    table = pa.table({name: pa.array(values, kind) for name, (kind, _, values) in parts.items()})
    with pq.ParquetWriter(path, table.schema, compression="none", store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"parquet.avro.schema": schema})


def _reference(path: str, ofs: int | None, size: int | None, *, managed: bool) -> dict[str, Any]:
    return {"external_path": path, "offset": ofs, "length": size, "managed": managed}


def type_files(folder: Path) -> None:
    """All files of `fixtures/types`."""
    floats, doubles, bytes_ = (struct.Struct(code).pack for code in ("<2f", "<2d", "<3b"))
    float_rows = [floats(1.5, -0.1), None, floats(0, 2)]
    double_rows = [doubles(1, 0.1), None, doubles(-0.0, 1e300)]
    byte_rows = [bytes_(1, -1, 127), None, bytes_(0, 0, -128)]
    parquet(folder / "vectors.parquet", {
        "f": (pa.binary(8), vector("vector_float_2", "FLOAT", 2, 8), float_rows),
        "d": (pa.binary(16), vector("vector_double_2", "DOUBLE", 2, 16), double_rows),
        "i": (pa.binary(3), vector("vector_int8_3", "INT8", 3, 3), byte_rows),
    })  # fmt: skip
    members = [("external_path", pa.string()), ("offset", pa.int64()), ("length", pa.int64()),
               ("managed", pa.bool_())]  # fmt: skip
    kind = pa.struct([("type", pa.string()), ("data", pa.binary()), ("reference", pa.struct(members))])
    parquet(folder / "blobs.parquet", {"b": (kind, BLOB, [
        {"type": "INLINE", "data": b"abc", "reference": None},
        {"type": "OUT_OF_LINE", "data": None, "reference": _reference("/x/y.bin", 3, 4, managed=False)},
        None,
        {"type": "OUT_OF_LINE", "data": None, "reference": _reference("/x/z.bin", None, None, managed=True)},
    ])})  # fmt: skip
    plain = pa.struct([("metadata", pa.binary()), ("value", pa.binary())])
    names = b"\x01\x02\x00\x01\x02ab"
    value = b"\x02\x02\x00\x01\x00\x02\x04\x0c\x01\x0c\x02"
    parquet(folder / "variants.parquet", {"v": (plain, VARIANT, [
        {"metadata": names, "value": value}, None, {"metadata": b"\x01\x00\x00", "value": b"\x00"},
    ])})  # fmt: skip
    part = pa.struct([("value", pa.binary()), ("typed_value", pa.int64())])
    shredded = pa.struct(
        [("metadata", pa.binary()), ("value", pa.binary()), ("typed_value", pa.struct([("a", part)]))]
    )
    rest = b"\x02\x01\x01\x00\x02\x0c\x02"
    rows = [
        {"metadata": names, "value": rest, "typed_value": {"a": {"value": None, "typed_value": 7}}},
        {"metadata": names, "value": None, "typed_value": {"a": {"value": b"\x00", "typed_value": None}}},
        {"metadata": names, "value": b"\x0c\x05", "typed_value": None},
        {"metadata": names, "value": rest, "typed_value": {"a": {"value": None, "typed_value": None}}},
    ]  # fmt: skip
    parquet(folder / "shredded.parquet", {"v": (shredded, VARIANT, rows)})
    both = [{"metadata": names, "value": value, "typed_value": {"a": {"value": None, "typed_value": 7}}}]
    parquet(folder / "shredded_twice.parquet", {"v": (shredded, VARIANT, both)})
    numbers = pa.struct([("metadata", pa.binary()), ("value", pa.binary()), ("typed_value", pa.int64())])
    twice = [{"metadata": names, "value": b"\x0c\x05", "typed_value": 5}]
    parquet(folder / "shredded_both.parquet", {"v": (numbers, VARIANT, twice)})
    arrays = pa.struct([("metadata", pa.binary()), ("value", pa.binary()), ("typed_value", pa.list_(part))])
    seven, text = {"value": None, "typed_value": 7}, {"value": b"\x05x", "typed_value": None}
    lists = [
        [seven, text, {"value": value, "typed_value": None}],
        [],
        [{"value": b"\x00", "typed_value": None}],
    ]
    rows = [{"metadata": names, "value": None, "typed_value": items} for items in lists]
    rows.append({"metadata": names, "value": b"\x0c\x05", "typed_value": None})
    parquet(folder / "shredded_array.parquet", {"v": (arrays, VARIANT, rows)})
    base = "aaaaaaaa-0000-4000-8000-000000000000-0_0-0-0_20260101000100000.parquet"
    with_bloom_filter(folder / "int_bloom.parquet", "int-long-base-v9.zip", base, "more")
    empty = [{"metadata": names, "value": None, "typed_value": [seven, {"value": None, "typed_value": None}]}]
    parquet(folder / "shredded_gap.parquet", {"v": (arrays, VARIANT, empty)})
    parquet(folder / "shredded_scalars.parquet", {
        name: (
            pa.struct([("metadata", pa.binary()), ("value", pa.binary()), ("typed_value", kind)]),
            {**VARIANT, "name": f"variant_{name}"},
            [{"metadata": b"\x01\x00\x00", "value": None, "typed_value": value}],
        )
        for name, kind, value in SCALARS
    })  # fmt: skip


def with_bloom_filter(path: Path, table: str, name: str, column: str) -> None:
    """Write a base file of `fixtures/evolved` again, with Parquet's own Bloom filter of a column."""
    with zipfile.ZipFile(resources.fixtures_dir() / "evolved" / table) as archive:
        rows = pq.read_table(io.BytesIO(archive.read(name)))
    options = {column: {"ndv": rows.num_rows, "fpp": 0.01}}
    pq.write_table(rows, path, compression="none", store_schema=False, bloom_filter_options=options)


def main() -> None:
    """Entry point."""
    for name, make in (("lance", lance_files), ("orc", orc_files), ("types", type_files)):
        folder = resources.fixtures_dir() / name
        folder.mkdir(exist_ok=True)
        make(folder)


if __name__ == "__main__":
    main()
