# SPDX-License-Identifier: Apache-2.0
"""Places that few inputs show, each asked by itself, for mutants drawn by chance.

    drawn:point-NAME    what Avro, Java, Parquet or a rule of `spec/` says of a few inputs each

What is expected is written here. It is never what the package has answered.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported, without_world
from chance_drawn import ask

if TYPE_CHECKING:
    pass

_POINTS: dict[str, Callable[[], Failure]] = {}
_CELL = {"row": "6b30", "family": "66", "qualifier": "", "value": "ab", "timestamp": "7", "type": 4}
_PLAIN: dict[str, Any] = {
    "major": 3, "minor": 3, "mvcc": False, "tags": False, "compression": "NONE", "encoding": "NONE",
    "checksum": "CRC32", "block_size": 60,
}  # fmt: skip


def point(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    """Register a question."""

    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _POINTS[name] = fault
        return fault

    return register


def point_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _POINTS.items():
        yield f"drawn:point-{name}", "", without_world(fault)


def _refused(error: type[Exception], what: Callable[[], Any]) -> bool:
    try:
        what()
    except error:
        return True
    return False


@point("avro-names")
def _() -> Failure:
    """A name with dots is a full name, whatever namespace encloses it; others are of that namespace."""
    fields = [
        {"name": "a", "type": {"type": "fixed", "name": "a.X", "size": 1}},
        {"name": "b", "type": {"type": "fixed", "name": "n.a.X", "size": 2}},
        {"name": "c", "type": {"type": "fixed", "name": "X", "size": 3}},
        {"name": "d", "type": "a.X"},
        {"name": "e", "type": "n.a.X"},
        {"name": "f", "type": "X"},
        {"name": "g", "type": "n.X"},
    ]
    schema = {"type": "record", "name": "r", "namespace": "n", "fields": fields}
    reader = imported("decode.avro.schema").parse_schema(json.dumps(schema))
    sizes = [1, 2, 3, 1, 2, 3, 3]
    if reader.len_min != sum(sizes):
        return f"{reader.len_min} bytes instead of {sum(sizes)}"
    return None


@point("java-order")
def _() -> Failure:
    """Doubles as `Double.compare` orders them: -0.0 before 0.0, NaN last and equal to itself."""
    merge, views = imported("semantics.metadata.merge"), imported("views.metadata")
    ascending = [-math.inf, -7.5, -1.0, -5e-324, -0.0, 0.0, 5e-324, 0.5, 1.0, 7.5, math.inf, math.nan]
    for kind in ("float", "double"):
        for i, left in enumerate(ascending):
            for j, right in enumerate(ascending):
                found = merge.compare_bounds(views.Bound(kind, left), views.Bound(kind, right))
                if found != (i > j) - (i < j):
                    return f"{kind}: {left} and {right} compare as {found}"
    return None


@point("empty-qualifiers")
def _() -> Failure:
    """Fields of cells whose qualifier, family or value has no byte: all are told."""
    write = imported("encode.hfile.write").encode_hfile_description
    find = imported("decode.hfile.fields").hfile_fields
    for change in ({}, {"qualifier": "71"}, {"family": ""}, {"value": ""}, {"family": "", "value": ""}):
        data = write({**_PLAIN, "cells": [{**_CELL, **change}]}).data
        paths = {field.path.rpartition("cells[0].")[2] for field in find(data) if ".cells[0]." in field.path}
        if not {"row", "family", "qualifier", "timestamp", "type", "value"} <= paths:
            return f"{change}: {sorted(paths)}"
    return None


@point("bloom-kind")
def _() -> Failure:
    """A filter is by row, or by row and column, as its comparator says where the file info does not."""
    write = imported("encode.hfile.write").encode_hfile_description
    cells = [{**_CELL, "row": f"6b{at:02d}", "qualifier": f"7{at}"} for at in range(8)]
    for kind in ("ROW", "ROWCOL"):
        for info in ({}, {"BLOOM_FILTER_TYPE": None}):
            plan = {**_PLAIN, "cells": cells, "bloom": {"type": kind}, "knobs": {"info": info}}
            answer = ask("hfile.check", write(plan).data)
            if answer["answer"] != "value" or answer["value"]["findings"]:
                return f"{kind}, {info}: {answer!r:.200}"
    return None


@point("least-cell")
def _() -> Failure:
    """Bytes that may be a cell: lengths of key and value, a key of 12 bytes and its row, tags, a number."""
    cells, layout = imported("decode.hfile.cells"), imported("decode.hfile.encodings").Layout
    for has_tags in (False, True):
        for has_mvcc in (False, True):
            shape = layout(has_tags=has_tags, has_mvcc=has_mvcc)
            for num_row, num_value in ((0, 0), (3, 0), (0, 2), (3, 2)):
                lengths = (12 + num_row).to_bytes(4, "big") + num_value.to_bytes(4, "big")
                key = num_row.to_bytes(2, "big") + b"r" * num_row + bytes(10)
                data = b"x" + lengths + key + b"v" * num_value + bytes(2 * has_tags + has_mvcc)
                if not cells._is_cell(data, 1, len(data), shape) or not cells._is_cell(data, 9, 9, shape):
                    return f"{data.hex()} is no cell, tags {has_tags}, number {has_mvcc}"
                if not (num_row or num_value) and cells._is_cell(data, 1, len(data) - 1, shape):
                    return f"{data.hex()} without its last byte is a cell"
                if cells._is_cell(data, 1, 9 + len(key) + num_value - 1, shape):
                    return f"{data.hex()} is a cell that ends within its value or key"
                longer = (12 + num_row - 1).to_bytes(4, "big") + lengths[4:] + key + bytes(9)
                if cells._is_cell(longer, 0, len(longer), shape):
                    return f"{longer.hex()} has a row longer than its key"
    return None


@point("index-levels")
def _() -> Failure:
    """An index whose blocks hold one entry grows by levels, and stops at 16 of them, as writers do."""
    index = imported("encode.hfile.index")
    written: list[bytes] = []

    def block(payload: bytes) -> tuple[int, int]:
        written.append(payload)
        return len(written), len(payload)

    tree = index.IndexTree(1, 1)
    for number in range(3):
        tree.add(index.IndexEntry(number, 1, b"key%d" % number))
        tree.write_leaf(block, closing=False)
    tree.write_levels(block)
    if (tree.levels, len(tree.root), len(written)) != (16, 3, 3 + 14 * 3):
        return f"{tree.levels} levels, {len(tree.root)} root entries, {len(written)} blocks"
    return None


@point("codec-number")
def _() -> Failure:
    """A codec is a number of 32 bits: its highest one counts, those beyond do not [hfile.codec.unknown]."""
    write = imported("encode.hfile.write").encode_hfile_description
    plain = {**_PLAIN, "cells": [_CELL]}
    none = 2  # ordinal of NONE
    for number, is_known in ((none, True), (none | 1 << 31, False), (none | 1 << 30, False)):
        raw, rest = b"\x60", number  # field 12, a varint
        while rest > 127:
            raw, rest = raw + bytes([rest & 127 | 128]), rest >> 7
        knobs = {"trailer_unknown": (raw + bytes([rest])).hex()}
        answer = ask("hfile.trailer", write({**plain, "knobs": knobs}).data)
        if (answer["answer"] == "value") != is_known:
            return f"codec {number:#x}: {answer!r:.200}"
        if not is_known and answer["requirement"] != "hfile.codec.unknown":
            return f"codec {number:#x} is refused under {answer['requirement']}"
    return None


@point("page-values")
def _() -> Failure:
    """A data page has no negative number of values."""
    pages = imported("decode.parquet.pages")
    refusal = imported("decode.parquet.thrift").ThriftError
    for kind, member in ((0, 5), (3, 8)):
        for num in (0, 1, 7):
            if pages._num_values(kind, {member: {1: num}}) != num:
                return f"{num} values of a page of kind {kind}"
        for wrong in (-1, -2, None, "1"):
            if not _refused(refusal, lambda k=kind, m=member, w=wrong: pages._num_values(k, {m: {1: w}})):
                return f"{wrong} values of a page of kind {kind}"
    return None


@point("names-that-lead-out")
def _() -> Failure:
    """Folders that properties name lie within the table [timeline.table.folder]."""
    inside, refusal = imported("decode.timeline.listing").inside, imported("errors").Reject
    folder = Path("/table/.hoodie")
    for name in ("..", "../x", "x/..", "x/../y", "/x", "/", "//x", "x\0", "\0", "x/\0y"):
        if not _refused(refusal, lambda name=name: inside(folder, name)):
            return f"{name!r} is taken"
    for name, path in (("x", "x"), ("x/y", "x/y"), ("./x//y/", "x/y"), ("", ""), ("..x", "..x")):
        if inside(folder, name) != folder / path:
            return f"{name!r} is {inside(folder, name)}"
    return None


@point("texts-of-deletes")
def _() -> Failure:
    """Keys and partitions of deletes are texts of Unicode: half a pair is refused, with its place."""
    write, refusal = imported("encode").encode_log, imported("encode.errors").EncodeError
    header = {"INSTANT_TIME": "20260101000000000"}
    whole = {"record_key": "k😀", "partition_path": "p", "ordering": {"type": "long", "value": "1"}}
    for version in (1, 2, 3):  # Kryo, and Avro
        deletes = [{**whole, "ordering": whole["ordering"] if version > 1 else None} for _ in range(2)]
        block = {"kind": "DELETE_BLOCK", "header": header, "content_version": version}
        write({"blocks": [{**block, "deletes": deletes}]})
        for name in ("record_key", "partition_path"):
            wrong = [deletes[0], {**deletes[1], name: "a\ud800"}]
            try:
                write({"blocks": [{**block, "deletes": wrong}]})
            except refusal as error:
                if f"deletes[1].{name}" not in str(error):
                    return f"{name}: refused as {error}"
            else:
                return f"{name}: half of a pair is written"
    return None


@point("plain-size")
def _() -> Failure:
    """An encoded block says how many bytes its cells have in the plain layout: never less than none."""
    payloads, encodings = imported("decode.hfile.payload"), imported("decode.hfile.encodings")
    refusal, layout = imported("errors").Reject, imported("decode.hfile.encodings").Layout
    for encoding in encodings._DECODERS:
        for raw in (b"", b"\0\2\0\0\0", b"\0\2\xff\xff\xff\xff", b"\0\2\x80\0\0\0"):
            payload = payloads.Payload(raw, 40)
            try:
                list(encodings.decode_encoded(payload, encoding, layout(has_tags=False, has_mvcc=False)))
            except refusal as error:
                if error.requirement != "hfile.encoding.plain-size":
                    return f"{raw.hex()}: {error.requirement}"
            else:
                return f"{raw.hex()} is read"
    return None


@point("default-version")
def _() -> Failure:
    """A timeline of which nothing else is said is of table version 9, layout 2."""
    made = imported("encode.timeline.table").encode_timeline({"properties": {"hoodie.table.name": "t"}})
    found = made.views["list"]["table_version"], made.views["list"]["layout"]
    text = made.files[".hoodie/hoodie.properties"].decode()
    if found != (9, 2) or "hoodie.table.version=9\n" not in text:
        return f"version and layout {found}"
    return None


@point("vanished")
def _() -> Failure:
    """A file that was listed and is gone is a note; one that was never listed cannot be read."""
    check, files = imported("audit.check"), imported("lake.files")
    context = imported("audit.surface").Context()
    for size, mtime_ns, code in ((0, 0, "io"), (5, 7, "gone"), (0, 7, "gone"), (5, 0, "gone")):
        task = check.Task(files.FileRef("/nowhere/at/all.hfile", size, mtime_ns), context)
        found = [row["code"] for row in check.run_task(task) if row["row"] == "finding"]
        if found != [code]:
            return f"listed with {size} bytes at {mtime_ns}: {found}, expected {code}"
    return None


@point("positions-at-most")
def _() -> Failure:
    """Run containers say many positions in few bytes: 1 << 22 of them are read, one more is not."""
    positions, refusal = imported("decode.log.positions"), imported("errors").Reject

    class Part:
        """A bitmap as the grammar gives it."""

        def __init__(self, **members: Any) -> None:
            self.__dict__.update(members)

    from array import array

    num = positions.MAX_POSITIONS
    empty = Part(descriptions=[Part(key=0, cardinality=1)], containers=[None])
    if not _refused(refusal, lambda: positions._collect(array("q", bytes(8 * num)), empty, 0, 8)):
        return f"more than {num} positions are read"
    return None


@point("checks-that-end-early")
def _() -> Failure:
    """A check that falls over is told, and the findings before it are kept."""
    run = imported("audit.between_surface")._run

    def check(_: object) -> Any:
        yield "a finding"
        raise KeyError("x")

    rows = list(run(check, None))
    if rows[:1] != ["a finding"] or [(row.path, row.verdict, row.code) for row in rows[1:]] != [
        (".hoodie", "unreadable", "internal")
    ]:
        return f"{rows}"
    return None


@point("archived-names")
def _() -> Failure:
    """A compaction is archived under its own name until it is completed [archive.entry.required]."""
    entries = imported("encode.table.contents").archived_entries
    instant = {"time": "1", "action": "compaction", "states": ["REQUESTED", "INFLIGHT", "COMPLETED"]}
    found = [(one["action"], one["state"]) for one in entries(instant, {"compaction": "commit"})]
    expected = [("compaction", "REQUESTED"), ("compaction", "INFLIGHT"), ("commit", "COMPLETED")]
    return None if found == expected else f"{found}"


@point("scales")
def _() -> Failure:
    """Avro: the scale of a decimal is 0 where none is stated; other types have none."""
    row_fields = imported("semantics.merge.rows").row_fields
    decimal = {"type": "bytes", "logicalType": "decimal", "precision": 9}
    for kind, scale in (
        (decimal, 0), ({**decimal, "scale": 3}, 3), (["null", decimal], 0),
        ([{**decimal, "scale": 2}, "null"], 2),
        ("bytes", 0), ({"type": "bytes", "scale": 4}, 0), (["null", "long", decimal], 0),
    ):  # fmt: skip
        [field] = row_fields({"type": "record", "name": "r", "fields": [{"name": "a", "type": kind}]})
        if field.scale != scale:
            return f"{kind} has scale {field.scale}"
    return None


@point("several-nulls")
def _() -> Failure:
    """Of several ordering fields a null counts as 0, but where all are null there is no ordering value."""
    rows, views = imported("semantics.merge.rows"), imported("views.log")
    value = views.OrderingValue("int", 7)
    kinds = {"a": "int", "b": "int"}
    for row, expected in (
        ({"a": None, "b": None}, None), ({}, None), (None, None),
        ({"a": 7, "b": None}, (value, rows.DEFAULT_ORDERING)),
        ({"a": None, "b": 7}, (rows.DEFAULT_ORDERING, value)), ({"a": 7, "b": 7}, (value, value)),
    ):  # fmt: skip
        found = rows.ordering_of(row, ("a", "b"), kinds, {})
        if (None if found is None else found.value) != expected:
            return f"{row}: {found}"
    if (rows.DEFAULT_ORDERING.type, rows.DEFAULT_ORDERING.value) != ("int", 0):
        return "the default is another"
    return None


@point("completion-times")
def _() -> Failure:
    """Instants of layout 1 have no completion time, whatever a description says [timeline.name.layout-1]."""
    encode = imported("encode.timeline.table").encode_timeline
    for version in (6, 9):
        time = "20260101000000000"
        instant = {"time": time, "action": "commit", "completion_time": f"{int(time) + 5}"}
        made = encode({
            "release": "0.15.0" if version < 8 else "1.2.1", "table_version": version,
            "properties": {"hoodie.table.name": "t"}, "instants": [instant],
        })  # fmt: skip
        for path, view in made.views["contents"].items():
            is_stated = version >= 8 and view["state"] == "COMPLETED"
            if view["completion_time"] != (instant["completion_time"] if is_stated else None):
                return f"{path}: {view['completion_time']}"
    return None


@point("baselines")
def _() -> Failure:
    """Files of known findings say that they are of version 1; others are refused."""
    module = imported("audit.baseline")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "b.json"
        for version in (0, 1, 2):
            path.write_text(json.dumps({"baseline": version, "findings": [["a", "log", "r"]]}))
            try:
                found = module.read_baseline(path)
            except module.BaselineError:
                found = None
            if found != (frozenset({("a", "log", "r")}) if version == 1 else None):
                return f"version {version}: {found}"
    return None


@point("definitions-that-lead-out")
def _() -> Failure:
    """Nor does the file of index definitions lie outside of the table [metadata.index.definitions]."""
    read, refusal = imported("table.metadata").read_definitions, imported("errors").Reject
    key = imported("table.metadata").DEFINITIONS
    for name in ("../x", "x/../y", "/etc/hosts", "x\0", "/x"):
        if not _refused(refusal, lambda name=name: read(Path("/nowhere/at/all"), {key: name})):
            return f"{name!r} is taken"
    return None
