# SPDX-License-Identifier: Apache-2.0
"""Types of stored columns against the schema of the rows, for mutants drawn by chance.

drawn:between-types-NAME    which files of a table are judged, by what,
and what is told or counted of each: by
                            the rule `table.check.column-types`
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Failure, imported
from chance_between import (
    DONE,
    IDS,
    INFLIGHT,
    TIMES,
    Group,
    Row,
    Sketch,
    base_path,
    commit,
    compared,
    damage,
    instant,
    log_path,
)

question = Group("between-types")
between_type_questions = question.questions
T = TIMES
_RULE, _CODE = "column-types", "schema-mismatch"
_METAFILE = "p=1/.hoodie_partition_metadata"
_DATE = {"type": "int", "logicalType": "date"}
_LATE = "20260101009000000"
_META = tuple(
    f"_hoodie_{name}" for name in ("commit_time", "commit_seqno", "record_key", "partition_path", "file_name")
)
Gaps = dict[str, int]


def _schema(**kinds: Any) -> str:
    fields = [{"name": name, "type": kind} for name, kind in kinds.items()]
    return json.dumps({"type": "record", "name": "r", "fields": fields})


@cache
def _file(*names: str, kind: Any = None, has_nulls: bool = False) -> bytes:
    """A base file of columns that may be null, of longs unless said otherwise."""
    out = io.BytesIO()
    kind = kind or pa.int64()
    value = 1 if pa.types.is_integer(kind) else "1"
    columns = [pa.array([None if has_nulls else value, value], kind) for _ in names]
    pq.write_table(pa.table(columns, names=list(names)), out)
    return out.getvalue()


def _sketch(schema: str | None, files: Mapping[str, bytes | int | None], *, version: int = 9,
            **properties: str) -> Sketch:  # fmt: skip
    """A table of one commit, with one partition."""
    sketch = Sketch([instant(T[1])], {_METAFILE: b"", **files}, version)
    sketch.properties = {
        "hoodie.table.type": "MERGE_ON_READ", "hoodie.table.partition.fields": "p",
        "hoodie.populate.meta.fields": "false", **properties,
    }  # fmt: skip
    sketch.facts["commits"] = [commit(instant(T[1]), schema=schema)]
    return sketch


def _judged(sketch: Sketch, blocks: Mapping[str, Any] | None = None, **facts: Any) -> tuple[list[Any], Gaps]:
    """Findings, and what is counted as not judged."""
    module, files = imported("audit.between.column_types"), imported("semantics.slices.files")
    timeline = files.TimelineFacts(sketch.version, facts.pop("completed", {T[1]: T[1], T[3]: T[3]}), **facts)
    subject = sketch.subject()
    for path, own in (blocks or {}).items():
        subject.keep_blocks(path, own)
    with mock.patch.object(module, "open_timeline", return_value=(None, timeline)):
        rows = list(module.check_column_types(subject))
    gaps: Gaps = {}
    for gap in subject.gaps:
        key = f"{gap.what}: {gap.why.removeprefix('types of columns').lstrip(':, ')}"
        gaps[key] = gaps.get(key, 0) + gap.number
    return rows, gaps


def _ask(what: object, judged: tuple[list[Any], Gaps], *expected: Row, words: tuple[str, ...] = (),
         **gaps: int) -> Failure:  # fmt: skip
    """Findings and numbers of gaps; `base_values` are base files of which values decide, and so on."""
    rows, found = judged
    fault = compared(what, rows, expected, *words)
    if fault is not None:
        return fault
    kinds = {
        "base_values": "base files: values", "log_values": "log files: values",
        "base_nulls": "base files: nulls",
        "log_nulls": "log files: nulls", "other": "base files: as the file is not",
        "unread": "log files: as blocks",
        "outside": "base files: as rows lie outside", "unknown": "base files: as the Parquet library",
        "no_schema": "tables: no commit states", "unreadable": "tables: an instant that cannot",
        "by_ids": "tables: columns are found by ids", "wrong": "tables:",
    }  # fmt: skip
    wanted = {kinds[key]: number for key, number in gaps.items() if number}
    left = dict(found)
    for start, number in wanted.items():
        hits = [key for key in left if key.startswith(start)]
        if len(hits) != 1 or left.pop(hits[0]) != number:
            return f"{what}: gaps {found}, expected {number} of {start!r}"
    return f"{what}: gaps {found}, expected {wanted}" if left else None


def _wrong(path: str, time: str = T[1], **place: int) -> Row:
    return damage(path, _RULE, _CODE, time, **place)


@question.each("tables")
def _() -> Iterator[Failure]:
    """Tables that cannot be judged, and why."""
    path = base_path(0, T[1])
    narrow, files = _schema(n="int"), {path: _file("n")}
    yield _ask("judged", _judged(_sketch(narrow, files)), _wrong(path))
    index = _sketch(narrow, files)
    index.path = "/t/.hoodie/metadata"
    yield _ask("an index", _judged(index))
    for schema, created, gap in (
        (None, None, "no_schema"), ("", None, "no_schema"), (None, narrow, ""), ("{", None, "wrong"),
        ('"string"', None, "wrong"), ("", "{", "wrong"),
    ):  # fmt: skip
        more = {} if created is None else {"hoodie.table.create.schema": created}
        judged = _judged(_sketch(schema, files, **more))
        rows = [] if gap else [_wrong(path)]
        yield _ask((schema, created), judged, *rows, **({gap: 1} if gap else {}))
    for state, is_left in ((DONE, True), (INFLIGHT, False)):
        sketch = _sketch(narrow, files)
        sketch.facts["unreadable"] = [instant(T[3], state=state)]
        rows = [] if is_left else [_wrong(path)]
        yield _ask(("unreadable", state), _judged(sketch), *rows, unreadable=int(is_left))
    for place, is_left in (
        (".hoodie/.schema/x", True),
        (".hoodie/.schemas", False),
        ("p=1/.hoodie/.schema/x", False),
    ):
        rows = [] if is_left else [_wrong(path)]
        yield _ask(place, _judged(_sketch(narrow, {**files, place: 1})), *rows, by_ids=int(is_left))
    judged = _judged(_sketch(narrow, files, **{"hoodie.table.type": "OTHER"}))
    yield _ask("another type", judged, wrong=1)


@question.each("schemas")
def _() -> Iterator[Failure]:
    """The schema of the rows: of the last commit that wrote, else that rewrote, else of the creation."""
    module = imported("audit.between.table_schema")
    texts = {name: _schema(**{name: ["null", "long"]}) for name in "abc"}
    for first, second, created, meta in itertools.product(
        (None, "a", "a:COMPACT"),
        (None, "b", "b:CLUSTER", "b:LOG_COMPACT"),
        (None, "c"),
        (None, "true", "false"),
    ):
        sketch = Sketch()
        if created is not None:
            sketch.properties["hoodie.table.create.schema"] = texts[created]
        if meta is not None:
            sketch.properties["hoodie.populate.meta.fields"] = meta
        own = []
        for at, one in enumerate((first, second)):
            name, _, operation = (one or "").partition(":")
            own.append(commit(instant(T[at]), operation=operation or "UPSERT", schema=texts.get(name)))
        sketch.facts["commits"] = own
        stated = [one for one in (first, second) if one is not None]
        last = ([one for one in stated if ":" not in one] or stated or [created or ""])[-1]
        found = module.table_schema(sketch.subject().facts)
        if not last:
            yield None if found is None else f"{found} of nothing"
            continue
        names = [member["name"] for member in found.reader.tree["fields"]]
        num_meta = sum(name.startswith("_hoodie_") for name in names)
        yield None if names[-1] == last[0] else f"{first}, {second}, {created}: fields {names}"
        yield None if num_meta == (0 if meta == "false" else 5) else f"{num_meta} meta fields by {meta}"
        number = {"a": 0, "b": 1}.get(last[0])
        is_right = found.commit is None if number is None else found.commit is own[number]
        yield None if is_right else f"{last} is stated by {found.commit}"
        source = "hoodie.table.create.schema" if number is None else own[number].instant.name
        yield None if found.source == source else f"{found.source}, expected {source}"
    text = _schema(a="long", b=["null", "long"], c=["long", "null"], d="null", e=_DATE)
    sketch = Sketch(
        properties={"hoodie.populate.meta.fields": "false"},
        facts={"commits": [commit(instant(T[0]), schema=text)]},
    )
    required = module.table_schema(sketch.subject().facts).required()
    yield None if required - {"d"} == {"a", "e"} else f"{required} may not be null"


@question.each("folders")
def _() -> Iterator[Failure]:
    """Folders that readers list: partitions by their metadata, else the table's own folder alone."""
    for folder, has_metafile, fields in itertools.product(
        ("", "p=1", "p=1/q"), (False, True), (None, "", " ", ",", "p", "p:simple,q", " p ", ":x")
    ):
        path = base_path(0, T[1], folder)
        sketch = _sketch(_schema(n="int"), {path: _file("n"), f".hoodie/{base_path(1, T[1])}": _file("n")})
        del sketch.files[_METAFILE]
        if has_metafile:
            sketch.files[f"{folder}/.hoodie_partition_metadata".lstrip("/")] = b""
        sketch.properties.pop("hoodie.table.partition.fields")
        if fields is not None:
            sketch.properties["hoodie.table.partition.fields"] = fields
        is_partitioned = fields in {"p", "p:simple,q", " p ", ":x"}
        is_read = has_metafile if is_partitioned else not folder
        yield _ask((folder, has_metafile, fields), _judged(sketch), *[_wrong(path)] * is_read)


@question.each("dropped")
def _() -> Iterator[Failure]:
    """Columns of partitions that are not stored are given by the path, where the table says so."""
    path = base_path(0, T[1])
    for flag, fields, kind in itertools.product(
        (None, "true", "false"), ("q", "q:simple", " q , x", "x"), ("long", ["null", "long"])
    ):
        more = {"hoodie.table.partition.fields": fields}
        if flag is not None:
            more["hoodie.datasource.write.drop.partition.columns"] = flag
        sketch = _sketch(_schema(n=["null", "long"], q=kind), {path: _file("n")}, **more)
        is_given = flag == "true" and "q" in fields
        is_told = not is_given and kind == "long"
        yield _ask((flag, fields, kind), _judged(sketch), *[_wrong(path)] * is_told)


@question.each("base-files")
def _() -> Iterator[Failure]:
    """Base files by what their columns tell: refused, by value, by nulls, of other formats, of none."""
    path = base_path(0, T[1])
    string = pa.string()
    for name, kind, data, is_told, gaps in (
        ("wider", ["null", "double"], _file("n"), False, {}),
        ("narrower", ["null", "int"], _file("n"), True, {}),
        ("by value", ["null", _DATE], _file("n", kind=string), False, {"base_values": 1}),
        ("required, with nulls", "long", _file("n", has_nulls=True), False, {"base_nulls": 1}),
        ("required, without", "long", _file("n"), False, {}),
        ("by value and null", _DATE, _file("n", kind=string, has_nulls=True), False, {"base_values": 1}),
        ("nullable", ["null", "long"], _file("n", has_nulls=True), False, {}),
        ("not stored", "long", _file("m"), True, {}),
        ("meta fields alone", "long", _file("_hoodie_commit_time", kind=string), False, {"outside": 1}),
        ("all meta fields", "long", _file(*_META, kind=string), False, {"outside": 1}),
        ("a column beside them", "int", _file(*_META, "n"), True, {}),
        ("nothing", "long", b"x", False, {}),
    ):
        judged = _judged(_sketch(_schema(n=kind), {path: data}))
        yield _ask(name, judged, *[_wrong(path)] * is_told, **gaps)
    for form in ("orc", "hfile"):
        other = base_path(0, T[1], form=form)
        yield _ask(form, _judged(_sketch(_schema(n="int"), {other: _file("n")})), other=1)
    paths = [base_path(at, T[1]) for at in range(4)]
    module = imported("audit.between.column_types")
    compare, compared_types = module.compare_columns, []

    def counted(*args: Any) -> Any:
        compared_types.append(args)
        return compare(*args)

    files = {one: _file("n") for one in paths[:3]} | {paths[3]: _file("n", "m")}
    with mock.patch.object(module, "compare_columns", counted):
        judged = _judged(_sketch(_schema(n="int"), files))
    yield _ask("several", judged, *map(_wrong, paths))
    yield None if len(compared_types) == 2 else f"{len(compared_types)} comparisons of 2 schemas"
    sketch = _sketch(_schema(n="int"), {path: _file("n")})
    subject = imported("audit.between.subject")
    stored = subject.StoredColumns(frozenset({"n"}), None, None)
    footer = subject.BaseFooter(2, stored, None)
    with mock.patch.object(subject.Subject, "footer", return_value=footer):
        yield _ask("no types", _judged(sketch), unknown=1)
        yield _ask(
            "no types, of two", _judged(_sketch(_schema(n="int"), dict.fromkeys(paths[:2], 1))), unknown=2
        )
    for nullable, num in ((frozenset({"n"}), 1), (frozenset({"m"}), 0), (frozenset(), 0)):
        stored = subject.StoredColumns(frozenset({"n"}), pa.schema([("n", pa.int64())]), None)
        footer = subject.BaseFooter(2, stored, None, nullable)
        with mock.patch.object(subject.Subject, "footer", return_value=footer):
            yield _ask(nullable, _judged(_sketch(_schema(n="long"), {path: 1})), base_nulls=num)


@question.each("messages")
def _() -> Iterator[Failure]:
    """Three columns are named with their reasons, others counted; and who states the schema, since when."""
    path = base_path(0, T[1])
    for num, more in ((1, None), (3, None), (4, "and 1 more"), (6, "and 3 more")):
        names = [f"column{at}" for at in range(num)]
        sketch = _sketch(_schema(**dict.fromkeys(names, "int")), {path: _file(*names)})
        rows, _ = _judged(sketch)
        text = rows[0].message if rows else ""
        shown = [name for name in names if repr(name) in text]
        yield None if shown == names[:3] else f"{shown} of {names} are shown"
        yield None if (more or " more") in text or more is None else f"{text}, expected {more}"
        yield f"{text}: none are left" if more is None and " more" in text else None
        yield None if f"by the schema of {instant(T[1]).name}" in text else f"{text}: no source"
    for at, of_file in ((1, 3), (3, 1)):
        path = base_path(0, T[of_file])
        sketch = _sketch(_schema(n="int"), {path: _file("n")})
        sketch.facts["commits"] = [commit(instant(T[at]), schema=_schema(n="int"))]
        yield _ask(("since", at, of_file), _judged(sketch), _wrong(path, T[3]))
    created = {"hoodie.table.create.schema": _schema(n="int")}
    path = base_path(0, T[3])
    judged = _judged(_sketch(None, {path: _file("n")}, **created))
    yield _ask(
        "since it was written", judged, _wrong(path, T[3]), words=("by the schema of hoodie.table.create",)
    )


@question.each("slices")
def _() -> Iterator[Failure]:
    """Of each file group the slice that a snapshot reads: not older ones, replaced ones or pending files."""
    paths = [base_path(0, T[at]) for at in (1, 3)]
    for kind, is_new_wide, new_state, replaced in itertools.product(
        ("COPY_ON_WRITE", "MERGE_ON_READ"), (False, True), (DONE, INFLIGHT), (None, 0, 1)
    ):
        wide, narrow = _file("n"), _file("n", kind=pa.int32())
        files = {paths[0]: narrow if is_new_wide else wide, paths[1]: wide if is_new_wide else narrow}
        sketch = _sketch(_schema(n=["null", "int"]), files, **{"hoodie.table.type": kind})
        if replaced is not None:
            sketch.facts["replaced"] = {("p=1", IDS[replaced]): T[3]}
        completed = {T[1]: T[1]} | ({T[3]: T[3]} if new_state is DONE else {})
        read = paths[new_state is DONE]
        is_told = files[read] == wide and replaced != 0
        time = T[3] if new_state is DONE else T[1]
        what = kind, is_new_wide, new_state, replaced
        yield _ask(what, _judged(sketch, completed=completed), *[_wrong(read, time)] * is_told)
    pair = {
        base_path(0, T[1]): _file("n"),
        base_path(0, T[1], "p=2"): _file("n"),
        base_path(1, T[1]): _file("n"),
    }
    sketch = _sketch(_schema(n="int"), {**pair, "p=2/.hoodie_partition_metadata": b"", "p=1/x": 1})
    yield _ask("groups of two folders", _judged(sketch), *map(_wrong, pair))


def _block(kind: str, time: str | None, schema: str | bytes | None, ofs: int = 0, **header: str) -> Any:
    views, span = imported("views.log"), imported("views.common").Span
    given = {"INSTANT_TIME": time, "SCHEMA": schema, **header}
    keys = {views.HeaderKey[key]: value for key, value in given.items() if value is not None}
    return views.LogBlock(views.BlockType[kind], span(ofs, 10), 1, keys, span(ofs, 0))


_AVRO, _WIDE = "AVRO_DATA_BLOCK", _schema(n=["null", "long"])


@question.each("log-files")
def _() -> Iterator[Failure]:
    """Blocks in effect by the schemas in their headers, each file once; only where log files are rows."""
    path, narrow = log_path(0, T[1]), _schema(n=["null", "int"])
    for name, blocks, at, gaps in (
        ("wide", [_block(_AVRO, T[1], _WIDE)], 0, {}),
        ("narrow", [_block(_AVRO, T[1], narrow)], None, {}),
        ("second", [_block(_AVRO, T[1], narrow), _block(_AVRO, T[1], _WIDE, 50)], 1, {}),
        ("both", [_block(_AVRO, T[1], _WIDE, 7), _block(_AVRO, T[1], _WIDE, 50)], 0, {}),
        ("Parquet", [_block("PARQUET_DATA_BLOCK", T[1], _WIDE)], 0, {}),
        ("HFile", [_block("HFILE_DATA_BLOCK", T[1], _WIDE)], None, {}),
        ("deletes", [_block("DELETE_BLOCK", T[1], _WIDE)], None, {}),
        ("no schema", [_block(_AVRO, T[1], None)], None, {}),
        ("no text", [_block(_AVRO, T[1], b"\xff")], None, {}),
        ("no schema of Avro", [_block(_AVRO, T[1], "{")], None, {}),
        ("no record", [_block(_AVRO, T[1], '"string"')], None, {}),
        ("a list", [_block(_AVRO, T[1], '["null","string"]')], None, {}),
        ("an enum", [_block(_AVRO, T[1], '{"type":"enum","name":"e","symbols":["A"]}')], None, {}),
        ("no instant", [_block(_AVRO, None, _WIDE)], None, {"unread": 1}),
        ("changes", [_block("CDC_DATA_BLOCK", T[1], _WIDE)], None, {"unread": 1}),
        ("damaged", [_block("CORRUPT_BLOCK", None, None), _block(_AVRO, T[1], _WIDE, 50)], 1, {}),
        ("later", [_block(_AVRO, _LATE, _WIDE)], None, {}),
        ("undone", [
            _block(_AVRO, T[1], _WIDE),
            _block("COMMAND_BLOCK", T[3], None, 50, TARGET_INSTANT_TIME=T[1], COMMAND_BLOCK_TYPE="0"),
        ], None, {}),
        ("undone, none", [
            _block(_AVRO, T[1], _WIDE),
            _block("COMMAND_BLOCK", T[3], None, 50, TARGET_INSTANT_TIME=T[2], COMMAND_BLOCK_TYPE="0"),
        ], 0, {}),
        ("by value", [_block(_AVRO, T[1], _schema(n=["null", "int"], d="string"))] * 2, None,
        {"log_values": 1}),
        ("by null", [_block(_AVRO, T[1], _schema(n=["null", "int"], e=["null", "long"]))] * 2, None,
        {"log_nulls": 1}),
        ("compacted", [
            _block(_AVRO, T[1], _WIDE), _block(_AVRO, T[3], narrow, 50, COMPACTED_BLOCK_TIMES=T[1]),
        ], None, {}),
    ):  # fmt: skip
        fields = [
            {"name": "n", "type": ["null", "int"]}, {"name": "d", "type": ["null", _DATE], "default": None},
            {"name": "e", "type": "long", "default": 0},
        ]  # fmt: skip
        schema = json.dumps({"type": "record", "name": "r", "fields": fields})
        rows = [] if at is None else [_wrong(path, ofs=blocks[at].span.ofs, block=at)]
        for kind in ("MERGE_ON_READ", "COPY_ON_WRITE"):
            sketch = _sketch(schema, {path: 5}, version=6, **{"hoodie.table.type": kind})
            judged = _judged(sketch, {path: blocks})
            if kind == "COPY_ON_WRITE":
                yield _ask((name, kind), judged)
            else:
                yield _ask((name, kind), judged, *rows, **gaps)


@question.each("log-slices")
def _() -> Iterator[Failure]:
    """Several log files of a slice: each is told once, and none where one of them was not read."""
    narrow = _schema(n=["null", "int"])
    paths = [log_path(0, T[1], at) for at in (1, 2, 3)]
    files = dict.fromkeys(paths, 5)
    wide = [_block(_AVRO, T[1], _WIDE), _block(_AVRO, T[1], _WIDE, 50)]
    rows = [_wrong(path, ofs=0, block=0) for path in paths]
    sketch = _sketch(narrow, files, version=6)
    yield _ask("all", _judged(sketch, dict.fromkeys(paths, wide)), *rows)
    yield _ask("one unread", _judged(sketch, dict.fromkeys(paths[:2], wide)), unread=3)
    good = [_block(_AVRO, T[1], narrow, 30)]
    yield _ask("the last", _judged(sketch, {**dict.fromkeys(paths[:2], good), paths[2]: [*good, *wide]}),
               _wrong(paths[2], ofs=0, block=1))  # fmt: skip
    root = [log_path(0, T[1], folder="")]
    flat = _sketch(narrow, dict.fromkeys(root, 5), version=6, **{"hoodie.table.partition.fields": ""})
    yield _ask("no partitions", _judged(flat, {root[0]: wide}), _wrong(root[0], ofs=0, block=0))
    for version, completed, is_told in (
        (6, {T[1]: T[1]}, True), (6, {T[3]: T[3]}, False), (9, {T[1]: T[1]}, True), (9, {T[3]: T[3]}, False),
    ):  # fmt: skip
        sketch = _sketch(narrow, {paths[0]: 5}, version=version)
        judged = _judged(sketch, {paths[0]: wide}, completed=completed)
        yield _ask(("committed", version, completed), judged, *rows[:1] * is_told)
    sketch = _sketch(narrow, {base_path(0, T[1]): _file("n"), paths[0]: 5}, version=6)
    yield _ask("base and log", _judged(sketch, {paths[0]: wide}), _wrong(base_path(0, T[1])), rows[0])
    values = [_block(_AVRO, T[1], _schema(d="string"))]
    nulls = [_block(_AVRO, T[1], _schema(d=["null", _DATE]))]
    sketch = _sketch(_schema(d=_DATE), files, version=6)
    judged = _judged(sketch, {paths[0]: values * 2, paths[1]: values, paths[2]: nulls})
    yield _ask("counted", judged, log_values=2, log_nulls=1)


@question.each("partial")
def _() -> Iterator[Failure]:
    """A block with some columns lacks the others rightly; one that says nothing of it does not."""
    path, schema = log_path(0, T[1]), _schema(n="int", m="int")
    for flag, stored, is_told in (
        ("true", {"n": "int"}, False), ("TRUE", {"n": "int"}, False), ("false", {"n": "int"}, True),
        (None, {"n": "int"}, True), ("x", {"n": "int"}, True), ("true", {"n": "long"}, True),
        (None, {"n": "int", "m": "int"}, False),
    ):  # fmt: skip
        header = {} if flag is None else {"IS_PARTIAL": flag}
        block = _block(_AVRO, T[1], _schema(**stored), **header)
        plain = _block(_AVRO, T[1], _schema(n="int", m="int"), 50)
        rows = [_wrong(path, ofs=0, block=0)] * is_told
        yield _ask(
            (flag, stored), _judged(_sketch(schema, {path: 5}, version=6), {path: [block, plain]}), *rows
        )
    same = [
        _block(_AVRO, T[1], _schema(n="int"), IS_PARTIAL="true"),
        _block(_AVRO, T[1], _schema(n="int"), 50),
    ]
    judged = _judged(_sketch(schema, {path: 5}, version=6), {path: same})
    yield _ask("one schema, partial and whole", judged, _wrong(path, ofs=50, block=1))
    given = {"hoodie.table.partition.fields": "m", "hoodie.datasource.write.drop.partition.columns": "true"}
    judged = _judged(_sketch(schema, {path: 5}, version=6, **given), {path: same})
    yield _ask("given by the path", judged)
    module = imported("audit.between.column_types")
    parse, parsed = module.cached_schema, []

    def counted(text: str) -> Any:
        parsed.append(text)
        return parse(text)

    with mock.patch.object(module, "cached_schema", counted):
        _judged(_sketch(schema, {path: 5}, version=6), {path: same * 3})
    yield None if len(parsed) == 2 else f"{len(parsed)} headers of 2 are compared"
