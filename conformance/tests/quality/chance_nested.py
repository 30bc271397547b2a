# SPDX-License-Identifier: Apache-2.0
"""How deep values, types and folders may be nested, for mutants drawn by chance.

drawn:nested-NAME    of each kind of nesting just as many levels are taken as the limit says, and none more: a
                     level of an array is one as that of a map, a record or a union is [limits.depth]
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
from chance_asked import Asked, Failure, imported
from chance_between import Group

question = Group("nested")
Wrap = Callable[[Any, int], Any]
"""A level around what is inside; the number makes its name one of its own."""


def nested_questions() -> Iterator[Asked]:
    """All of them."""
    return question.questions()


def _nested(wrap: Wrap, num: int, inner: Any) -> Any:
    for at in range(num):
        inner = wrap(inner, at)
    return inner


def _faults(
    limit: int,
    kinds: Mapping[str, tuple[int, Wrap]],
    inner: Any,
    outer: Wrap,
    is_taken: Callable[[Any], bool],
) -> Iterator[Failure]:
    """Of each kind, whose step is so many levels, `limit` levels are taken, and one more is not.

    What is left of the limit by steps of several levels is levels of `outer`.
    """
    for name, (step, wrap) in kinds.items():
        for levels, expected in ((limit, True), (limit + 1, False)):
            made = _nested(wrap, levels // step, inner)
            made = _nested(lambda one, at: outer(one, at + 1000), levels % step, made)
            try:
                found = is_taken(made)
            except RecursionError:
                found = True
            yield None if found is expected else f"{levels} levels of {name} are taken: {found}"


def _is_made(make: Callable[[], Any]) -> bool:
    """Whether there is a result and no refusal."""
    errors = imported("errors"), imported("encode.errors"), imported("decode.parquet.thrift")
    refusals = errors[0].Reject, errors[0].LimitExceeded, errors[1].EncodeError, errors[2].ThriftError
    schema_error = imported("decode.avro.schema").SchemaError
    try:
        make()
    except (*refusals, schema_error):
        return False
    return True


def _array(inner: Any, _: int) -> Any:
    return {"type": "array", "items": inner}


def _map(inner: Any, _: int) -> Any:
    return {"type": "map", "values": inner}


def _record(inner: Any, at: int) -> Any:
    return {"type": "record", "name": f"r{at}", "fields": [{"name": "f", "type": inner}]}


def _optional(inner: Any, at: int) -> Any:
    return _array(["null", inner], at)


def _wide(inner: Any, at: int) -> Any:
    return _array(["int", "string", inner], at)


_PLAIN: dict[str, tuple[int, Wrap]] = {"arrays": (1, _array), "maps": (1, _map), "records": (1, _record)}


@question.each("schemas")
def _() -> Iterator[Failure]:
    """Types of a schema that is read, and of one that is written."""
    decode, encode = imported("decode.avro.schema"), imported("encode.avro.schema")
    unions = {"arrays of optional values": (2, _optional), "arrays of unions": (2, _wide)}
    yield from _faults(
        decode.MAX_SCHEMA_DEPTH, _PLAIN | unions, "long", _array,
        lambda tree: _is_made(lambda: decode.parse_schema(json.dumps(tree))),
    )  # fmt: skip
    wrapped = {"types of types": (1, lambda inner, _: {"type": inner})}
    yield from _faults(
        encode._MAX_DEPTH, _PLAIN | unions | wrapped, {"type": "long"}, _array,
        lambda tree: _is_made(lambda: encode.parse_schema(json.dumps(tree))),
    )  # fmt: skip


def _both(wrap: Wrap) -> Wrap:
    """A schema and a value of it."""

    def wrapped(inner: tuple[Any, Any], at: int) -> tuple[Any, Any]:
        schema, value = inner
        made = wrap(schema, at)
        if made["type"] == "map":
            return made, {"k": value}
        if made["type"] == "record":
            return made, {"f": value}
        branches = made["items"]
        if isinstance(branches, list) and len(branches) > 2:
            kind = schema if isinstance(schema, str) else schema.get("name", schema["type"])
            value = {kind: value}
        return made, [value]

    return wrapped


@question.each("values")
def _() -> Iterator[Failure]:
    """Values by a schema, as JSON has them; unions are levels as well."""
    module = imported("semantics.merge.values")
    kinds = {name: (step, _both(wrap)) for name, (step, wrap) in _PLAIN.items()}
    kinds |= {"optional": (2, _both(_optional)), "wide": (2, _both(_wide))}
    yield from _faults(
        module._MAX_DEPTH, kinds, ("long", "5"), _both(_array),
        lambda made: _is_made(lambda: module.physical_value(made[1], made[0])),
    )  # fmt: skip


@question.each("rows")
def _() -> Iterator[Failure]:
    """Rows that are written, by types inside of themselves."""
    rows, kind = imported("encode.avro.rows"), imported("encode.avro.schema").AvroType
    null, integer = kind("null", "null"), kind("int", "int")

    def array(inner: tuple[Any, Any], _: int) -> tuple[Any, Any]:
        return kind("array", "array", items=inner[0]), [inner[1]]

    def keyed(inner: tuple[Any, Any], _: int) -> tuple[Any, Any]:
        return kind("map", "map", items=inner[0]), {"k": inner[1]}

    def record(inner: tuple[Any, Any], _: int) -> tuple[Any, Any]:
        return kind("record", "r", fields=(("f", inner[0]),)), {"f": inner[1]}

    def union(inner: tuple[Any, Any], at: int, *others: Any) -> tuple[Any, Any]:
        branches = (null, *others, inner[0])
        value = {inner[0].branch: inner[1]} if others else inner[1]
        return array((kind("union", "union", branches=branches), value), at)

    def wide(inner: tuple[Any, Any], at: int) -> tuple[Any, Any]:
        return union(inner, at, kind("string", "string"))

    kinds: dict[str, tuple[int, Wrap]] = {
        "arrays": (1, array), "maps": (1, keyed), "records": (1, record), "optional": (2, union),
        "wide": (2, wide),
    }  # fmt: skip
    yield from _faults(
        rows._MAX_DEPTH, kinds, (integer, 5), array,
        lambda made: _is_made(lambda: rows.avro_value(made[0], made[1], "row")),
    )  # fmt: skip


@question.each("completed")
def _() -> Iterator[Failure]:
    """Rows of a timeline that defaults are added to."""
    module, parse = imported("encode.timeline.schemas"), imported("encode.avro.schema").parse_schema
    kinds = {name: (step, _both(wrap)) for name, (step, wrap) in _PLAIN.items()}
    kinds |= {"optional": (2, _both(_optional))}
    yield from _faults(
        module._MAX_DEPTH, kinds, ("long", "5"), _both(_array),
        lambda made: _is_made(lambda: module._completed(parse(json.dumps(made[0])), made[1], 0)),
    )  # fmt: skip


@question.each("parquet")
def _() -> Iterator[Failure]:
    """Columns that are written, and types of columns that are read."""
    module, parse = imported("encode.parquet"), imported("encode.avro.schema").parse_schema
    yield from _faults(
        module._MAX_DEPTH, _PLAIN, "long", _array,
        lambda tree: _is_made(lambda: module._type(parse(json.dumps(tree)), 0)),
    )  # fmt: skip
    stored = imported("decode.parquet.schema")

    def array(inner: tuple[Any, Any], at: int) -> tuple[Any, Any]:
        return pa.list_(pa.field("element", inner[0], nullable=False)), _array(inner[1], at)

    def keyed(inner: tuple[Any, Any], at: int) -> tuple[Any, Any]:
        return pa.map_(pa.string(), pa.field("value", inner[0], nullable=False)), _map(inner[1], at)

    def record(inner: tuple[Any, Any], at: int) -> tuple[Any, Any]:
        return pa.struct([pa.field("f", inner[0], nullable=False)]), _record(inner[1], at)

    def is_seen(made: tuple[Any, Any]) -> bool:
        schema = pa.schema([pa.field("f", made[0], nullable=False)])
        found = stored.avro_of_arrow(schema, _record(made[1], 5000))
        text = json.dumps(found)
        return '"long"' in text and '"hint"' not in text

    kinds = {"lists": (1, array), "maps": (1, keyed), "structs": (1, record)}
    yield from _faults(stored.MAX_DEPTH - 1, kinds, (pa.int64(), "hint"), array, is_seen)


def _pair(wrap: Wrap) -> Wrap:
    return lambda inner, at: (wrap(inner[0], at), wrap(inner[1], at))


@question.each("resolution")
def _() -> Iterator[Failure]:
    """Types of older rows and of the table, and what values decide."""
    module, columns = imported("semantics.merge.resolve"), imported("semantics.merge.column_types")
    pairs = {name: (step, _pair(wrap)) for name, (step, wrap) in _PLAIN.items()}
    yield from _faults(
        module._MAX_DEPTH, pairs, ("int", "long"), _pair(_array),
        lambda made: _is_made(lambda: module.resolver(*made)),
    )  # fmt: skip
    yield from _faults(
        columns._MAX_DEPTH, pairs, ("int", "long"), _pair(_array),
        lambda made: not columns.hangs_on_values(*made),
    )  # fmt: skip


@question.each("datums")
def _() -> Iterator[Failure]:
    """Values that are read by types inside of themselves: what holds others is no deeper than the limit."""
    module, parse = imported("decode.avro.datum"), imported("decode.avro.schema").parse_schema
    end, more = b"\0", b"\2"
    for name, field, around in (
        ("arrays", {"type": "array", "items": "r"}, (more, end)),
        ("maps", {"type": "map", "values": "r"}, (more + b"\2k", end)),
        ("unions", ["null", "r"], (more, b"")),
    ):  # fmt: skip
        record = {"type": "record", "name": "r", "fields": [{"name": "f", "type": field}]}
        # A record and what holds the next are two levels; the last is empty.
        for is_shifted in (False, True):
            schema = parse(json.dumps({"type": "array", "items": record} if is_shifted else record))
            for num in range(45, 56):
                # records at even levels, or at odd ones; what is between them holds others too, but a union
                data = around[0] * num + end + around[1] * num
                data = b"\2" + data + b"\0" if is_shifted else data
                deepest = 2 * num + is_shifted + (name != "unions")
                is_read = _is_made(lambda data=data, schema=schema: schema.decode(module.Datum(data), 0))
                expected = deepest <= module.MAX_DEPTH
                yield (
                    None if is_read is expected else f"{num} records in {name}, to {deepest}: read {is_read}"
                )


@question.each("structs")
def _() -> Iterator[Failure]:
    """Structs and lists of a footer."""
    module = imported("decode.parquet.thrift")
    limit = module._MAX_DEPTH

    def is_read(data: bytes) -> bool:
        return _is_made(lambda: module.Thrift(data, 0, len(data)).struct())

    for num in range(2 * limit):
        # field 1 is a struct; its last one is empty
        found = is_read(b"\x1c" * num + b"\0" * (num + 1))
        yield None if found is (num <= limit) else f"{num} structs in each other: {found}"
        # field 1 is a list of one struct
        found = is_read(b"\x19\x1c" * num + b"\0" * (num + 1))
        yield None if found is (2 * num <= limit) else f"{num} lists of structs: {found}"
        found = is_read(b"\x1c" + b"\x19\x1c" * num + b"\0" * (num + 2))
        yield None if found is (2 * num + 1 <= limit) else f"{num} lists of structs in a struct: {found}"
        # field 1 is a list of lists, the last of which is one of no numbers
        found = is_read(b"\x19" + b"\x19" * num + b"\x05" + b"\0")
        yield None if found is (num <= limit) else f"{num} lists in a list: {found}"


@question.each("folders")
def _() -> Iterator[Failure]:
    """Folders of a table, as a walk finds them, and its partitions."""
    folders, files = imported("decode.folder"), imported("table.files")
    line = imported("semantics.merge.rules").Line
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for _ in range(max(folders.MAX_DEPTH, files.MAX_DEPTH) + 3):
            (folder / "x").write_bytes(b"")
            folder /= "d"
            folder.mkdir()
        depths = sorted(below.count("d") for below, name in folders.walk_folder(Path(place)) if name == "x")
        yield None if depths == list(range(folders.MAX_DEPTH + 1)) else f"folders of depths {depths}"
        for depth in range(files.MAX_DEPTH - 1, files.MAX_DEPTH + 3):
            own = Path(place) / "/".join("d" * depth)
            (own / files.METAFILE).write_bytes(b"")
            (own / "f_0-0-0_20260101000000.parquet").write_bytes(b"")
            found = files.list_data_files(Path(place), line.V1_2, is_partitioned=True).base_files
            is_found = depth <= files.MAX_DEPTH
            yield None if bool(found) is is_found else f"a partition at {depth}: {found}"
            (own / files.METAFILE).unlink()
