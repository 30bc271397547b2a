# SPDX-License-Identifier: Apache-2.0
"""Parts of an audit of indexes and of what an audit reports, for mutants drawn by chance.

drawn:unit-NAME    what each part says of a few inputs on both sides of each bound: by the words of
                   `schemas/findings.md`, by `spec/`, or by Arrow and Python
"""

from __future__ import annotations

import io
import json
import math
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, source_digest, without_world
from chance_files import copy_folder

if TYPE_CHECKING:
    pass

_UNITS: dict[str, Callable[[], Failure]] = {}
_TIME = "20260101000000123"


def unit(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    """Register a question."""

    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _UNITS[name] = fault
        return fault

    return register


def unit_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _UNITS.items():
        yield f"drawn:unit-{name}", source_digest(fault), without_world(fault)


# --- what is reported ------------------------------------------------------------------------------------


@unit("words")
def _() -> Failure:
    """Numbers with their words, the first of some names, sums of gaps, texts cut where columns end."""
    report = imported("audit.metadata.report")
    for found, expected in (
        (report.counted(1, "row"), "1 row"),
        (report.counted(0, "row"), "0 rows"),
        (report.counted(1234, "key"), "1,234 keys"),
        (report.shown([]), ""),
        (report.shown(["a"]), "'a'"),
        (report.shown("abc"), "'a', 'b', 'c'"),
        (report.shown("abcd"), "'a', 'b', 'c' and 1 more"),
        (report.shown(["x"] * 2000), "'x', 'x', 'x' and 1,997 more"),
        (report.shown(["y" * 61]), repr("y" * 60)),
    ):
        if found != expected:
            return f"{found!r}, expected {expected!r}"
    of_gaps = imported("audit.gaps")
    gap = of_gaps.Gap
    gaps = [gap("b", 1, "x"), gap("a", 2, "y"), gap("b", 3, "x"), gap("b", 4, "w"), gap("c", 0, "x")]
    if of_gaps.sum_gaps(gaps) != [gap("a", 2, "y"), gap("b", 4, "w"), gap("b", 4, "x")]:
        return f"{of_gaps.sum_gaps(gaps)}"
    for made, verdict, severity in (
        (report.damage, "damage", "error"),
        (report.violation, "violation", "warning"),
        (report.note, "violation", "info"),
    ):
        row = made("p", "rule", "code", "m" * 501)
        shown = (
            row.path,
            row.surface,
            row.verdict,
            row.code,
            row.requirement,
            row.severity,
            row.kind,
            len(row.message),
        )
        if shown != ("p", "metadata", verdict, "code", "table.check.rule", severity, "metadata", 500):
            return f"{shown}"
    return None


@unit("unread")
def _() -> Failure:
    """A check that ends early says what ended it, of a file and of a metadata table."""
    errors, report, check = imported("errors"), imported("audit.metadata.report"), imported("audit.check")
    ref = imported("lake.files").FileRef("/t/x.parquet", 7)
    for error, code, rule in (
        (errors.Reject("bad-magic", 3, "a.b", "text"), "bad-magic", "a.b"),
        (errors.LimitExceeded("text"), "limit", None),
        (errors.UnsupportedInput("text"), "unsupported", None),
        (OSError("text"), "io", None),
        ("text", "lost", None),
        (ValueError("text"), "internal", None),
    ):
        text = "ValueError: text" if code == "internal" else "text"
        row = report.unchecked("p", error)
        if (row.verdict, row.code, row.requirement, row.message) != (
            "unreadable",
            code,
            rule,
            f"not checked: {text}",
        ):
            return f"{error!r} of a metadata table: {row}"
        row = check.unreadable(ref, None, error)
        if (row.verdict, row.code, row.message, row.len, row.surface) != (
            "unreadable",
            code,
            text,
            7,
            "base-file",
        ):
            return f"{error!r} of a file: {row}"
        if check.unreadable(ref, "name", error).surface != "name":
            return "another surface"
    for path, surface in (
        ("/t/x.txt", "file"),
        (f"/t/.f_{_TIME}.log.1_0-1-2", "log"),
        ("/t/a.hfile", "hfile"),
    ):
        if check.unreadable(imported("lake.files").FileRef(path, 7), None, "x").surface != surface:
            return f"surface of {path}"
    if len(check.unreadable(ref, None, "x" * 600).message) != 500:
        return "a long message"
    return None


@unit("ranks")
def _() -> Failure:
    """Findings are sorted by severity, verdict, path, place and rule; levels of rules are severities."""
    findings = imported("audit.findings")
    rows = [
        findings.FindingRow(path, "s", verdict, "c", "m", rule, severity, ofs)
        for severity in ("error", "warning", "info")
        for verdict in ("damage", "unreadable", "violation", "note")
        for path in ("a", "b")
        for ofs in (None, 1, 2)
        for rule in (None, "x.y")
    ]
    mixed = random.Random("ranks").sample(rows, len(rows))
    if sorted(mixed, key=findings.rank) != rows:
        return "another order"
    for rule, severity in (
        ("log.block.magic", "error"),
        ("table.check.metadata-behind", "warning"),
        ("no.rule", "error"),
    ):
        if findings.severity_of(rule) != severity:
            return f"{rule} is {findings.severity_of(rule)}"
    for num in (0, 1, 4, 5, 9):
        if list(findings.chunks(range(num), 4)) != [list(range(num))[at : at + 4] for at in range(0, num, 4)]:
            return f"{num} items in fours"
    return None


@unit("totals")
def _() -> Failure:
    """Totals of an audit: files, bytes and blocks that were checked, findings, what was left out."""
    audit, write = imported("audit.run"), imported("encode").encode_log
    schema = '{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'
    block = {
        "kind": "AVRO_DATA_BLOCK",
        "header": {"INSTANT_TIME": "1", "SCHEMA": schema},
        "records": [{"n": "1"}],
    }
    out = io.BytesIO()
    pq.write_table(pa.table({"a": [1]}), out)
    files = {
        f".f1-0_{_TIME}.log.1_0-1-0": (write({"blocks": [block] * 3}).data, 3, 0),
        f".f2-0_{_TIME}.log.1_0-1-0": (write({"blocks": [block]}).data + b"#HUDI#", 2, 1),
        f"f_0-1-2_{_TIME}.parquet": (out.getvalue(), 1, 0),
        f"g_0-1-2_{_TIME}.parquet": (b"PAR1", 1, 1),
        "text.txt": (b"text", 0, 0),
    }
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        folder.mkdir()
        for name, (data, _, _) in files.items():
            (folder / name).write_bytes(data)
        for sample, seed in ((None, 0), (4, 0), (5, 0), (1, 1), (2, 5)):
            options = audit.Options([str(folder)], sample=sample, seed=seed)
            outcome = audit.run_audit(options, Path(place) / f"out{sample}-{seed}")
            total = outcome.progress
            checked = {task.ref.path.rpartition("/")[2] for task in outcome.plan.tasks}
            sums = [sum(files[name][part] for name in checked) for part in (1, 2)]
            size = sum(len(files[name][0]) for name in checked)
            found = total.files, total.bytes, total.blocks, total.findings, outcome.plan.num_bytes
            if found != (len(checked), size, sums[0], sums[1], size) or len(checked) != min(sample or 4, 4):
                return f"a sample of {sample}: {found}, expected {len(checked)} files, {size} bytes, {sums}"
            plan = outcome.plan
            if (plan.num_other, plan.bytes_other, plan.num_left_out) != (1, 4, 4 - len(checked)):
                return f"a sample of {sample}: {plan.num_other} others, {plan.num_left_out} left out"
            order = [(-task.weight, task.key) for task in plan.tasks]
            if order != sorted(order):
                return "light files first"
    return None


@unit("tasks")
def _() -> Failure:
    """Tasks as tables and back; their weight; a task that is lost, changed or gone."""
    check, files, surface = imported("audit.check"), imported("lake.files"), imported("audit.surface")
    log = f"/t/.f_{_TIME}.log.1_0-1-2"
    tasks = [
        check.Task(files.FileRef(log, 9, 3), surface.Context(6, 5, "1", True)),
        check.Task(
            files.FileRef("/t/x.parquet", 0, 0), surface.Context(), "base-file", surface.Part(0, 7, "x")
        ),
        check.Task(files.FileRef("/t/x.parquet", 5, 1), surface.Context(None, 3), "log", surface.Part(3, 0)),
    ]
    if check.from_table(check.to_table(tasks)) != tasks:
        return "other tasks"
    size = surface.PART_SIZE
    for path, num, part, expected in (
        (log, size, None, size),
        (log, size + 1600, None, size + 100),
        ("/t/x.parquet", size + 1600, None, size + 1600),
        (log, 0, None, 0),
        (log, size * 9, surface.Part(5, 11), 11),
    ):
        weight = check.Task(files.FileRef(path, num), surface.Context(), None, part).weight
        if weight - check.Task(files.FileRef(log, 0), surface.Context()).weight != expected:
            return f"weight of {num} bytes: {weight}"
    [batch] = check.lost(check.to_table(tasks[:2]), "no worker")
    rows = [
        (row["row"], row["path"], row["code"], row["num_bytes"], row["num_blocks"], row["num_bare"])
        for row in batch.to_pylist()
    ]
    if rows != [
        ("finding", log, "lost", None, None, None),
        ("done", log, None, 9, 0, 0),
        ("finding", "/t/x.parquet", "lost", None, None, None),
        ("done", "/t/x.parquet", None, 0, 0, 0),
    ]:
        return f"{rows}"
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f".f1-0_{_TIME}.log.1_0-1-2"
        path.write_bytes(b"#HUDI#")
        [ref] = files.list_files([place])
        for name, change, expected_rows in (
            ("as it was", lambda: None, [("finding", "truncated"), ("done", None)]),
            ("mended", lambda: path.write_bytes(b""), [("done", None)]),
            ("gone", path.unlink, [("finding", "gone"), ("done", None)]),
        ):
            change()
            found = [
                (row["row"], row.get("code")) for row in check.run_task(check.Task(ref, surface.Context()))
            ]
            if found != expected_rows:
                return f"{name}: {found}"
    return None


def _large_block(num: int, num_words: int) -> bytes:
    """A block of an HFile with so many bytes of data, and of checksums that are zero."""
    sizes = [(num + num_words).to_bytes(4, "big"), (33 + num).to_bytes(4, "big")]
    return b"DATABLK*" + sizes[0] + b"\1" * 17 + sizes[1] + b"\1" * num + bytes(num_words)


@unit("signatures")
def _() -> Failure:
    """What looks like damage and is true of every file of some release is known by its bytes."""
    known, row_of = imported("audit.known"), imported("audit.findings").FindingRow
    body, words = b"x" * 20, 8

    def block(checksums: bytes, len_data: int | None = None) -> bytes:
        size = (len(body) + len(checksums)).to_bytes(4, "big")
        data = (33 + len(body) if len_data is None else len_data).to_bytes(4, "big")
        return b"DATABLK*" + size + bytes(17) + data + body + checksums

    zero = block(bytes(words))
    for name, buffer, ofs, is_known in (
        ("zero words", zero, 0, True),
        ("behind bytes", b"ab" + zero, 2, True),
        ("other words", block(b"\0" * 7 + b"\1"), 0, False),
        ("first word", block(b"\1" + b"\0" * 7), 0, False),
        ("no words", block(b""), 0, False),
        ("a large block", _large_block(1 << 24, words), 0, True),
        ("a large block with other words", _large_block(1 << 24, words)[:-1] + b"x", 0, False),
        ("as many words as are looked at", _large_block(9, known._MAX_WORDS), 0, True),
        ("more words", _large_block(9, known._MAX_WORDS + 1), 0, False),
        ("cut", zero[:-1], 0, False),
        ("more behind", zero + b"abc", 0, True),
        ("no header", zero[:32], 0, False),
        ("no place", zero, None, False),
        ("nothing", None, 0, False),
        ("all of it", block(bytes(words), 0), 0, False),
        ("beyond", block(b"", 99), 0, False),
        ("body", block(bytes(words), 33 + len(body) - 1), 0, False),
        ("one word", block(bytes(1)), 0, True),
        ("header alone", b"DATABLK*" + bytes(4) + bytes(17) + bytes([0, 0, 0, 33]), 0, False),
    ):
        row = row_of("/x", "hfile", "damage", "c", "m", "r", ofs=ofs)
        if known._has_zero_words(row, buffer) is not is_known:
            return f"checksum words: {name}"
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "x"
        for text, is_known in (
            ("partitionDepth=3\n", True),
            ("a=1\npartitionDepth=3", True),
            ("a=1\r\npartitionDepth=3\r\n", True),
            ("partitionDepth=33\n", False),
            ("partitionDepth=1\n", False),
            ("xpartitionDepth=3\n", False),
            ("", False),
        ):
            path.write_text(text, newline="")
            if known._is_depth_from_data_table(row_of(str(path), "s", "v", "c", "m"), None) is not is_known:
                return f"depth by {text!r}"
        if known._is_depth_from_data_table(row_of(f"{place}/gone", "s", "v", "c", "m"), None):
            return "depth by no file"
    return None


# --- columns ---------------------------------------------------------------------------------------------


@unit("forms")
def _() -> Failure:
    """Forms of Arrow's types: how values of a column of a log file compare."""
    form = imported("audit.metadata.log_columns")._form
    for kind, expected in (
        (pa.bool_(), "bool"),
        (pa.int8(), "int"),
        (pa.int32(), "int"),
        (pa.int64(), "int"),
        (pa.float32(), "float"),
        (pa.float64(), "float"),
        (pa.decimal128(9, 2), "decimal"),
        (pa.decimal256(50, 2), "decimal"),
        (pa.string(), "bytes"),
        (pa.large_string(), "bytes"),
        (pa.binary(), "bytes"),
        (pa.large_binary(), "bytes"),
        (pa.binary(4), "bytes"),
        (pa.date32(), "int"),
        (pa.timestamp("us"), "int"),
        (pa.time64("us"), "int"),
        (pa.time32("ms"), "int"),
        (pa.dictionary(pa.int32(), pa.string()), "bytes"),
        (pa.dictionary(pa.int32(), pa.int64()), "int"),
        (pa.list_(pa.int32()), None),
        (pa.struct([("a", pa.int32())]), None),
        (pa.map_(pa.string(), pa.int32()), None),
        (pa.null(), None),
    ):
        if form(kind) != expected:
            return f"{kind}: {form(kind)}"
    return None


@unit("log-columns")
def _() -> Failure:
    """Columns of a log file: those that all of its blocks have, in one type; who may be believed."""
    module, write = imported("audit.metadata.log_columns"), imported("encode").encode_log
    errors = imported("errors")

    def block(time: str, kinds: dict[str, Any], rows: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        schema = {
            "type": "record",
            "name": "r",
            "fields": [{"name": name, "type": kind} for name, kind in kinds.items()],
        }
        return {
            "kind": "AVRO_DATA_BLOCK",
            "header": {"INSTANT_TIME": time, "SCHEMA": json.dumps(schema)},
            "records": rows,
            **more,
        }

    both: dict[str, Any] = {"a": "long", "b": ["null", "string"]}
    first = block("1", both, [{"a": "5", "b": None}, {"a": "-3", "b": "x"}])
    second = block("2", both, [{"a": "7", "b": "y"}])
    without = block("2", {"a": "long"}, [{"a": "7"}])
    other = block("2", {"a": "int", "b": ["null", "string"]}, [{"a": 7, "b": None}])
    deletes = {
        "kind": "DELETE_BLOCK",
        "header": {"INSTANT_TIME": "2"},
        "deletes": [{"record_key": "k", "partition_path": "p", "ordering": None}],
    }
    command = {
        "kind": "COMMAND_BLOCK",
        "header": {"INSTANT_TIME": "2", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"},
    }
    corrupt = {**second, "knobs": {"len_trailing": 7}}
    facts = SimpleNamespace(completed={"1", "2"})
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "x.log"
        for name, blocks, completed, expected in (
            ("one", [first], "12", (2, {"a": (2, 0, (-3, 5)), "b": (2, 1, (b"x", b"x"))})),
            ("two", [first, second], "12", (3, {"a": (3, 0, (-3, 7)), "b": (3, 1, (b"x", b"y"))})),
            ("fewer columns", [first, without], "12", (3, {"a": (3, 0, (-3, 7))})),
            ("more columns", [without, first], "12", (3, {"a": (3, 0, (-3, 7))})),
            ("another type", [first, other], "12", (3, {"b": (3, 2, (b"x", b"x"))})),
            ("with deletes", [first, deletes], "12", (2, {"a": (2, 0, (-3, 5)), "b": (2, 1, (b"x", b"x"))})),
            ("with a command", [first, command], "12", None),
            ("with damage", [first, corrupt, first], "12", None),
            ("with damage at the end", [first, corrupt], "12", None),
            ("of a pending instant", [first, second], "1", None),
            ("of another instant", [first], "2", None),
        ):
            path.write_bytes(write({"blocks": blocks}).data)
            facts = SimpleNamespace(completed=set(completed))
            try:
                log = module.read_log_columns(path, facts)
            except errors.UnsupportedInput:
                if expected is not None:
                    return f"{name}: not read"
                continue
            if expected is None:
                return f"{name}: read"
            found = {}
            for column, fact in log.facts.columns.items():
                values = log.values(fact, None, None)
                if values.num_nulls != fact.num_nulls:
                    return f"{name}: nulls of {column}"
                found[column] = fact.num_values, fact.num_nulls, values.bounds
            if (log.facts.num_rows, found) != expected:
                return f"{name}: {log.facts.num_rows} rows, {found}, expected {expected}"
            if expected[1].keys() != log.arrays.keys():
                return f"{name}: {list(log.arrays)}"
        for low, high, num in ((-3, 5, 0), (-2, 5, 1), (-3, 4, 1), (0, 1, 2), (None, 1, 0)):
            path.write_bytes(write({"blocks": [first]}).data)
            log = module.read_log_columns(path, SimpleNamespace(completed={"1"}))
            if log.values(log.facts.columns["a"], low, high).num_outside != num:
                return f"values outside of {low} to {high}"
    return None


@unit("values")
def _() -> Failure:
    """Values of all forms: which is less, which a footer's bytes are, what a message shows of them."""
    columns, span = imported("audit.metadata.columns"), imported("views.common").Span
    chunk_of = imported("decode.parquet.footer").ColumnChunk
    for first, second, is_less in (
        (1, 2, True),
        (2, 1, False),
        (1, 1, False),
        (b"a", b"b", True),
        (b"b", b"a", False),
        (b"a", b"a", False),
        (b"a", 1, False),
        (1, b"a", False),
        (0.5, 1, True),
        (Fraction(1, 3), Fraction(1, 2), True),
    ):
        if columns.is_less(first, second) is not is_less:
            return f"{first!r} before {second!r}"
    for value, text in (
        (None, "None"),
        (5, "5"),
        (b"ab", "'ab'"),
        (b"\xff", r"'\\xff'"),
        (b"x" * 41, repr("x" * 40)),
        (Fraction(1, 2), "0.5"),
        (2.0, "2.0"),
        (2.5, "2.5"),
        (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
        (-1e16, "-1e+16"),
        (math.inf, "inf"),
        (math.nan, "nan"),
    ):
        if columns.text_of(value) != text:
            return f"{value!r} as {columns.text_of(value)!r}"

    def column(
        physical: str,
        form: str | None,
        *bounds: tuple[bytes | None, bytes | None],
        scale: int = 0,
        nulls: int | None = 0,
        num: int = 3,
        plain: int | None = None,
    ) -> Any:
        chunks = tuple(
            chunk_of("c", span(4, 9), num, low, high, nulls is not None, nulls, plain) for low, high in bounds
        )
        return columns.Column("c", physical, form, scale, False, chunks)

    def i4(number: int) -> bytes:
        return number.to_bytes(4, "little", signed=True)

    nan = b"\0\0\xc0\x7f"
    for made, expected in (
        (column("INT32", "int", (i4(-5), i4(7))), (-5, 7)),
        (column("INT32", "int", (i4(-5), i4(7)), (i4(-6), i4(2))), (-6, 7)),
        (column("INT32", "int", (i4(1)[:3], i4(7))), None),
        (column("INT32", "int", (None, i4(7))), None),
        (column("INT32", "int", (i4(1), None)), None),
        (column("INT32", "int", (i4(1), i4(7)), (None, None)), None),
        (column("INT32", "int"), None),
        (column("INT32", None, (i4(1), i4(7))), None),
        (column("INT32", "int", (i4(1), i4(7)), nulls=3), None),
        (column("INT32", "int", (i4(1), i4(7)), nulls=2), (1, 7)),
        (column("INT32", "decimal", (i4(-150), i4(250)), scale=2), (Fraction(-3, 2), Fraction(5, 2))),
        (column("BYTE_ARRAY", "bytes", (b"a", b"b")), (b"a", b"b")),
        (column("BYTE_ARRAY", "decimal", (b"\xff", b"\1\0")), (-1, 256)),
        (
            column("FIXED_LEN_BYTE_ARRAY", "decimal", (b"\0\1", b"\0\2"), scale=1),
            (Fraction(1, 10), Fraction(1, 5)),
        ),
        (column("INT96", "int", (b"a" * 12, b"b" * 12)), None),
        (column("FLOAT", "float", (nan, i4(0))), None),
        (column("FLOAT", "float", (i4(0), nan)), None),
        (column("BOOLEAN", "bool", (b"\0", b"\1")), (0, 1)),
        (column("DOUBLE", "float", (b"\0" * 8, b"\0" * 6 + b"\xf0\x3f")), (0.0, 1.0)),
        (column("BYTE_ARRAY", "decimal", (b"\0" * 1024, b"\0" * 1024)), (0, 0)),
        (column("BYTE_ARRAY", "decimal", (b"\0" * 1025, b"\0" * 1025)), None),
    ):
        if made.bounds() != expected:
            return f"{made.physical} as {made.form}: {made.bounds()}, expected {expected}"
    for nulls, expected_nulls in ((None, None), (2, 4), (0, 0)):
        made = column("INT32", "int", (None, None), (None, None), nulls=nulls)
        if (made.num_nulls, made.num_values) != (expected_nulls, 6):
            return f"{made.num_nulls} nulls of {made.num_values} values"
    for plain, num, has_values in (
        (400, 3, False),
        (401, 3, True),
        (None, 3, False),
        (600, 1000, False),
        (601, 1000, True),
    ):
        if column("INT32", "int", (None, None), num=num, plain=plain).has_values is not has_values:
            return f"{plain} bytes of {num} values"
    bound, scaled = imported("views.metadata").Bound, imported("views.metadata").Scaled
    for kind, value, form, expected_value in (
        ("int", 5, "int", 5),
        ("long", 5, "float", None),
        ("float", 0.5, "float", 0.5),
        ("boolean", True, "bool", 1),
        ("string", "ä", "bytes", "ä".encode()),
        ("string", "a", "int", None),
        ("bytes", b"a", "bytes", b"a"),
        ("date", 7, "int", 7),
        ("timestamp-micros", 7, "int", 7),
        ("decimal", scaled(b"\xff\x38", 2), "decimal", Fraction(-2)),
        ("decimal", scaled(b"\0" * 1024, 0), "decimal", 0),
        ("decimal", scaled(b"\0" * 1025, 0), "decimal", None),
        ("string", "\ud800", "bytes", b"\xed\xa0\x80"),
    ):
        found = columns.comparable(
            SimpleNamespace(type=kind, value=value) if kind == "date" else bound(kind, value), form
        )
        if found != expected_value or (form == "bool" and not isinstance(found, int)):
            return f"{kind} {value!r} as {form}: {found!r}"
    return None


@unit("sums-of-values")
def _() -> Failure:
    """Nulls, NaNs, bounds, and values outside of two bounds, of arrays in several parts."""
    columns = imported("audit.metadata.columns")
    nan, big = math.nan, 2**40
    for kind, form, parts, low, high, expected in (
        (pa.int64(), "int", [[1, None, 5], [], [-2]], 0, 4, (1, 0, (-2, 5), 2)),
        (pa.int64(), "int", [[1, 5]], 1, 5, (0, 0, (1, 5), 0)),
        (pa.int32(), "int", [[1, 5]], -big, big, (0, 0, (1, 5), 0)),
        (pa.int32(), "int", [[1, 5]], big, big, (0, 0, (1, 5), 2)),
        (pa.int32(), "int", [[1, 5]], None, 3, (0, 0, (1, 5), 0)),
        (pa.int32(), "int", [[1, 5]], 2, None, (0, 0, (1, 5), 0)),
        (pa.int8(), "int", [[1, -1]], 0, 9, (0, 0, (-1, 1), 1)),
        (pa.int32(), "int", [[None]], 0, 1, (1, 0, None, 0)),
        (pa.int32(), "int", [], 0, 1, (0, 0, None, 0)),
        (pa.int32(), "int", [[1, 5]], -(2**31), 2**31 - 1, (0, 0, (1, 5), 0)),
        (pa.int32(), "int", [[1, 5]], 0, 2**31, (0, 0, (1, 5), 0)),
        (pa.int32(), "int", [[1, 5]], -(2**31) - 1, 3, (0, 0, (1, 5), 1)),
        (pa.float64(), "float", [[0.5, nan, None], [nan]], 0, 0.25, (1, 2, (0.5, 0.5), 1)),
        (pa.float64(), "float", [[nan]], 0, 1, (0, 1, None, 0)),
        (pa.bool_(), "bool", [[True, False, None]], 0, 0, (1, 0, (0, 1), 1)),
        (pa.string(), "bytes", [["a", None, "c"]], b"a", b"b", (1, 0, (b"a", b"c"), 1)),
        (pa.binary(2), "bytes", [[b"ab", b"zz"]], b"ab", b"zz", (0, 0, (b"ab", b"zz"), 0)),
        (
            pa.decimal128(9, 2),
            "decimal",
            [[Decimal("1.50"), None]],
            Fraction(2),
            Fraction(3),
            (1, 0, (1.5, 1.5), 1),
        ),
        (
            pa.decimal128(9, 2),
            "decimal",
            [[Decimal("1.50")]],
            Fraction(3, 2),
            Fraction(3, 2),
            (0, 0, (1.5, 1.5), 0),
        ),
        (pa.decimal128(9, 2), "decimal", [[Decimal("1.50")]], None, Fraction(1), (0, 0, (1.5, 1.5), 0)),
        (pa.decimal128(9, 2), "decimal", [[Decimal("1.50")]], Fraction(2), None, (0, 0, (1.5, 1.5), 0)),
        (pa.date32(), "int", [[7, 9]], 7, 8, (0, 0, (7, 9), 1)),
        (pa.timestamp("us"), "int", [[7, 9]], 8, 9, (0, 0, (7, 9), 1)),
        (pa.dictionary(pa.int32(), pa.string()), "bytes", [["a", "a"]], b"b", b"c", (0, 0, (b"a", b"a"), 2)),
        (pa.struct([("x", pa.int32())]), "int", [[{"x": 3}, {"x": None}]], 0, 2, (1, 0, (3, 3), 1)),
    ):
        stored = pa.int64() if kind == pa.timestamp("us") else pa.int32() if kind == pa.date32() else kind
        arrays = [
            pa.array(part, stored).cast(kind) if stored != kind else pa.array(part, kind) for part in parts
        ]
        column = columns.Column("c", "x", form, 0, False, ())
        found = columns.sum_values(iter(arrays), column, low, high)
        if (found.num_nulls, found.num_nan, found.bounds, found.num_outside) != expected:
            return f"{kind} {parts} within {low} and {high}: {found}, expected {expected}"
    return None


# --- indexes of records ----------------------------------------------------------------------------------


@unit("compared-keys")
def _() -> Failure:
    """Drawn keys of data and index: missing, too many, elsewhere, twice; each by its file group."""
    locations, chance = imported("audit.metadata.locations"), random.Random("compared")
    for turn in range(200):
        groups = [("p1", "f1"), ("p1", "f2"), ("p2", "f1")]
        data = [(f"k{chance.randrange(4)}", *chance.choice(groups)) for _ in range(chance.randrange(6))]
        index = [(f"k{chance.randrange(5)}", *chance.choice(groups)) for _ in range(chance.randrange(6))]
        is_by = chance.random() < 0.5

        def ident(row: tuple[str, str, str], by: bool = is_by) -> tuple[str, str]:
            return row[0], row[1] if by else ""

        expected: Counter[tuple[Any, ...]] = Counter()
        for one in {ident(row) for row in (*data, *index)}:
            there = [row[1:] for row in data if ident(row) == one]
            place = next((row[1:] for row in reversed(index) if ident(row) == one), None)
            if len(there) > 1:
                expected["twice", there[1], there[0], one[0]] += 1
            if there and place is None:
                expected["missing", there[0], None, one[0]] += 1
            elif there and place not in there:
                expected["elsewhere", there[0], place, one[0]] += 1
            elif not there:
                expected["extra", place, None, one[0]] += 1
        differences = locations.compare(data, index, is_by_partition=is_by)
        found = Counter((one.what, one.group, one.other, key) for one in differences for key in one.keys)
        if found != expected or [str((d.what, d.group, d.other)) for d in differences] != sorted(
            {str((d.what, d.group, d.other)) for d in differences}
        ):
            return f"{turn}: {data} {index} by partition {is_by}: {found}, expected {expected}"
    for value, text in ((True, "true"), (False, "false"), (None, None), (5, "5"), ("x", "x")):
        if locations._text(value) != text:
            return f"{value} as text"
    for node, kind in (
        ("int", "int"),
        ({"type": "string"}, "string"),
        ({"type": "int", "logicalType": "date"}, None),
        (None, None),
        ({"type": {"type": "int"}}, None),
        (["null"], None),
        ({"type": "string", "avro.java.string": "String"}, "string"),
    ):
        if locations._plain_type(node) != kind:
            return f"{node} is of type {locations._plain_type(node)}"
    side = locations.Side
    for cells, cell, wanted in (
        (None, (1, 2), True),
        (frozenset({(1, 2)}), (1, 2), True),
        (frozenset({(1, 2)}), (1, 3), False),
        (frozenset({(1, -1)}), (1, 3), True),
        (frozenset({(1, -1)}), (2, 3), False),
        (frozenset(), (1, 2), False),
    ):
        if side("record_index", 1, cells).wants(cell) is not wanted:
            return f"{cell} of {cells}"
    return None


@unit("copied-ends")
def _() -> Failure:
    """Of a base file in a store the end is copied that holds the footer, however long that is."""
    remote, system = imported("audit.metadata.remote"), imported("lake.filesystem")
    files = {}
    for name, num in (("small", 1), ("wide", 900), ("wider", 2500)):
        out = io.BytesIO()
        pq.write_table(pa.table({f"column number {at}": list(range(40)) for at in range(num)}), out)
        files[f"{name}.parquet"] = out.getvalue()
    files["other.parquet"] = b"x" * 100_000
    files["short.parquet"] = b"PAR1"
    with tempfile.TemporaryDirectory() as place:
        folder, copy = Path(place) / "t", Path(place) / "copy"
        folder.mkdir()
        copy.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        store, root = system.file_system("mock://store/ends")
        copy_folder(folder, store, root)
        try:
            refs = imported("lake.files").list_files(["mock://store/ends"])
            made = remote._Copy("mock://store/ends", copy)
            made.name(refs)
            if {path.name: path.stat().st_size for path in copy.iterdir()} != {
                name: len(d) for name, d in files.items()
            }:
                return "other names or sizes"
            made.ends(refs)
            for name, data in files.items():
                stored = (copy / name).read_bytes()
                length = (
                    min(int.from_bytes(data[-8:-4], "little") + 8, len(data)) if data[-4:] == b"PAR1" else 8
                )
                if len(stored) != len(data) or stored[-length:] != data[-length:]:
                    return f"{name}: its last {length} bytes are not copied"
                if length < 1 << 16 < len(data) and any(stored[: len(data) - (1 << 16)]):
                    return f"{name}: more than its end is copied"
            made.whole(refs)
            if any((copy / name).read_bytes() != data for name, data in files.items()):
                return "not the whole files"
        finally:
            store.delete_dir(root)
    return None
