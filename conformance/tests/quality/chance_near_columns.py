# SPDX-License-Identifier: Apache-2.0
"""The same of columns of Parquet files, see `chance_near_rare`."""

from __future__ import annotations

import datetime
import decimal
import io
import itertools
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Failure, imported
from chance_near_rare import rare


@rare("columns")
def _() -> Failure:
    """Avro types of stored columns, and what the schema in the footer says of others."""
    of_arrow = imported("decode.parquet.schema").avro_of_arrow

    def logical(name: str, kind: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "logicalType": name, **more}

    record = {"type": "record", "name": "r", "fields": [{"name": "x", "type": "long"}]}
    shown = {"type": "record", "name": "stored", "fields": [{"name": "x", "type": "int"}]}
    inner = pa.struct([pa.field("x", pa.int32(), nullable=False)])
    member = pa.field("element", pa.int64(), nullable=False)
    for kind, hint, expected in (
        (pa.int8(), "x", "int"), (pa.int16(), "x", "int"), (pa.int32(), "x", "int"), (pa.int64(), "x",
        "long"),
        (pa.uint8(), "x", "int"), (pa.uint16(), "x", "int"), (pa.uint32(), "x", "long"), (pa.uint64(), "x",
        "long"),
        (pa.bool_(), "x", "boolean"), (pa.float16(), "x", "float"), (pa.float32(), "x", "float"),
        (pa.float64(), "x", "double"), (pa.string(), "x", "string"), (pa.large_string(), "x", "string"),
        (pa.binary(), "x", "bytes"), (pa.large_binary(), "x", "bytes"),
        (pa.binary(5), "x", {"type": "fixed", "name": "stored_fixed", "size": 5}),
        (pa.decimal128(9, 2), "x", logical("decimal", "bytes", precision=9, scale=2)),
        (pa.date32(), "x", logical("date", "int")), (pa.time32("ms"), "x", logical("time-millis", "int")),
        (pa.time32("s"), "x", logical("time-millis", "int")), (pa.time64("us"), "x", logical("time-micros",
        "long")),
        (pa.time64("ns"), "x", logical("time-nanos", "long")),
        (pa.timestamp("us"), "x", logical("local-timestamp-micros", "long")),
        (pa.timestamp("ms", "UTC"), "x", logical("timestamp-millis", "long")),
        (pa.timestamp("ns", "UTC"), "x", logical("timestamp-nanos", "long")),
        (pa.null(), "x", "x"), (pa.null(), None, "null"), (pa.null(), {"type": {"type": "y"}}, {"type": "y"}),
        (pa.dictionary(pa.int32(), pa.string()), "x", "string"), (inner, record, shown), (inner, "x", "x"),
        (inner, {"type": record}, shown), (inner, {"type": "error", "fields": []}, shown), (inner, None,
        "null"),
        (inner, {"type": "map"}, {"type": "map"}),
        (pa.list_(member), None, {"type": "array", "items": "long"}),
        (pa.large_list(member), None, {"type": "array", "items": "long"}),
        (pa.list_(member, 3), None, {"type": "array", "items": "long"}),
        (pa.list_(pa.int64()), None, {"type": "array", "items": ["null", "long"]}),
        (pa.list_(pa.field("e", inner, nullable=False)), {"type": "array", "items": record},
         {"type": "array", "items": shown}),
        (pa.map_(pa.string(), pa.field("v", inner, nullable=False)), {"type": "map", "values": record},
         {"type": "map", "values": shown}),
        (pa.map_(pa.string(), pa.int32()), None, {"type": "map", "values": ["null", "int"]}),
    ):  # fmt: skip
        for is_open, wraps in itertools.product((False, True), repeat=2):
            if kind == pa.null() and not is_open:
                continue
            schema = pa.schema([pa.field("f", kind, nullable=is_open)])
            own = ["null", hint] if wraps and hint is not None else hint
            node = of_arrow(schema, {"type": "record", "name": "r", "fields": [{"name": "f", "type": own}]})
            found = node["fields"][0]["type"]
            wanted = ["null", expected] if is_open or (wraps and hint is not None) else expected
            if found != wanted:
                return f"{kind} under {own}: {found}, expected {wanted}"
    schema, union = pa.schema([pa.field("f", inner)]), ["null", "int", "string"]
    node = of_arrow(schema, {"type": "record", "name": "r", "fields": [{"name": "f", "type": union}]})
    if node["fields"][0]["type"] != union:
        return f"a union: {node}"
    for depth, is_taken in ((62, True), (63, True), (64, False), (65, False)):
        kind: Any = pa.int32()
        hint: Any = "deep"
        for _turn in range(depth):
            kind, hint = pa.list_(pa.field("e", kind, nullable=False)), {"type": "array", "items": hint}
        node = of_arrow(
            pa.schema([pa.field("f", kind, nullable=False)]),
            {"type": "record", "name": "r", "fields": [{"name": "f", "type": hint}]},
        )
        if ("deep" not in json.dumps(node)) is not is_taken:
            return f"lists {depth} deep"
    for hint in ({"type": "record", "name": "r"}, None, "x", {"type": "record", "fields": []}):
        node = of_arrow(pa.schema([pa.field("f", pa.int32(), nullable=False)]), hint)
        if node != {"type": "record", "name": "stored", "fields": [{"name": "f", "type": "int"}]}:
            return f"under {hint}: {node}"
    return None


@rare("spans-of-groups")
def _() -> Failure:
    """Where chunks of a row group begin and end, inside of the file; texts that are no UTF-8."""
    module, span = imported("decode.parquet.rows"), imported("views.common").Span
    for chunks, expected in (
        ([], (0, 0)), ([(4, 6)], (4, 10)), ([(20, 5), (4, 6)], (4, 25)), ([(-3, 10)], (0, 7)), ([(90, 20)],
        (90, 100)),
        ([(120, 5)], (100, 100)), ([(50, -10)], (50, 50)), ([(-9, 3)], (0, 0)), ([(4, 6), (8, 1)], (4, 10)),
    ):  # fmt: skip
        if (found := module.group_span([span(*one) for one in chunks], 100)) != expected:
            return f"{chunks}: {found}"
    raw = pa.array([b"ok", b"\xff", None, "ü".encode()], pa.binary())
    text = pa.Array.from_buffers(pa.string(), len(raw), raw.buffers())
    if (values := module.arrow_values(text)) != ["ok", b"\xff", None, "ü"]:
        return f"{values}"
    return None


@rare("parquet-written")
def _() -> Failure:
    """Columns of every type as the library reads them; what the writer takes no column of."""
    module, parse = imported("encode.parquet"), imported("encode.avro.schema").parse_schema

    def logical(name: str, kind: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "logicalType": name, **more}

    inner = {"type": "record", "name": "i", "fields": [{"name": "x", "type": ["null", "long"]}]}
    fixed, symbol = {"type": "fixed", "name": "f", "size": 2}, {"type": "enum", "name": "e", "symbols": ["A"]}
    day = datetime.date(1970, 1, 3)
    moment = datetime.datetime(1970, 1, 1, 0, 0, 5)  # noqa: DTZ001 - a local one
    columns: list[tuple[Any, Any, Any, Any]] = [  # type, canonical value, type and value of the library
        ("boolean", True, pa.bool_(), True), ("int", 5, pa.int32(), 5), ("long", "6", pa.int64(), 6),
        ("float", "0.5", pa.float32(), 0.5), ("double", "0.25", pa.float64(), 0.25),
        ("bytes", "6162", pa.binary(), b"ab"), ("string", "text", pa.string(), "text"), (symbol, "A",
        pa.string(), "A"),
        (fixed, "0102", pa.binary(2), b"\1\2"), (logical("date", "int"), 2, pa.date32(), day),
        (logical("decimal", "bytes", precision=9, scale=2), "1.25", pa.decimal128(9, 2),
        decimal.Decimal("1.25")),
        (logical("local-timestamp-millis", "long"), "5000", pa.timestamp("ms"), moment),
        (logical("local-timestamp-micros", "long"), "5000000", pa.timestamp("us"), moment),
        (logical("timestamp-millis", "long"), "5000", pa.timestamp("ms", "UTC"),
        moment.replace(tzinfo=datetime.UTC)),
        (logical("timestamp-micros", "long"), "5000000", pa.timestamp("us", "UTC"),
        moment.replace(tzinfo=datetime.UTC)),
        (logical("time-millis", "int"), 5000, pa.time32("ms"), datetime.time(0, 0, 5)),
        (logical("time-micros", "long"), "5000000", pa.time64("us"), datetime.time(0, 0, 5)),
        ({"type": "array", "items": ["null", "int"]}, [1, None], pa.list_(pa.int32()), [1, None]),
        ({"type": "map", "values": "long"}, {"k": "7"}, pa.map_(pa.string(), pa.field("value", pa.int64(),
        False)),
         [("k", 7)]),
        (inner, {"x": "8"}, pa.struct([("x", pa.int64())]), {"x": 8}), (inner, {"x": None}, pa.struct([("x",
        pa.int64())]), {"x": None}),
    ]  # fmt: skip
    for number, (kind, given, stored, value) in enumerate(columns):
        text = {"type": "record", "name": "r", "fields": [
            {"name": "a", "type": ["null", kind]}, {"name": "n", "type": "int"}]}  # fmt: skip
        rows = [{"a": given, "n": 1}, {"a": None, "n": 2}, {"a": given, "n": 3}]
        packing = ("NONE", "SNAPPY", "GZIP", "ZSTD")[number % 4]
        data = module.encode_parquet(parse(json.dumps(text)), rows, packing)
        file = pq.ParquetFile(io.BytesIO(data))
        table, chunk = file.read(), file.metadata.row_group(0).column(0)
        wanted = [value, None, value]
        if not table.schema.field(0).type.equals(stored) or table.column(0).to_pylist() != wanted:
            return f"{kind}: {table.schema.field(0)}, {table.column(0).to_pylist()}"
        if [one.nullable for one in table.schema] != [True, False] or table.column(1).to_pylist() != [
            1,
            2,
            3,
        ]:
            return f"{kind}: {table.schema}"
        if chunk.is_stats_set or "DICTIONARY" in str(chunk.encodings) or file.metadata.metadata is not None:
            return f"{kind}: {chunk}, {file.metadata.metadata}"
        if chunk.compression != {"NONE": "UNCOMPRESSED"}.get(packing, packing):
            return f"{packing}: {chunk.compression}"
        if module.encode_parquet(parse(json.dumps(text)), [], packing) != b"":
            return "no rows are a file"
        if (
            not module.same_table(data, data)
            or module.same_table(data, b"x")
            or module.same_table(b"x", data)
        ):
            return "files that are the same"
    plain = parse('{"type":"record","name":"r","fields":[{"name":"n","type":"int"}]}')
    empty, null = (parse(json.dumps({"type": "record", "name": "r", "fields": own}))
                   for own in ([], [{"name": "n", "type": "null"}]))  # fmt: skip
    wide = parse('{"type":"record","name":"r","fields":[{"name":"n","type":["null","int","long"]}]}')
    for schema, rows, packing, code in (
        (plain, [{"n": 1}], "LZO", "bad-value"), (plain, [], None, "bad-value"), (empty, [{}], "NONE",
        "bad-schema"),
        (null, [{"n": None}], "NONE", "bad-value"), (wide, [{"n": None}], "NONE", "bad-value"),
        (plain, [{"n": 2**31}], "NONE", "bad-value"),
    ):  # fmt: skip
        try:
            module.encode_parquet(schema, rows, packing)
        except imported("encode.errors").EncodeError as error:
            if (error.code, error.requirement) != (code, "log.parquet.form"):
                return f"{rows}, {packing}: {error}"
            continue
        return f"{rows}, {packing} are written"
    return None
