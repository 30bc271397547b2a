# SPDX-License-Identifier: Apache-2.0
"""Properties of a table against its files and schemas, and what checks keep of files, for mutants by chance.

drawn:between-properties-NAME    all combinations of a few values on both sides of each condition, and what
                                 `spec/table_files.md` says of each
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Failure, imported
from chance_between import (
    INFLIGHT,
    PROPERTIES,
    TIMES,
    Group,
    Sketch,
    asking,
    base_path,
    commit,
    damage,
    instant,
    log_path,
    violation,
)

question = Group("between-properties")
between_property_questions = question.questions
T = TIMES
_METAFILE = ".hoodie_partition_metadata"
_INDEX = "/t/.hoodie/metadata"
_ask = asking("audit.between.properties")


_FLAG = {"true": True, "false": True, "TRUE": True, " False ": True, "yes": False, "": False, "1": False}
_TEXTS = {
    "hoodie.table.type": {"COPY_ON_WRITE": True, "merge_on_read": True, "MERGE": False, "": False},
    "hoodie.table.base.file.format": {
        "PARQUET": True, "orc": True, "HFile": True, "LANCE": True, "AVRO": False, "HOODIE_LOG": False,
    },
    "hoodie.record.merge.mode": {
        "COMMIT_TIME_ORDERING": True, "EVENT_TIME_ORDERING": True, "CUSTOM": True, "OTHER": False,
    },
    "hoodie.populate.meta.fields": _FLAG,
    "hoodie.table.cdc.enabled": _FLAG,
    "hoodie.datasource.write.hive_style_partitioning": _FLAG,
    "hoodie.datasource.write.drop.partition.columns": _FLAG,
    "hoodie.other": {"x": True},
}  # fmt: skip


@question.each("values")
def _() -> Iterator[Failure]:
    """Properties that are one of a few texts, whatever their case."""
    row = damage(PROPERTIES, "property-value", "bad-value")
    for key, texts in _TEXTS.items():
        for text, is_right in texts.items():
            sketch = Sketch(properties={key: text})
            yield _ask(sketch, "values", (key, text), *[row] * (not is_right), words=(key,) * (not is_right))
    yield _ask(Sketch(), "values", "nothing")
    row = violation(PROPERTIES, "table-version", "bad-version")
    for initial, version in itertools.product(("5", "6", "7", "x", "-9", "", "10"), (6, 9)):
        sketch = Sketch(properties={"hoodie.table.initial.version": initial}, version=version)
        is_wrong = initial.isdigit() and int(initial) > version
        yield _ask(sketch, "values", (initial, version), *[row] * is_wrong)


@question.each("versions")
def _() -> Iterator[Failure]:
    """Log files that are named by a base file in a table whose log files have names of their own."""
    row = damage(PROPERTIES, "table-version", "bad-version")
    for version, is_index, base, first, action, suffix, has_delta, state in itertools.product(
        (6, 7, 8, 9), (False, True), (None, 1, 3), (None, 0, 1, 2), ("commit", "deltacommit"), ("", ".cdc"),
        (False, True), (INFLIGHT, None),
    ):  # fmt: skip
        log = log_path(0, T[1], suffix=suffix)
        sketch = Sketch(files={log: 1, "p=1/x": 1}, version=version, path=_INDEX if is_index else "/t")
        if base is not None:
            sketch.files[base_path(1, T[base])] = 1
        if first is not None:
            by = instant(T[first], action, state or INFLIGHT)
            sketch.instants.append(by)
        if has_delta:
            sketch.instants.append(instant(T[4], "deltacommit"))
        deltas = {one.time for one in sketch.instants if one.action == "deltacommit"}
        times = [one.time for one in sketch.instants]
        is_told = (
            version >= 8 and not is_index and bool(deltas) and base == 1 and T[1] not in deltas
            and suffix == "" and T[1] >= min(times)
        )  # fmt: skip
        what = version, is_index, base, first, action, suffix, has_delta
        yield _ask(sketch, "version", what, *[row] * is_told, words=(log,) * is_told)
    several = dict.fromkeys((log_path(0, T[1]), log_path(1, T[1]), base_path(0, T[1])), 1)
    yield _ask(Sketch([instant(T[0])], several), "version", "once", row, words=(log_path(0, T[1]),))


_INNER = {"type": "record", "name": "i", "fields": [{"name": "y", "type": "long"}]}
_MEMBERS: dict[str, Any] = {
    "id": "string", "Deep": _INNER, "maybe": ["null", _INNER], "wrapped": {"type": _INNER},
    "many": {"type": "array", "items": _INNER}, "named": "i", "text": {"type": "string"}, "nothing": ["null"],
    "one": {"type": ["null", {"type": "record", "name": "j", "fields": [{"name": "z", "type": "int"}]}]},
}  # fmt: skip
_PATHS = {
    "id": True, "ID": True, "nope": False, "id.x": False, "deep": True, "deep.y": True, "DEEP.Y": True,
    "deep.z": False, "deep.y.z": False, "maybe.y": True, "maybe.x": False, "wrapped.y": True,
    "wrapped.x": False, "many": True, "many.y": False, "named.y": True, "named.anything": True,
    "text.x": False, "nothing.x": False, "nothing": True, "one.z": True, "one.y": False, "deep.": False,
}  # fmt: skip


@question.each("fields-within")
def _() -> Iterator[Failure]:
    """Paths of names into records, unions and named types."""
    has_field = imported("audit.between.properties")._has_field
    schema = {"type": "record", "fields": [{"name": name, "type": kind} for name, kind in _MEMBERS.items()]}
    for path, is_there in _PATHS.items():
        found = has_field(schema, path.split("."))
        yield None if found is is_there else f"{path} is a field: {found}"
        yield None if has_field([schema], path.split(".")) is is_there else f"{path} in a union"
    for strange, is_there in (
        (5, False), (None, False), (True, False), ({}, False), ({"type": "record"}, False), ([], False),
        ({"type": "record", "fields": None}, False), ({"type": "record", "fields": [5, "a"]}, False),
        ({"type": "record", "fields": [{"name": "a"}]}, True), ("string", False), ("some.record", True),
        ({"type": "record", "fields": [{"name": 5}, {"name": "a", "type": "int"}]}, True),
        ({"type": "map", "values": "int"}, False), ({"type": "int"}, False), ({"type": 5}, False),
    ):  # fmt: skip
        found = has_field(strange, ["a"])
        yield None if found is is_there else f"a field of {strange}: {found}"
        yield None if has_field(strange, []) is True else f"{strange} itself"
    for kind in ("null", "boolean", "int", "long", "float", "double", "bytes", "string"):
        yield f"a field of {kind}" if has_field(kind, ["a"]) else None


def _schema(*names: str) -> str:
    return json.dumps({
        "type": "record", "name": "r", "fields": [{"name": name, "type": "string"} for name in names],
    })  # fmt: skip


@question.each("fields")
def _() -> Iterator[Failure]:
    """Fields of keys, orderings and partitions are those of the last schema that is one."""
    row = damage(PROPERTIES, "property-field", "bad-reference")
    for key, text, is_dropped in itertools.product(
        (
            "hoodie.table.recordkey.fields", "hoodie.table.precombine.field", "hoodie.table.ordering.fields",
            "hoodie.table.partition.fields", "hoodie.other",
        ),
        (
            "id", "nope", "id,nope", "nope,other", " id , val ", "", ",", "id:simple", "nope:simple",
            "_hoodie_record_key", "_hoodie_nope", "id,", "val.x", "a.b",
        ),
        (None, "true", "false"),
    ):  # fmt: skip
        sketch = Sketch(properties={key: text})
        if is_dropped is not None:
            sketch.properties["hoodie.datasource.write.drop.partition.columns"] = is_dropped
        sketch.facts["commits"] = [commit(instant(T[1]), schema=_schema("id", "val"))]
        names = [one.strip().partition(":")[0] for one in text.split(",")]
        wrong = [one for one in names if one and one not in {"id", "val"} and not one.startswith("_hoodie_")]
        if key == "hoodie.other" or (key == "hoodie.table.partition.fields" and is_dropped == "true"):
            wrong = []
        words = tuple(f"{key}: no field {one!r}" for one in wrong)
        yield _ask(sketch, "fields", (key, text, is_dropped), *[row] * len(wrong), words=words)
    for first, second, created in itertools.product(
        (None, "", "{", _schema("a"), '"string"'), (None, "", "[]", _schema("b")), (None, "x", _schema("c"))
    ):
        texts = [text for text in (second, first, created) if text and text.startswith('{"type"')]
        sketch = Sketch(properties={"hoodie.table.recordkey.fields": "a,b,c"})
        if created is not None:
            sketch.properties["hoodie.table.create.schema"] = created
        sketch.facts["commits"] = [commit(instant(T[1]), schema=first), commit(instant(T[2]), schema=second)]
        num = 2 if texts else 0
        yield _ask(sketch, "fields", (first, second, created), *[row] * num)


@question.each("partitions")
def _() -> Iterator[Failure]:
    """Partition fields, or none, against the folders of base files, where the writer states keys."""
    for fields, folders, is_index, key in itertools.product(
        (None, "", " ", "a"), ((), ("",), ("p=1",), ("", "p=1"), ("p=1", "p=2")), (False, True),
        (None, "class", "type"),
    ):  # fmt: skip
        sketch = Sketch(path=_INDEX if is_index else "/t")
        sketch.files = {base_path(0, T[1], folder): 1 for folder in folders}
        sketch.files |= {"x": 1, "q/x.parquet": 1, f".hoodie/{base_path(0, T[1])}": 1}
        if fields is not None:
            sketch.properties["hoodie.table.partition.fields"] = fields
        if key is not None:
            sketch.properties[f"hoodie.table.keygenerator.{key}"] = "x"
        code, word = "", ""
        if not is_index and key is not None:
            if not (fields or "").strip() and any(folders):
                code, word = "missing-field", f"files in {max(folders)!r}"
            elif (fields or "").strip() and "" in folders:
                code, word = "bad-value", "files beside .hoodie"
        row = damage(PROPERTIES, "property-field", code)
        yield _ask(sketch, "partitions", (fields, folders, is_index, key), *[row] * bool(code), words=(word,))


@cache
def _keys(has_keys: bool | None, num_rows: int = 2) -> bytes:
    """A base file with record keys, without, or that does not tell."""
    out = io.BytesIO()
    keys = ["a" if has_keys is not False else None] * num_rows
    table = pa.table({"_hoodie_record_key": pa.array(keys, pa.string())})
    pq.write_table(table, out, write_statistics=has_keys is not None)
    return out.getvalue()


@question.each("meta-fields")
def _() -> Iterator[Failure]:
    """Record keys in base files against the flag; the first sixteen that tell are looked at."""
    row = damage(PROPERTIES, "property-value", "bad-state")
    for text, has_keys, is_index, form, num_rows in itertools.product(
        (None, "", "true", "TRUE", "false", "x"),
        (True, False, None),
        (False, True),
        ("parquet", "orc"),
        (0, 2),
    ):
        path = base_path(0, T[1], form=form)
        sketch = Sketch(files={path: _keys(has_keys, num_rows)}, path=_INDEX if is_index else "/t")
        sketch.files |= {"p=1/x.parquet": _keys(True), "p=1/y.parquet": _keys(False)}
        if text is not None:
            sketch.properties["hoodie.populate.meta.fields"] = text
        flag = (text or "true").lower()
        is_told = (
            not is_index and form == "parquet" and num_rows > 0 and flag in {"true", "false"}
            and has_keys is not None and has_keys is not (flag == "true")
        )  # fmt: skip
        words = (f"{path} has {'some' if has_keys else 'none'}",) * is_told
        what = text, has_keys, is_index, form, num_rows
        yield _ask(sketch, "meta_fields", what, *[row] * is_told, words=words)
    for num, wrong in ((16, 14), (16, 15), (17, 16), (18, 17), (3, 0)):
        paths = [base_path(0, f"202601010000{at:02d}") for at in range(num)]
        sketch = Sketch(files={path: _keys(at != wrong) for at, path in enumerate(paths)})
        yield _ask(sketch, "meta_fields", (num, wrong), *[row] * (wrong < 16))
        sketch.files |= {base_path(0, "20250101000000"): _keys(True, 0), base_path(0, "20250101000001"): b"x"}
        yield _ask(sketch, "meta_fields", (num, wrong, "and others"), *[row] * (wrong < 16))
    both = {base_path(0, T[1]): _keys(False), base_path(1, T[1]): _keys(False)}
    yield _ask(Sketch(files=dict(both)), "meta_fields", "once", row)


@question.each("formats")
def _() -> Iterator[Failure]:
    """The format of base files, against all of those that there are."""
    row = damage(PROPERTIES, "property-value", "bad-state")
    for text, forms in itertools.product(
        (None, "", "PARQUET", "orc", "HFILE", "LANCE", "x"),
        ((), ("parquet",), ("orc",), ("hfile",), ("orc", "parquet"), ("hfile", "orc")),
    ):
        sketch = Sketch(files={base_path(at, T[1], form=form): 1 for at, form in enumerate(forms)})
        sketch.files["p=1/x.lance"] = 1
        if text is not None:
            sketch.properties["hoodie.table.base.file.format"] = text
        form = (text or "parquet").lower()
        is_told = bool(forms) and form in {"parquet", "orc", "hfile"} and form not in forms
        words = (f"base files are {', '.join(sorted(forms))}",) * is_told
        yield _ask(sketch, "formats", (text, forms), *[row] * is_told, words=words)


@question.each("metafiles")
def _() -> Iterator[Failure]:
    """Folders of data without partition metadata, in any of its forms."""
    for folder, path, ending in itertools.product(
        ("", "p=1", "p=1/q"),
        (base_path(0, T[1], ""), log_path(0, T[1], folder=""), "x.parquet", f"y/{base_path(0, T[1], '')}"),
        (None, "", ".parquet", ".orc", ".avro"),
    ):
        sketch = Sketch(files={f"{folder}/{path}" if folder else path: 1})
        sketch.files[f".hoodie/{base_path(0, T[1])}"] = 1
        if ending is not None:
            sketch.files[f"{folder}/{_METAFILE}{ending}" if folder else f"{_METAFILE}{ending}"] = b""
        place = (f"{folder}/{path}" if folder else path).rpartition("/")[0]
        has_one = place == folder and ending in {"", ".parquet", ".orc"}
        is_told = bool(place) and "x.parquet" not in path and not has_one
        row = damage(f"{place}/{_METAFILE}", "partition-metafile", "missing-field")
        yield _ask(sketch, "metafiles", (folder, path, ending), *[row] * is_told)


@question.each("metafile-times")
def _() -> Iterator[Failure]:
    """Partition metadata of an instant that no timeline has, unless it is older than the active one."""
    path = f"p=1/{_METAFILE}"
    for text, first, is_archived in itertools.product(
        (
            b"commitTime=%s\n" % T[3].encode(), b"partitionDepth=1\n commitTime = %s \n" % T[3].encode(),
            b"commitTime=x\n", b"commitTime=\n", b"", b"#x\ncommitTime%s\n" % T[3].encode(),
            b"xcommitTime=%s\n" % T[3].encode(), b"commitTime=%s\ncommitTime=%s" % (T[2].encode(),
            T[3].encode()),
            b"\xff\n" * (1 << 15) + b"commitTime=x", b"\xff\n" * ((1 << 15) - 8) + b"commitTime=x",
        ),
        (None, 2, 3, 4), (False, True),
    ):  # fmt: skip
        sketch = Sketch(files={path: text, f"p=2/{_METAFILE}": None, f"p=1/{_METAFILE}.x": b"commitTime=x"})
        if first is not None:
            sketch.instants.append(instant(T[first], state=INFLIGHT))
        if is_archived:
            sketch.facts["archived"] = {(T[3], "commit", INFLIGHT)}
        lines = text[: 1 << 16].decode("latin-1").split("\n")
        stated = [
            line.partition("=")[2].strip() for line in lines if line.partition("=")[0].strip() == "commitTime"
        ]
        time = stated[0] if stated else None
        known = {one.time for one in sketch.instants} | ({T[3]} if is_archived else set())
        is_told = (
            time is not None and first is not None and time not in known
            and (not time.isdigit() or time >= T[first])
        )  # fmt: skip
        row = violation(path, "partition-metafile", "bad-reference")
        what = text[-40:], first, is_archived
        yield _ask(sketch, "metafiles", what, *[row] * is_told, words=(repr(time),) * is_told)
    closed: list[Any] = []
    module = imported("audit.between.properties")
    close, module.close_buffer = module.close_buffer, closed.append
    try:
        list(module.check_metafiles(Sketch(files={path: b"commitTime=1"}).subject()))
    finally:
        module.close_buffer = close
    yield None if len(closed) == 1 else "a buffer stays open"
