# SPDX-License-Identifier: Apache-2.0
"""Parts of an audit that are asked by themselves, for mutants drawn by chance.

drawn:part-NAME    names, paths, versions of tables, what is counted and what is left out: each with a few
                   inputs on both sides of a bound, and what `spec/` and `schemas/findings.md` say of them
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, source_digest, without_world

if TYPE_CHECKING:
    pass

_PARTS: dict[str, Callable[[], Failure]] = {}
_TIME = "20260101000000123"


def part(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    """Register a question."""

    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _PARTS[name] = fault
        return fault

    return register


def part_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _PARTS.items():
        yield f"drawn:part-{name}", source_digest(fault), without_world(fault)


def _differences(found: dict[str, Any], expected: dict[str, Any]) -> Failure:
    for name, value in expected.items():
        if found[name] != value:
            return f"{name}: {found[name]}, expected {value}"
    return None


@part("names")
def _() -> Failure:
    """Instants of names; what is a base file, a log file, a file of the format at all [name.base.form]."""
    instant_of = imported("audit.hfile_surface").instant_of
    subject = imported("audit.between.subject")
    for name, instant in {
        f"f_0-1-2_{_TIME}.parquet": _TIME, f"f_g_h_0-1-2_{_TIME}.hfile": _TIME,
        "f_0-1-2_20260101000000.hfile":
        "20260101000000", f"f_{_TIME}.parquet": None, f"0-1-2_{_TIME}": None, "f_0-1-2_2026.parquet": None,
        f"f_0-1-2_{_TIME}x.parquet": None, "": None, f"f_0-1-2_{_TIME}001.hfile": f"{_TIME}001",
        f"f_0-1-2_{_TIME}0010.hfile": None, "f_0-1-2_202601010000001.hfile": None,
        f"a.b_0-1-2_{_TIME}.hfile": _TIME,
    }.items():  # fmt: skip
        if instant_of(name) != instant:
            return f"{name}: {instant_of(name)}"
    for name, parts in {
        f"f_0-1-2_{_TIME}.parquet": ("f", _TIME, "parquet"), f"f_g_0-1-2_{_TIME}.orc": ("f_g", _TIME, "orc"),
        f"f_0-1-2_{_TIME}.hfile": ("f", _TIME, "hfile"), f"f_0-1-2_{_TIME}.avro": None,
        f"f_0-1_{_TIME}.orc": None,
        f"_0-1-2_{_TIME}.orc": None, f"f_0-1-2_{_TIME}.parquet.crc": None,
        "f_0-1-2_2026010100000.parquet": None,
        "f_0-1-2_20260101000000.parquet": ("f", "20260101000000", "parquet"),
    }.items():  # fmt: skip
        base = subject.base_name(name)
        if (None if base is None else (base.file_id, base.instant, base.form)) != parts:
            return f"{name}: {base}"
    for name, parts in {
        f".f_{_TIME}.log.1_0-1-2": ("f", _TIME, 1, "0-1-2", ""),
        f".f_{_TIME}.log.2": ("f", _TIME, 2, None, ""),
        f".f_{_TIME}.log.1_0-1-2.cdc": ("f", _TIME, 1, "0-1-2", ".cdc"), f"f_{_TIME}.log.1_0-1-2": None,
        ".commits_.archive.1_1-0-1": None, f".f_{_TIME}.log": None, f".f{_TIME}.log.1": None,
    }.items():  # fmt: skip
        log = subject.log_name(name)
        found = None if log is None else (log.file_id, log.instant, log.version, log.token, log.suffix)
        if found != parts:
            return f"{name}: {log}"
    surfaces = {"/t/p/" + name: kinds for name, kinds in {
        f".f_{_TIME}.log.1_0-1-2": {"name", "log"}, "x.log": {"log"}, "x.logs": set(),
        f"f_0-1-2_{_TIME}.parquet":
        {"base-file"}, "x.hfile": {"hfile"}, "x.parquet": {"base-file"}, "x.txt": set(), "hfile": set(),
        ".commits_.archive.1_1-0-1": {"name", "log"}, "parquet": set(),
    }.items()}  # fmt: skip
    surfaces[f"/t/.hoodie/.temp/1/.f_{_TIME}.log.1_0-1-2"] = set()
    named = imported("audit.registry").surfaces_of
    for path, kinds in surfaces.items():
        if {one.name for one in named(path)} != kinds:
            return f"{path}: {[one.name for one in named(path)]}"
    return None


@part("contexts")
def _() -> Failure:
    """What is reported since an instant; folders that cannot be listed."""
    surface = imported("audit.surface")
    for since, instant, is_included in (
        (None, None, True), (None, "1", True), ("2", None, True), ("2", "1", False), ("2", "2", True),
        ("2", "3", True),
    ):  # fmt: skip
        if surface.Context(since=since).includes(instant) is not is_included:
            return f"{instant} since {since}"
    table = surface.TableRef("/t", (), surface.Context(), unlisted=["/t/p=1", "/u"])
    for path, is_unlisted in {
        "p=1/a": True,
        "p=1/q/a": True,
        "p=10/a": False,
        "a": False,
        "p=1": False,
    }.items():
        if table.is_unlisted(path) is not is_unlisted:
            return f"{path} in a folder that cannot be listed"
    timeline, files = imported("audit.timeline_surface"), imported("lake.files")
    for path, is_timeline in {
        ".hoodie/1.commit": True, ".hoodie/metadata/files/x": False, ".hoodie/.temp/1/x": False,
        "p/x.parquet": False,
        "p/.hoodie_partition_metadata": True, ".hoodie_partition_metadata": True, ".hoodie/.aux/x": False,
        "p/.hoodie_partition_metadata/x": False,
    }.items():  # fmt: skip
        if timeline.is_timeline(path) is not is_timeline:
            return f"{path} is of the timeline"
    for name, is_complete in {
        "/t/.hoodie/hoodie.properties": True, "/t/.hoodie/hoodie.properties.backup": True,
        "/t/p/.hoodie/hoodie.properties": False, "/t/.hoodie/x": False,
    }.items():  # fmt: skip
        table = surface.TableRef("/t", [files.FileRef("/t/a", 1), files.FileRef(name, 1)], surface.Context())
        if timeline.is_complete(table) is not is_complete or timeline.below(table, table.files[0]) != "a":
            return f"{name} makes a table complete"
    return None


@part("tables")
def _() -> Failure:
    """The table of a file: the nearest folder above with properties, or with their backup."""
    lookup, surface, files = (
        imported(name) for name in ("audit.table_lookup", "audit.surface", "lake.files")
    )
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        for table, name, text in (
            ("a", "hoodie.properties", "hoodie.table.version=6\n"),
            (
                "a/b",
                "hoodie.properties.backup",
                "#x\n hoodie.table.version = 9 \nhoodie.table.initial.version=8",
            ),
            ("c", "hoodie.properties", "!hoodie.table.version=6\nhoodie.table.version=x\n"),
            ("d", "other.properties", "hoodie.table.version=6\n"),
        ):
            (root / table / ".hoodie").mkdir(parents=True)
            (root / table / ".hoodie" / name).write_text(text)
        for defaults in (None, 5):
            tables = lookup.Tables(surface.Context(defaults))
            for path, folder, version, initial in (
                ("a/x", "a", 6, None), ("a/p/q/x", "a", 6, None), ("a/b/x", "a/b", 9, 8),
                ("a/b/p/x", "a/b", 9, 8),
                ("c/x", "c", None, None), ("d/x", None, None, None), ("x", None, None, None),
                ("a/.hoodie/x", "a", 6, None),
            ):  # fmt: skip
                for _again in range(2):
                    context = tables.context(f"{root}/{path}")
                    expected = (version, initial) if defaults is None else (defaults, None)
                    if (context.table_version, context.initial_version) != expected:
                        return f"{path}: {context}"
                    if tables.folder_of(f"{root}/{path}") != (None if folder is None else f"{root}/{folder}"):
                        return f"{path} is in {tables.folder_of(f'{root}/{path}')}"
            for folder, is_table in {"a": True, "a/b": True, "a/p": False, "d": False, "c": True}.items():
                if tables.is_table(f"{root}/{folder}") is not is_table:
                    return f"{folder} is a table"
        tables = lookup.Tables()
        refs = [files.FileRef(f"{root}/{path}", 1) for path in ("c/x", "a/x", "d/x", "a/b/x", "a/p/x")]
        groups = [(one.path, [ref.path for ref in one.files]) for one in tables.group(refs)]
        expected = [("a", ["a/x", "a/p/x"]), ("a/b", ["a/b/x"]), ("c", ["c/x"])]
        if groups != [(f"{root}/{table}", [f"{root}/{path}" for path in own]) for table, own in expected]:
            return f"{groups}"
    parse = lookup.parse_properties
    if parse(b" a = b=c \n#d=e\n\n!f=g\nh=i\\:j\\=k\nl\n") != {"a": "b=c", "h": "i:j=k", "l": ""}:
        return f"{parse(b' a = b=c')}"
    return None


@part("combined")
def _() -> Failure:
    """The first 1,000 findings of a rule are rows of their own, the others are one row."""
    findings, combine = imported("audit.findings"), imported("audit.combine")

    def row(
        at: int | None, requirement: str = "a.b", *, salvageable: bool | None = True, code: str = "x"
    ) -> Any:
        return findings.FindingRow(
            "f", "log", "damage", code, f"message {at}", requirement, "error", at, 7, salvageable=salvageable
        )

    for num in (1, 999, 1000, 1001, 1002, 1500):
        rows = [row(10 * at) for at in range(num)]
        found = list(combine.combined([*rows, row(5, "other")]))
        own = [one for one in found if one.requirement == "a.b"]
        if len(own) != min(num, 1001) or own[:1000] != rows[:1000] or found.count(row(5, "other")) != 1:
            return f"{num} findings are {len(own)} rows"
        if num == 1001 and own[-1] != rows[-1]:
            return "one finding more is told as others"
        if num > 1001:
            last = own[-1]
            expected = (10_000, 10 * (num - 1) - 10_000 + 1, True)
            if (last.ofs, last.len, last.salvageable) != expected or f"{num - 1000} more" not in last.message:
                return f"{num} findings: {last}"
    mixed = [row(at, salvageable=at != 1001) for at in range(1003)]
    if list(combine.combined(mixed))[-1].salvageable is not None:
        return "some that can be salvaged are told as all"
    codes = [row(at, code="xy"[at % 2]) for at in range(1600)]
    if len(list(combine.combined(codes))) != 1600:
        return "findings of two codes are counted as one"
    nowhere = list(combine.combined([row(None) for _ in range(1003)]))[-1]
    return None if (nowhere.ofs, nowhere.len) == (None, None) else f"{nowhere}"


@part("footers")
def _() -> Failure:
    """The outside of a Parquet file: code and place of what is wrong [table.base-file.form]."""
    check = imported("audit.base_surface").check_footer
    out = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2, 3]}), out)
    data = out.getvalue()
    size = len(data)
    length = int.from_bytes(data[-8:-4], "little")
    for name, changed, expected in (
        ("whole", data, None), ("empty", b"", ("truncated", 0)), ("magic alone", b"PAR1", ("truncated", 0)),
        ("11 bytes", data[:11], ("truncated", 0)), ("12 bytes", data[:12], ("truncated", 8)),
        ("head", b"X" + data[1:], ("bad-magic", 0)), ("end", data[:-1] + b"X", ("truncated", size - 4)),
        ("cut", data[:-1], ("truncated", size - 5)),
        ("long footer", data[:-8] + (size - 11).to_bytes(4, "little") + b"PAR1",
        ("length-mismatch", size - 8)),
        ("whole footer", data[:-8] + (size - 12).to_bytes(4, "little") + b"PAR1", ("schema-mismatch", 4)),
        ("no footer", data[:-8] + bytes(4) + b"PAR1", ("schema-mismatch", size - 8)),
        ("moved", data[:4] + data[-8 - length :], ("offset-out-of-range", 4)),
    ):  # fmt: skip
        found = [(code, at) for code, at, _ in check(changed)]
        if found != ([] if expected is None else [expected]):
            return f"{name}: {found}, expected {expected}"
    return None


@part("known")
def _() -> Failure:
    """Left out are rules and codes that are ignored, and findings of a baseline by paths below roots."""
    findings, baseline = imported("audit.findings"), imported("audit.baseline")

    def row(path: str, code: str = "x", requirement: str | None = "a.b") -> Any:
        return findings.FindingRow(path, "log", "damage", code, "message", requirement)

    rows = [row("/l/a"), row("/l/b"), row("/l/a", "y", None), row("/la"), row("/l/a", "x", "c.d")]
    keys = [baseline.key_of(one, ["/l/"]) for one in rows]
    expected = [
        ("a", "log", "a.b"),
        ("b", "log", "a.b"),
        ("a", "log", "y"),
        ("/la", "log", "a.b"),
        ("a", "log", "c.d"),
    ]
    if keys != expected or baseline.key_of(row("/l"), ["/l"])[0]:
        return f"{keys}"
    for ignored, known, left, counts in (
        ((), frozenset(), rows, {}),
        (("a.b",), frozenset(), rows[2::2], {"ignored": 3}),
        (("y",), frozenset(), [*rows[:2], *rows[3:]], {"ignored": 1}),
        ((), frozenset(expected[:1]), rows[1:], {"baseline": 1}),
        (("c.d",), frozenset(expected[1:3]), [rows[0], rows[3]], {"ignored": 1, "baseline": 2}),
    ):
        kept = baseline.Filter(["/l"], ignored, known)
        if list(kept.apply(rows)) != left or dict(kept.suppressed) != counts:
            return f"without {ignored} and {known}: {dict(kept.suppressed)}"
    return None
