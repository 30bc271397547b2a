# SPDX-License-Identifier: Apache-2.0
"""What checks keep of files: names, footers, bounds of meta columns, for mutants drawn by chance.

drawn:between-footers-NAME    files that the library wrote, whole, cut and changed, and what must be kept of
                              them by `spec/table_files.md`
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
    IDS,
    TIMES,
    Group,
    Row,
    Sketch,
    base_path,
    commit,
    compared,
    instant,
    log_path,
    violation,
)

question = Group("between-footers")
between_footer_questions = question.questions
T = TIMES
_METAFILE = ".hoodie_partition_metadata"
_INDEX = "/t/.hoodie/metadata"
_TIME = "_hoodie_commit_time"


@question.each("subject")
def _() -> Iterator[Failure]:
    """Versions, paths and folders as checks see them."""
    for path, is_index in (("/t", False), (_INDEX, True), ("/t/metadata", False), (f"{_INDEX}/x", False)):
        yield None if Sketch(path=path).subject().is_metadata_table is is_index else f"{path} is an index"
    for initial, was_upgraded in ((None, True), (0, True), (7, True), (8, False), (9, False)):
        subject = Sketch(context={"initial_version": initial}).subject()
        yield None if subject.was_upgraded is was_upgraded else f"created as {initial}"
    sketch = Sketch(
        files={"b": 1, "a/c": 1, ".hoodie/x": 1, ".hoodiex": 1, "p/.hoodie/y": 1}, unlisted=("/t/u",)
    )
    subject = sketch.subject()
    files = [".hoodiex", "a/c", "b", "p/.hoodie/y"]
    yield None if subject.data_files() == files else f"{subject.data_files()}, expected {files}"
    for path, is_absent in (("b", False), ("c", True), ("u/x", False), ("u", True)):
        yield None if subject.is_absent(path) is is_absent else f"{path} is absent"
    for version, folder in ((6, ".hoodie"), (9, ".hoodie/timeline")):
        found = Sketch(version=version).subject().instant_file(instant(T[1]))
        yield None if found == f"{folder}/{T[1]}.deltacommit" else f"{found} of version {version}"
    for ending, is_one in (("", True), (".parquet", True), (".orc", True), (".avro", False), ("x", False)):
        for folder in ("", "p"):
            place = f"{folder}/{_METAFILE}{ending}".lstrip("/")
            found = Sketch(files={place: 1}).subject().has_metafile(folder)
            yield None if found is is_one else f"{place} is partition metadata: {found}"
            yield (
                "metadata of another folder"
                if Sketch(files={f"q/{place}": 1}).subject().has_metafile(folder)
                else None
            )


@question.each("bounds")
def _() -> Iterator[Failure]:
    """Bounds of a column of one value, as writers cut them at 64 bytes or a little less."""
    agrees = imported("audit.between.subject")._agrees
    text = "x" * 100
    for low, high, is_right in (
        (text, text, True), (text[:64], text[:63] + "y", True), (text[:60], text[:59] + "y", True),
        (text[:59], text[:58] + "y", False), (text[:64], text[:64], True),
        (text[:64], text[:62] + "yy", False),
        (text[:64], text[:62] + "yx", False), ("y" * 64, "y" * 64, False), (text, f"{text}y", False),
        (text[:64], text, True), (text, text[:64], False), (text[:99], text[:98] + "y", True),
        (text[:63] + "w", text[:64], False), (text[:64], "y", False), (text[:64], text[:62] + "y", False),
        ("", "", False), (f"{text}x", f"{text}y", False), (text[:61], text[:60], True),
        (text[:61], text[:59] + "yx", False),
    ):  # fmt: skip
        found = agrees(text, low, high)
        yield None if found is is_right else f"{low[-9:]!r} to {high[-9:]!r} ({len(low)}): {found}"
    for short in ("", "a", "x" * 60):
        yield None if agrees(short, short, short) else f"{short!r} is not itself"
        yield f"{short!r} is another" if agrees(short, short, f"{short}x") else None


def _chunk(column: str, low: bytes | None = None, high: bytes | None = None, nulls: int | None = None) -> Any:
    module, span = imported("decode.parquet.footer"), imported("views.common").Span(0, 0)
    return module.ColumnChunk(column, span, 3, low, high, nulls is not None, nulls)


@question.each("footers")
def _() -> Iterator[Failure]:
    """Bounds of texts over row groups, columns with nulls, and whether there are keys."""
    module, key = imported("audit.between.subject"), "_hoodie_record_key"
    names = ("a", "b")
    for groups, expected in (
        ([], {}), ([[]], {}),
        ([[_chunk("a", b"k", b"m")]], {"a": ("k", "m")}),
        ([[_chunk("a", b"k", b"m"), _chunk("b", b"", b"z")], [_chunk("a", b"c", b"l")]],
         {"a": ("c", "m"), "b": ("", "z")}),
        ([[_chunk("a", b"c", b"l")], [_chunk("a", b"k", b"m")]], {"a": ("c", "m")}),
        ([[_chunk("a", None, b"m")], [_chunk("a", b"m", None)], [_chunk("a", b"", b"")]], {}),
        ([[_chunk("c", b"k", b"m")]], {}),
        ([[_chunk("a", b"\xff", b"\xff")]], {"a": ("\ufffd", "\ufffd")}),
    ):  # fmt: skip
        found = module._text_bounds(groups, names)
        yield None if found == expected else f"bounds {found}, expected {expected}"
    for groups, expected_names in (
        ([[_chunk("a", nulls=0), _chunk("b", nulls=1)]], {"b"}),
        ([[_chunk("a"), _chunk("b", nulls=0)]], {"a"}),
        ([[_chunk("a", nulls=0)], [_chunk("a", nulls=2)]], {"a"}), ([[_chunk("c", nulls=2)]], set()),
        ([], set()),
    ):  # fmt: skip
        found = module._nullable(groups, frozenset(names))
        yield None if found == expected_names else f"nulls in {found}, expected {expected_names}"
    for columns, groups, has_keys in (
        ((), [[_chunk(key, b"a", b"b")]], False), ((key,), [], None),
        ((key,), [[_chunk("x", b"a", b"b")]], None),
        ((key,), [[_chunk(key, b"a", b"b")]], True), ((key,), [[_chunk(key)]], None),
        ((key,), [[_chunk(key, nulls=3)]], False), ((key,), [[_chunk(key, b"a", b"b", 0)]], True),
        ((key,), [[_chunk(key, b"", b"", 0)]], False),
        ((key,), [[_chunk(key)], [_chunk(key, b"a", b"b")]], None),
        ((key,), [[_chunk(key, b"a", b"b")], [_chunk(key)]], True),
        ((key,), [[], [_chunk(key, b"a", b"b")]], None),
        ((key,), [[_chunk("x", nulls=3), _chunk(key, b"a", b"b")]], True),
    ):  # fmt: skip
        found = module._has_keys(frozenset(columns), groups)
        yield None if found is has_keys else f"keys {found}, expected {has_keys}"


@cache
def _file(num_rows: int, *columns: str, kind: Any = None) -> bytes:
    out = io.BytesIO()
    table = pa.table({name: pa.array([None] * num_rows, kind or pa.string()) for name in columns})
    pq.write_table(table, out)
    return out.getvalue()


@question.each("read-footers")
def _() -> Iterator[Failure]:
    """Footers are read once, where the file has one that can be read; equal columns are one object."""
    data = _file(3, "id", "val")
    length = int.from_bytes(data[-8:-4], "little")
    paths = [base_path(at, T[1]) for at in range(4)]
    small = b"PAR1" + bytes(4) + b"PAR1"
    for name, content, is_read in (
        ("whole", data, True), ("shorter in front", data[-length - 12 :], True),
        ("without room", data[-length - 11 :], False), ("cut", data[:-1], False), ("nothing", b"", False),
        ("a magic", b"PAR1", False), ("no footer", small, False), ("unopened", None, False),
        *((f"{num} bytes", bytes(num), False) for num in range(14)), ("twelve", b"PAR1" * 3, False),
        ("zeros", bytes(100), False),
        ("another", data[: -length - 8] + bytes(length) + data[-8:], False),
        ("beyond", data[:-8] + (len(data) - 11).to_bytes(4, "little") + b"PAR1", False),
    ):  # fmt: skip
        footer = Sketch(files={paths[0]: content}).subject().footer(paths[0])
        yield None if (footer is not None) is is_read else f"{name}: {footer}"
        yield f"{name}: {footer.num_rows}" if footer is not None and footer.num_rows != 3 else None
        yield f"{name}: {footer.columns}" if footer is not None and footer.columns != {"id", "val"} else None
    sketch = Sketch(files={paths[0]: data, paths[1]: _file(5, "id", "val"), paths[2]: _file(5, "id")})
    sketch.files[paths[3]] = _file(3, "id", "val", kind=pa.int32())
    subject = sketch.subject()
    first, second, third, fourth = (subject.footer(path).stored for path in paths)
    yield None if first is second else "equal columns are two"
    yield "other columns are one" if first is third or first is fourth else None
    yield None if first.types == pa.schema({"id": pa.string(), "val": pa.string()}) else f"{first.types}"
    opened: list[str] = []
    open_file = subject.open_file

    def counted(ref: Any) -> Any:
        opened.append(ref.path)
        return open_file(ref)

    subject = sketch.subject()
    subject.open_file = counted
    found = [subject.footer(path) for path in (*paths, *paths)]
    yield None if len(opened) == 4 and found[:4] == found[4:] else f"{len(opened)} footers of 4 are read"
    remote = Sketch(files={**sketch.files, "p=1/x": b"x", log_path(0, T[1]): b"x"}, path="mock://t").subject()
    remote.files = None
    opened.clear()
    open_remote = remote.open_file

    def counted_remote(ref: Any) -> Any:
        opened.append(ref.path)
        return open_remote(ref)

    remote.open_file = counted_remote
    yield (
        None
        if remote.footer(paths[1]) == found[1] and len(opened) == 4
        else f"{len(opened)} of 4 are read ahead"
    )
    yield None if [remote.footer(path) for path in paths] == found[:4] and len(opened) == 4 else "read again"


@question.each("read-columns")
def _() -> Iterator[Failure]:
    """Of a footer: nulls of columns that must have a value, texts of writers, closed buffers."""
    path, module = base_path(0, T[1]), imported("audit.between.subject")
    schema = {
        "type": "record", "name": "r",
        "fields": [{"name": "a", "type": "string"}, {"name": "b", "type": ["null", "string"]}],
    }  # fmt: skip
    properties = {"hoodie.populate.meta.fields": "false"}
    sketch = Sketch(files={path: _file(3, "a", "b", "c")}, properties=properties)
    for text, nullable in ((json.dumps(schema), {"a"}), (None, set()), ("{", set()), ('"string"', set())):
        sketch.facts["commits"] = [commit(instant(T[1]), schema=text)]
        found = sketch.subject().footer(path)
        yield None if found is not None and found.nullable == nullable else f"nulls by {text}: {found}"
    closed: list[Any] = []
    close, module.close_buffer = module.close_buffer, closed.append
    try:
        sketch.subject().footer(path)
    finally:
        module.close_buffer = close
    yield None if len(closed) == 1 else "a buffer stays open"
    foreign = module._foreign_columns
    cases: list[tuple[str, list[Any], list[str]]] = [
        (path, [_chunk("_hoodie_commit_time", b"1", T[1].encode())], []),
        (path, [_chunk("_hoodie_commit_time", b"1", T[2].encode())], ["_hoodie_commit_time"]),
        ("p=1/x.parquet", [_chunk("_hoodie_commit_time", b"1", b"9")], []),
        (path, [_chunk("_hoodie_partition_path", b"p=1", b"p=1")], []),
        (path, [_chunk("_hoodie_partition_path", b"p=1", b"p=2")], ["_hoodie_partition_path"]),
        (path[4:], [_chunk("_hoodie_partition_path", b"", b"x")], ["_hoodie_partition_path"]),
        (path, [_chunk("_hoodie_file_name", path[4:].encode(), path[4:].encode())], []),
        (path, [_chunk("_hoodie_file_name", path.encode(), path.encode())], ["_hoodie_file_name"]),
        (path, [_chunk("_hoodie_record_key", b"1", b"9")], []),
        ("p=1/x.parquet", [_chunk("_hoodie_file_name", b"y", b"y")], ["_hoodie_file_name"]),
    ]
    for own, chunks, columns in cases:
        found = [column for column, _, _ in foreign(own, [chunks])]
        yield None if found == columns else f"{own}: {found}, expected {columns}"


@question.each("paths")
def _() -> Iterator[Failure]:
    """Names of base and log files, and rows of findings."""
    module = imported("audit.between.subject")
    for name, parts in (
        (f"{IDS[0]}_0-1-0_{T[1]}.orc", (IDS[0], T[1], "orc")), (f"{IDS[0]}_0-1-0_{T[1][:14]}.hfile",
                                                               (IDS[0], T[1][:14], "hfile")),
        (f"{IDS[0]}_0-1-0_{T[1][:13]}.hfile", None), (f"{IDS[0]}_0-1_{T[1]}.orc", None),
        (f"{IDS[0]}_0-1-0_{T[1]}.avro", None), (f"_0-1-0_{T[1]}.orc", None),
    ):  # fmt: skip
        found = module.base_name(name)
        shown = None if found is None else (found.file_id, found.instant, found.form)
        yield None if shown == parts else f"{name}: {shown}"
    for name, parts in (
        (f".{IDS[0]}_{T[1]}.log.3_0-1-0", (IDS[0], T[1], 3, "0-1-0", "")),
        (f".{IDS[0]}_{T[1]}.log.3_0-1-0.cdc", (IDS[0], T[1], 3, "0-1-0", ".cdc")),
        (f".{IDS[0]}_{T[1]}.archive.3_0-1-0", None), (f".{IDS[0]}_{T[1]}.log.x", None), ("x", None),
    ):  # fmt: skip
        found = module.log_name(name)
        shown = (
            None
            if found is None
            else (found.file_id, found.instant, found.version, found.token, found.suffix)
        )
        yield None if shown == parts else f"{name}: {shown}"
    for made, verdict, severity in (
        (module.damage, "damage", "error"),
        (module.violation, "violation", "warning"),
    ):
        row = made("p", "rule", "code", "text", "1")
        rows = (
            row.path,
            row.surface,
            row.verdict,
            row.code,
            row.message,
            row.requirement,
            row.severity,
            row.instant,
        )
        expected = ("p", "table", verdict, "code", "text", "table.check.rule", severity, "1")
        yield None if rows == expected else f"{rows}"
        other = made("p", "rule", "code", "text", severity="info")
        yield None if (other.severity, other.instant) == ("info", None) else f"{other}"


def _foreign(path: str, time: str) -> Row:
    return violation(path, "base-file-columns", "bad-value", time, "error")


@question.each("base-columns")
def _() -> Iterator[Failure]:
    """Meta columns by their bounds: name and folder of the file, times up to its instant."""
    module = imported("audit.between.stats")
    path = base_path(0, T[3])
    name = path.partition("/")[2]
    for names, folders, times, form in itertools.product(
        ((name, name), (name, "x"), (None, None)), (("p=1", "p=1"), ("p=2", "p=2"), ("p=1", "p=2")),
        ((T[1], T[3]), (T[1], T[4]), (T[4], T[4])), ("parquet", "orc"),
    ):  # fmt: skip
        out = io.BytesIO()
        columns = {
            _TIME: pa.array(times, pa.string()), "_hoodie_partition_path": pa.array(folders, pa.string()),
            "_hoodie_file_name": pa.array(names, pa.string()), "id": pa.array(["zz", "a"], pa.string()),
        }  # fmt: skip
        pq.write_table(pa.table(columns), out)
        own = path.replace(".parquet", f".{form}")
        sketch = Sketch(files={own: out.getvalue(), "p=1/x.parquet": out.getvalue(), "p=1/x": 1})
        sketch.files[f".hoodie/{own}"] = out.getvalue()
        words = []
        if "x" in names:
            words.append(f"expected {name!r:.90}")
        if "p=2" in folders:
            words.append(f"from {min(folders)!r} to 'p=2', expected 'p=1'")
        if T[4] in times:
            words.append(f"goes up to {T[4]}, the file is of {T[3]}")
        num = len(words) if form == "parquet" else 0
        found = module.check_base_columns(sketch.subject())
        yield compared((names, folders, times, form), found, [_foreign(own, T[3])] * num, *words[:num])
