# SPDX-License-Identifier: Apache-2.0
"""Which table a file belongs to, what was not checked, and how rules between files are run, for mutants.

drawn:between-lookup-NAME    paths and properties on both sides of each condition, and what `spec/timeline.md`
                             and `schemas/findings.md` say of them
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from chance_asked import Failure, imported
from chance_between import (
    PROPERTIES,
    TIMES,
    Group,
    Row,
    base_path,
    rows_of,
    texts_of,
    write_table,
)

question = Group("between-lookup")
between_lookup_questions = question.questions
T = TIMES
_BACKUP = f"{PROPERTIES}.backup"


class _Store:
    """Small files by path, and what is asked for."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []

    def read(self, path: str, _: int = 0) -> bytes | None:
        self.asked.append(path)
        return self.files.get(path)

    def tables(self, listed: Iterable[str] | None = None, **options: Any) -> Any:
        """What finds tables by these files; of `listed` paths all files are known."""
        tables = imported("audit.table_lookup").Tables(**options)
        if listed is not None:
            tables.learn(listed, self.refs())
        return tables

    def refs(self, *more: str) -> list[Any]:
        ref = imported("lake.files").FileRef
        return [ref(path, 5) for path in sorted({*self.files, *more})]

    def patched(self) -> Any:
        return mock.patch.object(imported("audit.table_lookup"), "read_small", self.read)


def _version(number: int, initial: str | None = None) -> bytes:
    more = {} if initial is None else {"hoodie.table.initial.version": initial}
    return texts_of({"hoodie.table.version": f"{number}", **more})


@question.each("properties")
def _() -> Iterator[Failure]:
    """Lines of properties: comments, blanks, escapes; the last of a key counts."""
    parse = imported("audit.table_lookup").parse_properties
    for text, entries in (
        (b"", {}), (b"a=b", {"a": "b"}), (b"a=b\nc=d\r\n", {"a": "b", "c": "d"}),
        (b"#a=b\n!c=d\n e = f ", {"e": "f"}),
        (b"a=b=c", {"a": "b=c"}), (b"a", {"a": ""}), (b"a=1\na=2", {"a": "2"}), (b"\n  \n", {}),
        (b"a=x\\:y\\=z\\:", {"a": "x:y=z:"}), (b"a=\xff", {"a": "\ufffd"}), (b"  # a=b", {}),
        (b"a#=b!", {"a#": "b!"}),
    ):  # fmt: skip
        found = parse(text)
        yield None if found == entries else f"{text!r}: {found}, expected {entries}"
    number = imported("audit.table_lookup")._number
    for text, value in (
        ("6", 6),
        ("0", 0),
        ("x", None),
        (None, None),
        ("", None),
        ("-1", None),
        ("6.0", None),
    ):
        yield None if number(text) == value else f"{text!r} is the number {number(text)}"


@question.each("nearest")
def _() -> Iterator[Failure]:
    """The table of a file is the nearest folder above it with properties, or with their backup."""
    for start in ("/a", "a", "s3://b", "s3://b/a"):
        store = _Store({f"{start}/t/{PROPERTIES}": _version(6, "5"), f"{start}/t/p/u/{_BACKUP}": _version(9),
                        f"{start}/t/.hoodie/metadata/{PROPERTIES}": _version(8, "x")})  # fmt: skip
        with store.patched():
            tables = store.tables()
            for path, folder, versions in (
                ("t/x", "t", (6, 5)), ("t/p/x", "t", (6, 5)), ("t/p/u/x", "t/p/u", (9, None)),
                ("t/p/u/v/w/x", "t/p/u", (9, None)), ("t/.hoodie/x", "t", (6, 5)), ("x", None, (None, None)),
                ("t/.hoodie/metadata/files/x", "t/.hoodie/metadata", (8, None)), ("tt/x", None, (None, None)),
            ):  # fmt: skip
                own = f"{start}/{path}"
                found = tables.folder_of(own)
                expected = None if folder is None else f"{start}/{folder}"
                yield None if found == expected else f"{own} is in {found}, expected {expected}"
                context = tables.context(own)
                shown = context.table_version, context.initial_version
                yield None if shown == versions else f"{own}: versions {shown}, expected {versions}"
            for folder, is_table in (
                ("t", True),
                ("t/p", False),
                ("t/p/u", True),
                ("", False),
                ("t/p/u/v", False),
            ):
                found = tables.is_table(f"{start}/{folder}".rstrip("/"))
                yield None if found is is_table else f"{start}/{folder} is a table: {found}"
    for place, num in (
        ("/a/b/c", 3),
        ("a/b", 2),
        ("s3://b/c", 2),
        ("s3://b", 1),
        ("/", 1),
        ("", 1),
        ("/a", 1),
    ):
        store = _Store({})
        with store.patched():
            tables = store.tables()
            found = tables.is_table(place)
            yield f"{place} is a table" if found else None
            folders = {path.partition("/.hoodie")[0] for path in store.asked}
            yield None if len(folders) == num else f"{place}: {sorted(folders)} are asked for, expected {num}"
            yield None if len(store.asked) == 2 * num else f"{place}: {len(store.asked)} files are asked for"
            first = len(store.asked)
            tables.is_table(place)
            tables.folder_of(f"{place}/x")
            yield None if len(store.asked) == first else f"{place} is asked for again"


@question.each("defaults")
def _() -> Iterator[Failure]:
    """What holds for all files stays; a version that is given overrides those of tables."""
    context = imported("audit.surface").Context
    store = _Store({f"/t/{PROPERTIES}": _version(6, "5")})
    with store.patched():
        for given, expected in (
            (context(since="3", deep=True, pages=True), context(6, 5, "3", True, True)),
            (context(9, since="3"), context(9, None, "3")), (context(0), context(0)), (None, context(6, 5)),
        ):  # fmt: skip
            tables = store.tables(defaults=given)
            yield (
                None
                if tables.context("/t/x") == expected
                else f"{tables.context('/t/x')}, expected {expected}"
            )
            outside = given or context()
            yield (
                None if tables.context("/u/x") == outside else f"{tables.context('/u/x')}, expected {outside}"
            )


@question.each("groups")
def _() -> Iterator[Failure]:
    """Files by table, in the order of their folders."""
    store = _Store({f"/t/{PROPERTIES}": _version(6), f"/a/{PROPERTIES}": _version(9)})
    with store.patched():
        refs = store.refs("/t/x", "/t/p/y", "/u/z")
        groups = store.tables(now="7").group(refs)
        shown = [
            (one.path, [ref.path for ref in one.files], one.context.table_version, one.now) for one in groups
        ]
        expected = [("/a", ["/a/.hoodie/hoodie.properties"], 9, "7"),
                    ("/t", ["/t/.hoodie/hoodie.properties", "/t/p/y", "/t/x"], 6, "7")]  # fmt: skip
        yield None if shown == expected else f"{shown}, expected {expected}"
        yield "groups of nothing" if store.tables().group([]) else None


@question.each("listed")
def _() -> Iterator[Failure]:
    """Of remote folders that were listed, those without properties are not asked for."""
    store = _Store({f"s3://b/l/t/{PROPERTIES}": _version(6), f"s3://b/l/u/{_BACKUP}": _version(9)})
    for listed, path, num in (
        (["s3://b/l"], "s3://b/l/t/p/q/x", 1), (["s3://b/l/"], "s3://b/l/t/p/q/x", 1),
        ([], "s3://b/l/t/p/q/x", 5),
        (["s3://b/other"], "s3://b/l/t/p/q/x", 5), (["s3://b/l/t/p"], "s3://b/l/t/p/q/x", 1),
        (["s3://b/l"], "s3://b/l/u/x", 2), (["s3://b/l"], "s3://b/l/x", 2),
        (["s3://b/l"], "s3://b/l/v/w/x", 2),
        (["s3://b/l"], "s3://b/lx/w/x", 6), (["s3://b/x", "s3://b/l"], "s3://b/l/t/p/x", 1),
    ):  # fmt: skip
        store.asked.clear()
        with store.patched():
            tables = store.tables(listed)
            folder = tables.folder_of(path)
        expected = next((f"s3://b/l/{name}" for name in "tu" if path.startswith(f"s3://b/l/{name}/")), None)
        yield None if folder == expected else f"{path}: {folder}, expected {expected}"
        yield None if len(store.asked) == num else f"{listed}, {path}: {store.asked}, expected {num}"
    local = _Store({f"/l/t/{PROPERTIES}": _version(6)})
    with local.patched():
        tables = imported("audit.table_lookup").Tables()
        tables.learn(["/l"], [])
        yield None if tables.folder_of("/l/t/x") == "/l/t" else "a local folder is not asked for"


# --- what was not checked --------------------------------------------------------------------------------


@question.each("below")
def _() -> Iterator[Failure]:
    """Paths below others, by whole names; also where a name is no text."""
    is_below = imported("audit.coverage").is_below
    here = Path.cwd()
    for path, roots, expected in (
        ("/a/b", ["/a"], True), ("/a", ["/a"], True), ("/ab", ["/a"], False), ("/a", ["/a/b"], False),
        ("/a/b", ["/a/"], True), ("/a/b", ["/c", "/a"], True), ("/a/b", [], False),
        ("/a/b", [Path("/a")], True),
        ("a/b", ["a"], True), ("s3://b/c", ["s3://b"], True), ("s3://bc", ["s3://b"], False),
        ("file:///a/b%FF", ["/a"], True), ("file:///ab%FF", ["/a"], False),
        (f"file://{here}/x%FF", ["."], True),
        (f"file://{here}/y/x%FF", ["y"], True), (f"file://{here}/z/x%FF", ["y"], False),
        ("file:///a/b%FF", ["file:///a"], True), ("file:///a", ["/a"], True),
    ):  # fmt: skip
        found = is_below(path, roots)
        yield None if found is expected else f"{path} below {roots}: {found}"


def _covered(
    files: dict[str, bytes], paths: Sequence[Any], known: Iterable[str] = (), others: Sequence[str] = ()
) -> list[Row]:
    store = _Store(files)
    module = imported("audit.coverage")
    with store.patched(), mock.patch.object(module, "read_small", store.read):
        found = module.check_coverage(paths, store.refs(*others), set(known), store.tables())
        return rows_of(found)


def _lost(folder: str) -> Row:
    path = f"{folder}/{PROPERTIES}"
    return path, "timeline.table.folder", "missing-field", "damage", "error", None, None, None


def _unchecked(path: str) -> Row:
    return path, "", "nothing-checked", "unreadable", "error", None, None, None


@question.each("lost-tables")
def _() -> Iterator[Failure]:
    """Folders with files of a timeline or partition metadata, and no properties around them."""
    table = {f"/t/{PROPERTIES}": _version(6)}
    depth = "/.hoodie_partition_metadata"
    for name, files, expected in (
        ("a table", {**table, "/t/.hoodie/1.commit": b"", f"/t/p{depth}": b""}, []),
        ("a backup", {f"/t/{_BACKUP}": _version(6), "/t/.hoodie/1.commit": b""}, []),
        ("no properties", {"/t/.hoodie/1.commit": b""}, ["/t"]),
        ("of one letter", {"t/.hoodie/1.commit": b""}, ["t"]),
        ("two", {"/t/.hoodie/1.commit": b"", "/u/.hoodie/timeline/1.commit": b""}, ["/t", "/u"]),
        ("an index in a table", {**table, "/t/.hoodie/metadata/.hoodie/1.commit": b""},
        ["/t/.hoodie/metadata"]),
        ("a table with an index", {"/t/.hoodie/1.commit": b"",
        "/t/.hoodie/metadata/.hoodie/1.commit": b""}, ["/t"]),
        ("one in another", {"/t/.hoodie/x": b"", "/t/u/.hoodie/x": b"", "/tu/.hoodie/x": b""}, ["/t", "/tu"]),
        ("a partition", {f"/t/p{depth}": b"partitionDepth=1\n"}, ["/t"]),
        ("two deep", {f"/t/p/q{depth}": b"a=b\n partitionDepth = 2 \n"}, ["/t"]),
        ("no depth", {f"/t/p{depth}": b""}, ["/t/p"]),
        ("no number", {f"/t/p{depth}": b"partitionDepth=x"}, ["/t/p"]),
        ("none", {f"/t/p{depth}": b"partitionDepth=0"}, ["/t/p"]),
        ("of Parquet", {f"/t/p{depth}.parquet": b"\xff"}, ["/t/p"]),
        ("of ORC", {f"/t/p{depth}.orc": b""}, ["/t/p"]),
        ("of Avro", {f"/t/p{depth}.avro": b"", "/t/p/x": b""}, None),
        ("too deep", {f"/t/p{depth}": b"partitionDepth=9999999"}, ["/t"]),
        ("in a table", {**table, f"/t/p{depth}": b"partitionDepth=9"}, []),
        ("twice", {"/t/.hoodie/1.commit": b"", f"/t/p{depth}": b"partitionDepth=1"}, ["/t"]),
        ("another key", {f"/t/p{depth}": b"xpartitionDepth=1\n"}, ["/t/p"]),
        ("in the root", {"/.hoodie/x": b"", f"/t{depth}": b""}, ["/t"]),
        ("metadata in .hoodie", {**table, f"/t/.hoodie{depth}": b"partitionDepth=1"}, []),
    ):  # fmt: skip
        found = _covered(files, ["/"] if expected is None else [], others=["/x"])
        rows = [_unchecked("")] if expected is None else [_lost(folder) for folder in expected]
        yield None if found == rows else f"{name}: {found}, expected {rows}"


@question.each("nothing-checked")
def _() -> Iterator[Failure]:
    """A path with no file of a known format or a table, and no table that was lost."""
    table = {f"/t/{PROPERTIES}": _version(6)}
    for name, files, paths, known, others, expected in (
        ("nothing", {}, ["/a"], [], [], ["/a"]), ("other files", {}, ["/a"], [], ["/a/x"], ["/a"]),
        ("a log", {}, ["/a"], ["/a/x"], ["/a/x"], []),
        ("a log beside", {}, ["/a"], ["/b/x"], ["/a/x", "/b/x"], ["/a"]),
        ("a table", table, ["/t"], [], [], []), ("a file of a table", table, ["/t/x"], [], ["/t/x"], []),
        ("two", table, ["/t", "/a/", "/a"], [], ["/a/x"], ["/a"]),
        ("a folder", {}, [Path("/a")], [], [], ["/a"]),
        ("none", {}, [], [], ["/a/x"], []),
        ("a table below", {f"/a/t/{PROPERTIES}": b""}, ["/a"], [], [], []),
        ("known and listed", {}, ["/a"], ["/a/x"], [], ["/a"]),
    ):  # fmt: skip
        found = _covered(files, paths, known, others)
        rows = [_unchecked(path) for path in expected]
        yield None if found == rows else f"{name}: {found}, expected {rows}"
    lost = {"/t/.hoodie/x": b""}
    for path, is_told in (("/t", False), ("/", False), ("/a", True), ("/t/.hoodie", True)):
        found = _covered(lost, [path])
        rows = [_lost("/t"), *[_unchecked(path)] * is_told]
        yield None if found == rows else f"{path}: {found}"
    module = imported("audit.coverage")
    store = _Store({"/a/x": b"", "/a/y": b""})
    with store.patched():
        [row] = module.check_coverage(["/a"], store.refs(), set(), store.tables())
    yield None if "2 files" in row.message else row.message


# --- how rules are run -----------------------------------------------------------------------------------


@question.each("run")
def _() -> Iterator[Failure]:
    """Rules between files of a whole listing: since an instant, with sizes, gaps, and texts that end."""
    module, surface = imported("audit.between_surface"), imported("audit.surface")
    row, ref, gap_of = (
        imported("audit.findings").FindingRow,
        imported("lake.files").FileRef,
        imported("audit.gaps").Gap,
    )
    path = base_path(0, T[1])

    def check_some(subject: Any) -> Iterator[Any]:
        for time in (None, T[1], T[3]):
            yield row(path, "table", "damage", "c", "m" * 600, "r", instant=time)
        yield row("p=9/none", "table", "damage", "c", f"{subject.now} {sorted(subject.present)}", "r")
        subject.gaps.append(gap_of("a", 2, "b"))
        raise ValueError("ends here")

    def check_next(subject: Any) -> Iterator[Any]:
        yield row(f"{subject.facts.timeline.folder}", "table", "note", "c", f"{subject.folder}", "s")

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        (folder / ".hoodie/archived").mkdir(parents=True)
        write_table(folder, 6, {})
        text = (folder / PROPERTIES).read_bytes()
        refs = [ref(f"{folder}/{PROPERTIES}", 7), ref(f"{folder}/{path}", 9)]
        for since, is_whole, is_table, now in itertools.product(
            (None, T[1], T[2]), (True, False), (True, False), ("5", None)
        ):
            gaps: list[Any] = []
            own = refs if is_whole else refs[1:]
            (folder / PROPERTIES).write_bytes(text if is_table else b"")
            table = surface.TableRef(str(folder), own, surface.Context(since=since), now)
            with mock.patch.object(module, "CHECKS", (check_some, check_next)):
                found = list(module.BetweenSurface().check_table(table, lambda _: b"", gaps.append))
            if not is_whole or not is_table:
                yield f"{found} of no table" if found or gaps else None
                continue
            wanted = [(f"{folder}/{path}", time, 9) for time in (None, T[1], T[3])
                      if since is None or time is None or time >= since]  # fmt: skip
            wanted += [
                (f"{folder}/p=9/none", None, None),
                (f"{folder}/.hoodie", None, None),
                (f"{folder}/.hoodie", None, None),
            ]
            shown = [(one.path, one.instant, one.len) for one in found]
            yield None if shown == wanted else f"since {since}: {shown}, expected {wanted}"
            yield None if {one.kind for one in found} == {"table"} else "another kind"
            yield None if len(found[0].message) == 500 else f"a text of {len(found[0].message)}"
            last, error, note = found[-3:]
            files = [".hoodie/hoodie.properties", path]
            clock = last.message.partition(" ")[0]
            is_right = clock == "5" if now else len(clock) == 14 and clock.isdigit()
            yield None if is_right and last.message.endswith(str(files)) else f"{last.message}"
            yield None if (error.verdict, error.code) == ("unreadable", "internal") else f"{error}"
            yield None if "check_some ended early: ValueError: ends here" in error.message else f"{error}"
            yield None if note.message == str(folder) else f"{note.message} is the folder"
            yield None if gaps == [gap_of("a", 2, "b")] else f"{gaps}"


@question.each("clock")
def _() -> Iterator[Failure]:
    """Without a clock the machine's counts, with a day for other zones."""
    import datetime

    module, surface = imported("audit.between_surface"), imported("audit.surface")
    ref = imported("lake.files").FileRef
    seen: list[str] = []

    def check(subject: Any) -> Iterator[Any]:
        seen.append(subject.now)
        return iter(())

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Clock:
            return cls(2026, 2, 28, 23, 59, 58, tzinfo=tz)

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "t"
        (folder / ".hoodie/archived").mkdir(parents=True)
        write_table(folder, 6, {})
        table = surface.TableRef(str(folder), [ref(f"{folder}/{PROPERTIES}", 7)], surface.Context())
        with mock.patch.object(module, "CHECKS", (check,)), mock.patch.object(module, "datetime", Clock):
            list(module.BetweenSurface().check_table(table, lambda _: b""))
    yield None if seen == ["20260301235958"] else f"now is {seen}"
