# SPDX-License-Identifier: Apache-2.0
"""How the check of a metadata table opens both tables, for mutants drawn by chance.

drawn:opened-state      partitions that are absent or skipped, slices that a snapshot reads, listed files
drawn:opened-timelines  what is told of the timelines of a copy
drawn:opened-ends       ends of files with footers of any length
drawn:opened-outside    nothing of a store is written outside of its copy
drawn:opened-values-N   columns of base files and of slices with log files
drawn:opened-copy-N     what is copied of a table in a store: whole files, ends of files, and sizes alone;
                        what is over a limit is a gap
"""

from __future__ import annotations

import io
import itertools
import random
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Asked, Failure, imported, numbered, without_world
from chance_files import copy_folder
from chance_findings import replaced

_OWN = ".hoodie/metadata"
_READY = "hoodie.table.metadata.partitions"
_T1, _T2, _T3 = (f"2026010100{minute:02d}00000" for minute in (1, 2, 3))
_COUNT = itertools.count()


# --- both tables -----------------------------------------------------------------------------------------


def _state() -> Failure:
    module, views = imported("audit.metadata.state"), imported("views.timeline")
    tables = imported("table.metadata")
    timeline = views.Timeline(6, 1, ".hoodie", ())
    made = tables.MetadataTable(Path("/t"), timeline, None, None, (), (), frozenset(), {}, {})
    skipped: list[set[str]] = []

    def open_metadata(_: Path, skip: set[str]) -> Any:
        skipped.append(set(skip))
        return made

    groups = {("p", "a"): "kept", ("p", "b"): "replaced", ("p", "c"): "invisible", ("q", "a"): "kept too"}
    table = SimpleNamespace(slices=groups, facts="facts")
    with replaced(
        module, absent_partitions=lambda _: frozenset({"x"}), open_metadata=open_metadata,
        open_table=lambda _: table, list_files=lambda metadata: {"p": {"f": 1}, "": {"g": 2}},
        is_replaced=lambda group, facts: groups[group] == "replaced" and facts == "facts",
        merged_slice=lambda items, facts: None if items == "invisible" else (items, facts),
    ):  # fmt: skip
        token = f"token {next(_COUNT)}"
        for skip, is_deep in (((), True), (("y", "z"), False)):
            state = module.open_state("/t", token, is_deep=is_deep, skip=skip)
            if skipped[-1] != {"x", *skip} or state.is_deep is not is_deep:
                return f"opened without {skipped[-1]}, deep {state.is_deep}"
            if not state.metadata.takes_zero_words or state.path != Path("/t"):
                return "words of checksums that are zero are compared"
        if state.slices != {("p", "a"): ("kept", "facts"), ("q", "a"): ("kept too", "facts")}:
            return f"slices {state.slices}"
    for partition, name, is_listed in (
        ("p", "f", True),
        ("p", "g", False),
        ("", "g", True),
        ("q", "f", False),
    ):
        if state.is_listed(partition, name) is not is_listed:
            return f"{partition}/{name} is listed: {not is_listed}"
    if state.file("p/q", "f") != Path("/t/p/q/f") or state.file("", "f") != Path("/t/f"):
        return "other paths"
    return _absent(module)


def _absent(module: Any) -> Failure:
    """Announced partitions without a file: no folder, an empty one, a name that is none."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        for name in ("there", "empty", "of folders/x", "..there"):
            (root / _OWN / name).mkdir(parents=True)
        for name in ("there", "..there", "."):
            (root / _OWN / name / "x").write_bytes(b"")
        names = (
            "there",
            "empty",
            "gone",
            "..",
            ".",
            "a/b",
            "there/../there",
            "a\0b",
            "..there",
            "of folders",
        )
        timeline = SimpleNamespace(properties={_READY: ",".join(names)})
        with replaced(module, read_timeline=lambda _: timeline):
            found = module.absent_partitions(root)
        if found != set(names) - {"there", "..there"}:
            return f"absent: {sorted(found)}"
        if module.names_in(root / "none") or sorted(module.names_in(root / _OWN / "there")) != ["x"]:
            return "names of the files of a folder"
    return None


def _raising(error: Exception) -> Any:
    def call(*_: Any) -> None:
        raise error

    return call


def _timelines() -> Failure:
    """What is told of the timelines of a copy: paths below the data table, and sizes of files."""
    run, row_of = imported("audit.metadata.run"), imported("audit.findings").FindingRow
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / _OWN / ".hoodie" / "there"
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x" * 7)
        rows = [
            row_of(f".hoodie{name}", "table", "damage", "c", "m", "r") for name in ("/there", "/gone", "")
        ]
        seen: list[Any] = []

        def check(*facts: Any) -> list[Any]:
            seen.append(facts)
            return rows

        with replaced(run, gather=lambda path: path, check_timelines=check):
            found = [(row.path, row.kind, row.len) for row in run._check_copied_timelines(Path(place))]
        sizes = (("/there", 7), ("/gone", None), ("", None))
        expected = [(f"{_OWN}/.hoodie{end}", "table", size) for end, size in sizes]
        if found != expected or seen != [(Path(place) / _OWN, Path(place))]:
            return f"found {found} of {seen}, expected {expected}"
        refused = imported("errors").Reject("bad-magic", 1, "a.b", "x")
        with replaced(run, gather=_raising(refused), check_timelines=check):
            if list(run._check_copied_timelines(Path(place))):
                return "timelines that cannot be read"
    return None


# --- values ----------------------------------------------------------------------------------------------


def values_fault(chance: random.Random) -> Failure:
    """Columns of a base file in the order that is asked for, and rows of a slice with log files."""
    module = imported("audit.metadata.state")
    num, rows_of_group = chance.choice((0, 1, 7)), chance.choice((1, 3))
    columns = {
        "_hoodie_record_key": [chance.choice((f"k{at}", None)) for at in range(num)],
        "a": list(range(num)), "b": [f"x{at}" for at in range(num)],
    }  # fmt: skip
    wanted = chance.sample(["a", "b", "none"], chance.randrange(4))
    expected = list(
        zip(columns["_hoodie_record_key"], *(columns.get(c, [None] * num) for c in wanted), strict=True)
    )
    kinds = {"_hoodie_record_key": pa.string(), "a": pa.int64(), "b": pa.string()}
    table = pa.table({name: pa.array(values, kinds[name]) for name, values in columns.items()})
    read: list[Any] = []

    def read_slice(table: Any, item: Any, latest: str) -> Iterator[dict[str, Any]]:
        read.append((table.facts.latest or "", latest))
        yield from ({name: values[at] for name, values in columns.items()} for at in range(num))

    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "p" / "f.parquet"
        path.parent.mkdir()
        pq.write_table(table, path, row_group_size=rows_of_group)
        latest = chance.choice((None, "7"))
        state = SimpleNamespace(
            file=lambda partition, name: Path(place) / partition / name,
            table=SimpleNamespace(facts=SimpleNamespace(latest=latest)),
        )  # fmt: skip
        base, log = SimpleNamespace(name="f.parquet"), SimpleNamespace(name="x")
        for base_file, logs in ((base, ()), (base, (log,)), (None, (log,))):
            item = SimpleNamespace(partition="p", base_file=base_file, log_files=logs)
            read.clear()
            with replaced(module, read_slice=read_slice):
                found = list(module.slice_values(state, item, wanted))
            if found != expected:
                return f"{wanted} of {base_file} and {len(logs)} log files: {found}, expected {expected}"
            if read != [(latest or "", latest or "")] * bool(logs):
                return f"read with log files: {read}"
        with replaced(module, _BATCH=2):
            sizes = [batch.num_rows for batch in module.column_batches(path, wanted)]
        if wanted and (sum(sizes) != num or max(sizes, default=0) > 2):
            return f"batches of {sizes}, {num} rows"
        errors = imported("errors")
        with replaced(module, check_values=_raising(errors.LimitExceeded("x"))):
            try:
                list(module.column_batches(path, wanted))
            except errors.LimitExceeded:
                pass
            else:
                return "a file that announces too much is read"
        path.write_bytes(path.read_bytes()[:-9])
        try:
            list(module.column_batches(path, wanted))
        except errors.Reject as error:
            return None if error.requirement == "table.base-file.form" else f"{error!r}"
        return "a file without its end is read"


# --- a table in a store ----------------------------------------------------------------------------------


@cache
def _own_files(version: int, is_compacted: bool) -> dict[str, bytes]:
    """A metadata table with a compaction: log files before it are of an older slice."""

    def commit(time: str, action: str, rows: Any) -> dict[str, Any]:
        return {"time": time, "completion_time": str(int(time) + 400), "action": action, "rows": rows}

    def rows(name: str) -> dict[str, Any]:
        files = [{"partitions": {"p=1": True}}, {"partition": "p=1", "files": {name: 7}}]
        located = {"key": name, "partition": "p=1", "file_id": "f", "instant_ms": 1}
        return {"files": files, "record_index": [located]}

    compaction = f"{_T1}001" if version < 8 else str(int(_T1) + 5000)
    compacted = commit(compaction, "compaction", rows("a.parquet"))
    made: dict[str, bytes] = imported("encode.metadata.table").encode_metadata({
        "table_version": version, "name": "t", "partition_field": "p",
        "indexes": {"files": {}, "record_index": {"groups": 2}},
        "instants": [
            {"time": time, "action": "commit", "completion_time": str(int(time) + 500)} for time in (_T1, _T2)
        ],
        "commits": [
            commit(_T1, "deltacommit", rows("a.parquet")),
            *([{**compacted, "completion_time": str(int(_T1) + 5500)}] if is_compacted else []),
            commit(_T2, "deltacommit", rows("b.parquet")),
        ],
    })  # fmt: skip
    return made


@cache
def _base(num_columns: int) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({f"c{at}": [at] * 500 for at in range(num_columns)}), out)
    return out.getvalue()


def _is_whole_timeline(path: str) -> bool:
    """Whether a file of the metadata table is read for its timeline, or says what a partition is."""
    return path.startswith(f"{_OWN}/.hoodie/") or path.endswith("/.hoodie_partition_metadata")


def copy_fault(chance: random.Random) -> Failure:
    """A copy against the table: which files are whole, by what is read of them."""
    version, is_deep = chance.choice((6, 9)), chance.random() < 0.5
    is_compacted = chance.random() < 0.6
    own = dict(_own_files(version, is_compacted))
    data = {
        "p=1/a.parquet": _base(1),
        "p=1/b.parquet": _base(40),
        "p=1/.x.log.1": b"log" * 9,
        "c.parquet": b"PAR1",
    }
    in_slices = _files_of_slices(own, version, is_compacted)
    definitions = own.pop(".hoodie/.index_defs/index.json", None)
    named = chance.choice((None, ".hoodie/.index_defs/index.json"))
    if definitions is not None:
        own[".hoodie/.index_defs/index.json"] = definitions
    everything = {**own, **data}
    size_data = sum(map(len, data.values()))
    max_data = chance.choice((1 << 30, size_data, size_data - 1))
    of_index = {
        index: sum(len(own[path]) for path in in_slices if path.startswith(f"{_OWN}/{index}/"))
        for index in ("files", "record_index")
    }
    max_partition = chance.choice(
        (1 << 30, *of_index.values(), min(of_index.values()) - 1, max(of_index.values()) - 1)
    )
    skipped = {index for index, size in of_index.items() if size > max_partition}
    is_read = is_deep and size_data <= max_data
    gaps = sorted(
        ["data files"] * (is_deep and not is_read) + ["partitions of metadata tables"] * len(skipped)
    )
    remote, surface = imported("audit.metadata.remote"), imported("audit.surface")
    store_path = f"mock://store/opened{next(_COUNT)}"
    system, root = imported("lake.filesystem").file_system(store_path)
    with tempfile.TemporaryDirectory() as place:
        source, folder = Path(place) / "t", Path(place) / "copy"
        for path, content in everything.items():
            (source / path).parent.mkdir(parents=True, exist_ok=True)
            (source / path).write_bytes(content)
        there = [
            path for path in everything if path.startswith(".hoodie/") and not path.startswith(f"{_OWN}/")
        ]
        there = [path for path in there if named is None or path != named]
        for path in there:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(everything[path])
        copy_folder(source, system, root)
        try:
            refs = imported("lake.files").list_files([store_path])
            files = [ref for ref in refs if f"/{_OWN}/" not in ref.path]
            table = surface.TableRef(store_path, files, surface.Context(deep=is_deep))
            with replaced(remote, MAX_DATA=max_data, MAX_PARTITION=max_partition):
                copied = remote.copy_table(table, folder)
        finally:
            system.delete_dir(root)
        if (copied.skipped, copied.is_deep) != (skipped, is_read):
            return f"skipped {copied.skipped}, deep {copied.is_deep}; expected {skipped}, {is_read}"
        if sorted(one.what for one in copied.gaps) != gaps:
            return f"gaps {copied.gaps}, expected {gaps}"
        if any(one.number != (len(data) if one.what == "data files" else 1) for one in copied.gaps):
            return f"numbers of gaps {copied.gaps}"
        for path, content in everything.items():
            found = (folder / path).read_bytes()
            index = path.removeprefix(f"{_OWN}/").partition("/")[0]
            is_whole = path in there or path == named or _is_whole_timeline(path)
            is_whole = is_whole or (path in in_slices and index not in skipped) or (path in data and is_read)
            if len(found) != len(content):
                return f"{path}: {len(found)} bytes of {len(content)}"
            if is_whole and found != content:
                return f"{path} is not whole"
            if path in data and path.endswith(".parquet") and found[-8:] != content[-8:]:
                return f"{path} without its end"
            if not is_whole and not path.endswith(".parquet") and any(found):
                return f"{path} is copied"
    return None


def _files_of_slices(own: dict[str, bytes], version: int, is_compacted: bool) -> set[str]:
    """Files of the latest slices: base files, and log files after them; without a base file all."""
    found = set()
    for path in own:
        name = path.rpartition("/")[2]
        if (
            not path.startswith((f"{_OWN}/files/", f"{_OWN}/record_index/"))
            or name == ".hoodie_partition_metadata"
        ):
            continue
        time = (
            name.split("_")[-1].partition(".")[0]
            if name.endswith(".hfile")
            else name.partition("_")[2].partition(".")[0]
        )
        is_log = not name.endswith(".hfile")
        # Below version 8 a log file has the time of its base file.
        is_latest = time == (_T2 if version >= 8 else f"{_T1}001") if is_log and is_compacted else True
        if is_latest:
            found.add(path)
    return found


def _outside() -> Failure:
    """Nothing is written outside of the copy, whatever a store calls its files."""
    remote, ref_of = imported("audit.metadata.remote"), imported("lake.files").FileRef
    names = ("a", "../a", "c/../../b", "..", "c/..b", "..a/b", "x/..")
    with tempfile.TemporaryDirectory() as place:
        made, seen = remote._Copy("mock://store/t", Path(place) / "copy"), []
        refs = [ref_of(f"mock://store/t/{name}", 3) for name in names]
        made._each(refs, lambda ref: seen.append(made.below(ref)))
        made.name(refs)
        found = sorted(
            path.relative_to(place).as_posix() for path in Path(place).rglob("*") if path.is_file()
        )
    if sorted(seen) != ["..a/b", "a", "c/..b"]:
        return f"copied {seen}"
    return None if found == ["copy/..a/b", "copy/a", "copy/c/..b"] else f"written {found}"


def _ends() -> Failure:
    """The end of a file is that of its footer, of any length; the file has the size that it has now."""
    remote, ref = imported("audit.metadata.remote"), imported("lake.files").FileRef("mock://store/t/f", 9)
    for len_footer, size in ((3, 40), (0x20, 40), (0x20, 0x28), (0x18, 0x28), (0x01000010, 0x01000100)):
        data = bytes([7]) * (size - 8) + len_footer.to_bytes(4, "little") + b"PAR1"
        with tempfile.TemporaryDirectory() as place:
            target = Path(place) / "f"
            target.write_bytes(bytes(size + 5))
            with replaced(remote, opened=lambda _, data=data: nullcontext(data), _LEN_END=16):
                remote._Copy("mock://store/t", Path(place))._end(ref)
            found, num = target.read_bytes(), max(len_footer + 8, 16)
            if found != bytes(size - num) + data[size - num :]:
                return f"a footer of {len_footer} bytes in a file of {size}"
    return None


def opened_questions() -> Iterator[Asked]:
    """All of them."""
    yield "drawn:opened-state", "", without_world(_state)
    yield "drawn:opened-timelines", "", without_world(_timelines)
    yield "drawn:opened-ends", "", without_world(_ends)
    yield "drawn:opened-outside", "", without_world(_outside)
    yield from numbered({"opened-values": values_fault}, 2, 10)
    yield from numbered({"opened-copy": copy_fault}, 3, 4)
