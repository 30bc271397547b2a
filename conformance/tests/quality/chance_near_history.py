# SPDX-License-Identifier: Apache-2.0
"""Histories of layout 2 with one wrong part, for mutants drawn by chance.

    drawn:history-check-NAME    findings by rule and code of a folder of a version file, manifests and Parquet
                                files that are made here
    drawn:history-manifests     manifests and version files: what is in force, or why it is refused
    drawn:history-ranges        rows of closed ranges, each time and action once, from all files
    drawn:partition-metafiles   partition metadata of a table, its depth, and what cannot be read

Files are written by the Parquet library; rules are those of `spec/history.md` and `spec/timeline.md`.
"""

from __future__ import annotations

import io
import itertools
import json
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastavro
import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported
from chance_near import refusal_of

if TYPE_CHECKING:
    from chance_questions import World

_PROPERTIES = (
    b"hoodie.table.name=t\nhoodie.table.version=9\nhoodie.timeline.layout.version=2\n"
    b"hoodie.timeline.path=timeline\nhoodie.timeline.history.path=history\n"
)
_FOLDER = ".hoodie/timeline/history"
_FORM = "history.manifest.form"
Found = tuple[str, str]


def _avro(*, cut: int = 0, num: int = 1) -> bytes:
    out = io.BytesIO()
    schema = {"type": "record", "name": "r", "fields": [{"name": "n", "type": "long"}]}
    fastavro.writer(out, schema, [{"n": at} for at in range(num)])
    data = out.getvalue()
    return data[: len(data) - cut]


_AVRO = _avro()


def _row(time: str | None, action: str | None = "commit", **more: Any) -> dict[str, Any]:
    completion = None if time is None else f"{time}5"
    return {"instantTime": time, "completionTime": completion, "action": action, "metadata": _AVRO,
            "plan": None, **more}  # fmt: skip


_SCHEMA = pa.schema([
    ("instantTime", pa.string()), ("completionTime", pa.string()), ("action", pa.string()),
    ("metadata", pa.binary()), ("plan", pa.binary()),
])  # fmt: skip


def _parquet(*rows: dict[str, Any], without: str = "", **types: Any) -> bytes:
    fields = [pa.field(one.name, types.get(one.name, one.type)) for one in _SCHEMA if one.name != without]
    names = {one.name for one in fields}
    own = [{name: value for name, value in row.items() if name in names} for row in rows]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(own, pa.schema(fields)), out)
    return out.getvalue()


def parquet_of(*times: str) -> bytes:
    """A file of a history with a commit of each time."""
    return _parquet(*map(_row, times))


def _manifest(files: Any) -> bytes:
    return json.dumps({"files": files}).encode()


def _named(**files: bytes | int) -> list[dict[str, Any]]:
    return [
        {"fileName": name, "fileLen": data if isinstance(data, int) else len(data)}
        for name, data in files.items()
    ]


_ONE = _parquet(_row("100"), _row("200"))
_NAME = "100_200_0.parquet"
_HISTORY: dict[str, tuple[dict[str, bytes], tuple[Found, ...]]] = {}


def _history(name: str, files: dict[str, bytes], *expected: Found) -> None:
    assert name not in _HISTORY, name
    _HISTORY[name] = files, tuple((f"history.{rule}", code) for rule, code in expected)


def _rows(
    name: str, *rows: dict[str, Any], of: tuple[str, str] | None = None, told: tuple[Found, ...] = ()
) -> None:
    times = sorted(row["instantTime"] for row in rows if row["instantTime"])
    low, high = of or (times[0], times[-1])
    data = _parquet(*rows)
    file = f"{low}_{high}_0.parquet"
    _history(
        f"rows-{name}",
        {file: data, "manifest_1": _manifest(_named(**{file: data})), "_version_": b"1"},
        *told,
    )


_history("nothing", {})
_history("plain", {_NAME: _ONE, "manifest_1": _manifest(_named(**{_NAME: _ONE})), "_version_": b"1"})
_history("no-version-file", {_NAME: _ONE, "manifest_1": _manifest(_named(**{_NAME: _ONE}))})
for _text in (b"1\n", b" 1", b"x", b"", b"1" * 19, b"-1"):
    _history(f"version-{_text!r}", {_NAME: _ONE, "manifest_1": _manifest(_named(**{_NAME: _ONE})),
                                    "_version_": _text}, ("version.form", "bad-value"))  # fmt: skip
_history("version-2", {_NAME: _ONE, "manifest_1": _manifest(_named(**{_NAME: _ONE})), "_version_": b"2"},
         ("version.missing-manifest", "bad-reference"))  # fmt: skip
_history("left-behind", {_NAME: _ONE, "100_150_1.parquet": b"x",
                         "manifest_1": _manifest(_named(**{_NAME: _ONE})), "manifest_0": b""})  # fmt: skip
_history("names", {_NAME: _ONE, "manifest_1": _manifest(_named(**{_NAME: _ONE})), "100_200_10.parquet": b"",
                   "other": b"", "manifest_x": b"", "100_200_.parquet": b"", "manifest_12": b"{}"},
         ("manifest.form", "missing-field"))  # fmt: skip
_history("odd-names", {_NAME: _ONE, "manifest_1": _manifest(_named(**{_NAME: _ONE})),
"100_200_10.parquet": b"",
                       "other": b"", "manifest_x": b"", "100_200_.parquet": b""},
         ("file.level", "bad-value"), *[("file.names", "bad-value")] * 3)  # fmt: skip
_history("empty", {_NAME: _ONE, "manifest_1": _manifest([])}, ("manifest.empty", "bad-state"))
_history("empty-without", {"manifest_1": _manifest([])})
for _change in (-1, 1):
    _history(f"length-{_change}", {_NAME: _ONE,
    "manifest_1": _manifest(_named(**{_NAME: len(_ONE) + _change}))},
             ("manifest.form", "length-mismatch"))  # fmt: skip
_history("gone", {"manifest_1": _manifest(_named(**{_NAME: 5}))}, ("manifest.form", "bad-reference"))
_history("text", {_NAME: b"text", "manifest_1": _manifest(_named(**{_NAME: 4}))}, ("row.form", "bad-value"))
_TWICE = {_NAME: _ONE, "100_200_1.parquet": _ONE}
_history("twice", {**_TWICE, "manifest_1": _manifest(_named(**_TWICE))}, *[("row.unique", "duplicate")] * 2)
for _without in ("instantTime", "completionTime", "action"):
    _data = _parquet(_row("100"), without=_without)
    _history(f"without-{_without}", {"100_100_0.parquet": _data,
                                     "manifest_1": _manifest(_named(**{"100_100_0.parquet": _data}))},
             ("row.form", "bad-schema"))  # fmt: skip
for _without in ("metadata", "plan"):
    _data = _parquet(_row("100"), without=_without)
    _one = {"100_100_0.parquet": _data}
    _history(f"without-{_without}", {**_one, "manifest_1": _manifest(_named(**_one))})
for _column, _type, _is_right in (
    ("action", pa.large_string(), True), ("metadata", pa.large_binary(), True), ("plan", pa.string(), False),
):  # fmt: skip
    _data = _parquet(_row("100"), **{_column: _type})
    _history(f"type-of-{_column}", {"100_100_0.parquet": _data,
                                    "manifest_1": _manifest(_named(**{"100_100_0.parquet": _data}))},
             *[("row.form", "bad-schema")] * (not _is_right))  # fmt: skip
_rows("bounds", _row("100"), _row("200"), of=("100", "201"), told=(("file.bounds", "bad-value"),))
_rows("low-bound", _row("100"), _row("200"), of=("099", "200"), told=(("file.bounds", "bad-value"),))
_rows("reversed", _row("100"), _row("200"), of=("200", "100"), told=(("file.bounds-reversed", "bad-order"),))
_rows("same", _row("100"))
_rows("pair", _row("100"), _row("100", "clean"))
_rows("duplicate", _row("100"), _row("200"), _row("100"), told=(("row.unique", "duplicate"),))
_rows("no-completion", _row("100", completionTime=None), told=(("row.completion-null", "missing-field"),))
for _member in ("instantTime", "action"):
    _rows(f"no-{_member}", _row("100"), {**_row("200"), _member: None}, of=("100", "200"),
          told=(("row.required", "missing-field"),))  # fmt: skip
for _member in ("metadata", "plan"):
    for _tag, _value, _code in (
        ("null", None, None), ("empty", b"", "bad-magic"), ("datum", b"\2", "bad-magic"),
        ("cut", _avro(cut=1), "truncated"), ("magic", b"X" + _AVRO[1:], "bad-magic"), ("right", _AVRO, None),
    ):  # fmt: skip
        _rows(f"{_member}-{_tag}", _row("100", **{_member: _value}),
              told=((f"row.{_member}", _code),) if _code else ())  # fmt: skip
for _action in ("clean", "commit", "deltacommit", "replacecommit", "clustering", "compaction", "rollback",
                "savepoint", "restore", "indexing"):  # fmt: skip
    _rows(f"plan-of-{_action}", _row("100", _action, plan=_AVRO),
          told=(("row.plan", "bad-state"),) * (_action in {"rollback", "savepoint", "restore",
          "indexing"}))  # fmt: skip


def near_history_questions() -> Iterator[Asked]:
    """All of them."""
    for name, (files, expected) in _HISTORY.items():
        yield f"drawn:history-check-{name}", f"{expected}", partial(_check_fault, files, expected)
    yield "drawn:history-manifests", "", _manifests_fault
    yield "drawn:history-ranges", "", _ranges_fault
    yield "drawn:partition-metafiles", "", _metafiles_fault


def _written(place: str, files: dict[str, bytes], folder: str = _FOLDER) -> Path:
    root = Path(place)
    for path, data in {
        ".hoodie/hoodie.properties": _PROPERTIES,
        **{f"{folder}/{n}": d for n, d in files.items()},
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    (root / folder).mkdir(parents=True, exist_ok=True)
    return root


def _check_fault(files: dict[str, bytes], expected: tuple[Found, ...], _: World) -> Failure:
    with tempfile.TemporaryDirectory() as place:
        told = list(imported("decode.timeline.history_check").check_history(_written(place, files)))
    found = sorted((one.requirement, one.code) for one in told)
    return None if found == sorted(expected) else f"{found}, expected {sorted(expected)}"


def _manifests_fault(_: World) -> Failure:
    module = imported("decode.timeline.history")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for names, text, expected in (
            ((), None, (None, "none")), ((1,), None, (1, "listing")), ((2, 10, 9), None, (10, "listing")),
            ((1, 2), b"1", (1, "version-file")), ((1, 2), b" 2\n", (2, "version-file")),
            ((1, 2), b"x", (2, "listing")), ((1,), b"1" * 19, (1, "listing")), ((), b"x", (None, "none")),
            ((1,), b"3", ("bad-reference", 0, "history.version.missing-manifest")),
            ((), b"1", ("bad-reference", 0, "history.version.missing-manifest")),
        ):  # fmt: skip
            for path in folder.iterdir():
                path.unlink()
            for name in names:
                (folder / f"manifest_{name}").write_bytes(b"{}")
            if text is not None:
                (folder / "_version_").write_bytes(text)
            if (found := refusal_of(lambda: module.version_in_force(folder))) != expected:
                return f"{names} and {text!r}: {found}"
        bad, missing = ("bad-value", 0, _FORM), ("missing-field", 0, _FORM)
        name = "1_2_0.parquet"
        for data, expected in (
            (b"", bad), (b"{", bad), (b"\xff", bad), (b"[]", bad), (b"5", bad), (b"{}", missing), (b"null",
            bad),
            (_manifest(None), missing), (_manifest({}), bad), (_manifest("x"), bad), (_manifest([]), ()),
            (_manifest([{}]), missing), (_manifest(["x"]), missing), (_manifest([{"fileName": None}]),
            missing),
            (_manifest([{"fileName": 5}]), ("bad-value", 0, "history.file.names")),
            (_manifest([{"fileName": "../1_2_0.parquet"}]), ("bad-value", 0, "history.file.names")),
            (_manifest([{"fileName": name}]), missing), (_manifest([{"fileName": name, "fileLen": None}]),
            missing),
            *((_manifest([{"fileName": name, "fileLen": length}]), bad) for length in (-1, True, False, "5",
            1.5)),
            *((_manifest([{"fileName": name, "fileLen": length}]), ((name, length),)) for length in (0, 5,
            2**40)),
            (_manifest(_named(**{name: 1, "3_4_9.parquet": 2})), ((name, 1), ("3_4_9.parquet", 2))),
        ):  # fmt: skip
            (folder / "manifest_7").write_bytes(data)
            found = refusal_of(lambda: module.read_manifest(folder, 7))
            shown = found if isinstance(found, tuple) else (found.version, found.files)
            if shown != (expected if isinstance(expected,
            tuple) and expected[:1] and isinstance(expected[0], str)
                         else (7, expected)):  # fmt: skip
                return f"{data!r}: {shown}"
    return None


def _ranges_fault(_: World) -> Failure:
    module = imported("decode.timeline.history")
    files = {
        "100_200_0.parquet": _parquet(_row("100"), _row("200", "clean"), _row("150")),
        "200_300_0.parquet": _parquet(_row("300"), _row("200", "clean", completionTime="9"), _row("200")),
        "400_400_1.parquet": _parquet(_row("400")),
        "600_500_0.parquet": _parquet(_row("500"), _row("600")),
    }
    rows = [("100", "commit"), ("150", "commit"), ("200", "clean"), ("200", "commit"), ("300", "commit"),
            ("400", "commit"), ("500", "commit"), ("600", "commit")]  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        root = _written(place, {**files, "manifest_3": _manifest(_named(**files))})
        bounds = (None, "000", "100", "101", "150", "200", "201", "300", "400", "450", "500", "600", "700")
        for begin, end in itertools.product(bounds, bounds):
            found = module.read_history(root, begin, end)
            wanted = [
                one for one in rows if (begin is None or one[0] >= begin) and (end is None or one[0] <= end)
            ]
            if [(one.time, one.action) for one in found.rows] != wanted:
                return f"from {begin} to {end}: {[(one.time, one.action) for one in found.rows]}"
            if (found.version, list(found.files)) != (3, list(files)):
                return f"{found.version}: {found.files}"
            if any(one.completion_time == "9" for one in found.rows) and (begin is None or begin <= "200"):
                return "the row of a later file counts"
    for name, begin, end, expected in (
        ("100_200_0.parquet", "201", None, False), ("100_200_0.parquet", "200", None, True),
        ("100_200_0.parquet", None, "99", True), ("100_200_0.parquet", None, "099", False),
        ("100_200_0.parquet", None, "100", True), ("200_100_0.parquet", "900", "950", True),
        ("x.parquet", "900", None, True), ("100_100_0.parquet", "101", "102", False), ("100_200_0.parquet",
        None, None, True),
    ):  # fmt: skip
        if module.is_in_range(name, begin, end) is not expected:
            return f"{name} from {begin} to {end}"
    return None


def _metafiles_fault(_: World) -> Failure:
    """A file of properties in each folder of a partition, with a time and its depth."""
    check = imported("decode.timeline.check").check_timeline
    keys, depth = "timeline.partition-metadata.keys", "timeline.partition-metadata.depth"
    name = ".hoodie_partition_metadata"
    with tempfile.TemporaryDirectory() as place:
        root = _written(place, {}, ".hoodie/timeline")
        for below, text, expected in (
            ("p", b"commitTime=1\npartitionDepth=1\n", ()), ("p/q", b"commitTime=1\npartitionDepth=2\n", ()),
            ("", b"commitTime=1\npartitionDepth=0\n", ()), ("p", b"partitionDepth=1\n", ((keys,
            "missing-field"),)),
            ("p", b"commitTime=1\n", ((keys, "missing-field"),)), ("p", b"", ((keys, "missing-field"),) * 2),
            ("p", b"commitTime=1\npartitionDepth=x\n", ((keys, "bad-value"),)),
            ("p", b"commitTime=1\npartitionDepth=1234567890\n", ((keys, "bad-value"),)),
            ("p", b"commitTime=1\npartitionDepth=2\n", ((depth, "bad-value"),)),
            ("p", b"commitTime=1\npartitionDepth=-1\n", ((depth, "bad-value"),)),
            ("p/q", b"commitTime=1\npartitionDepth=1\n", ((depth, "bad-value"),)),
            ("", b"commitTime=1\npartitionDepth=1\n", ((depth, "bad-value"),)),
            ("p", b"commitTime=\\u00\n", (("timeline.properties.encoding", "bad-value"),)),
            (".hoodie/x", b"", ()),
        ):  # fmt: skip
            path = root / below / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            told = [
                (one.path, one.finding.requirement, one.finding.code)
                for one in check(root)
                if one.path.endswith(name)
            ]
            path.unlink()
            where = f"{below}/{name}" if below else name
            if sorted(told) != sorted((where, *one) for one in expected):
                return f"{text!r} in {below!r}: {told}"
    return None
