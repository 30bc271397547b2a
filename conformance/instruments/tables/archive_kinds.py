# SPDX-License-Identifier: Apache-2.0
"""Damages of archived instants: the archive of layout 1, the history of layout 2."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from instruments.tables.kinds import add, kind, pick
from instruments.tables.table import HIDDEN, Rng, Table

DAMAGED, FOREIGN = "archive.block.damaged", "archive.block.foreign"
FORM, ROW = "history.manifest.form", "history.row.form"


def _archives(table: Table) -> list[str]:
    folder = table.path / HIDDEN / "archived"
    archives = folder.glob(".commits_.archive.*") if table.layout == 1 and folder.is_dir() else ()
    return sorted(path.relative_to(table.path).as_posix() for path in archives)


def _archive(name: str, rules: tuple[str, ...], change: Callable[[bytes, Rng], bytes]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        path = pick(rng, _archives(table))
        if path is None:
            return None
        table.file(path).write_bytes(change(table.file(path).read_bytes(), rng))
        return path

    add(name, rules, apply)


def _flip(data: bytes, at: int, mask: int) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


_archive("archive_cut", (DAMAGED,), lambda data, rng: data[: rng.randrange(14, len(data) - 8)])
_archive(
    "archive_magic",
    (DAMAGED, "log.recovery.bad-magic"),
    lambda data, rng: _flip(data, rng.randrange(6), 1 << rng.randrange(8)),
)
_archive("archive_trailer", (DAMAGED,), lambda data, _: _flip(data, len(data) - 1, 1))
_archive("archive_block_type", (FOREIGN,), lambda data, _: data[:18] + b"\0\0\0\1" + data[22:])
_archive(
    "archive_schema",
    ("archive.schema.own", "log.header.schema-json", DAMAGED, "archive.block.form"),
    lambda data, _: data.replace(b'"type"', b'"tpye"', 1),
)
_archive("archive_tail", (DAMAGED,), lambda data, _: data + b"#HUDI#" + bytes(9))


@kind("archive.merge.plan-file")
def merge_plan_left(table: Table, rng: Rng) -> str | None:
    """The plan of a merge that did not end."""
    path = pick(rng, _archives(table))
    if path is None:
        return None
    target = f"{path.rpartition('/')[0]}/mergeArchivePlan"
    table.file(target).write_bytes(rng.choice([b"", b"Obj\x01\x04"]))
    return target


@kind("archive.file.folder-09")
def archive_in_hoodie(table: Table, rng: Rng) -> str | None:
    """An archive in `.hoodie` itself."""
    path = pick(rng, _archives(table))
    if path is None:
        return None
    target = f"{HIDDEN}/{path.rpartition('/')[2]}"
    table.file(path).rename(table.file(target))
    return target


# --- history --------------------------------------------------------------------------------------------


def _manifest(table: Table) -> Path:
    folder = table.path / str(table.history)
    return folder / f"manifest_{(folder / '_version_').read_text().strip()}"


def _files(table: Table) -> list[Path]:
    names = json.loads(_manifest(table).read_text())["files"]
    return [_manifest(table).with_name(item["fileName"]) for item in names]


def _history(name: str, rules: tuple[str, ...], change: Callable[[Table, Rng], object]) -> None:
    def apply(table: Table, rng: Rng) -> str | None:
        if table.history is None or not _files(table):
            return None
        return None if change(table, rng) is False else table.history

    add(name, rules, apply)


def _version(text: Callable[[Rng], str]) -> Callable[[Table, Rng], object]:
    return lambda table, rng: _manifest(table).with_name("_version_").write_text(text(rng))


def _length(table: Table, _: Rng) -> None:
    value = json.loads(_manifest(table).read_text())
    value["files"][0]["fileLen"] += 1
    _manifest(table).write_text(json.dumps(value))


def _rows(change: Callable[[list[dict[str, object]], Rng], bool | None]) -> Callable[[Table, Rng], object]:
    """Change the rows of a history file; its length in the manifest is fitted."""

    def apply(table: Table, rng: Rng) -> object:
        path = rng.choice(_files(table))
        rows = pq.read_table(path)
        values = rows.to_pylist()
        if change(values, rng) is False:
            return False
        pq.write_table(pa.Table.from_pylist(values, rows.schema), path)
        value = json.loads(_manifest(table).read_text())
        for item in value["files"]:
            if item["fileName"] == path.name:
                item["fileLen"] = path.stat().st_size
        _manifest(table).write_text(json.dumps(value))
        return True

    return apply


def _set(
    key: str, change: Callable[[bytes], object]
) -> Callable[[list[dict[str, object]], Rng], bool | None]:
    def apply(values: list[dict[str, object]], rng: Rng) -> bool | None:
        row = pick(rng, [row for row in values if row.get(key)])
        if row is None:
            return False
        data = row[key]
        assert isinstance(data, bytes)
        row[key] = change(data)
        return None

    return apply


def _page(data: bytes, rng: Rng) -> bytes:
    """Bytes of the last column chunks are content of a page; 64 of them are zeroed."""
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    at = rng.randrange(8, end // 2)
    return data[:at] + bytes(min(64, end - at)) + data[at + 64 :]


def _double(values: list[dict[str, object]], rng: Rng) -> None:
    values.append(dict(rng.choice(values)))


def _no_action(values: list[dict[str, object]], rng: Rng) -> None:
    rng.choice(values)["action"] = None


def _no_completion(values: list[dict[str, object]], rng: Rng) -> None:
    rng.choice(values)["completionTime"] = None


_history(
    "history_version_no_number", ("history.version.form",), _version(lambda rng: rng.choice(["", "x", "-1"]))
)
_history("history_version_of_nothing", ("history.version.missing-manifest",), _version(lambda _: "4711"))
_history(
    "history_manifest_cut",
    (FORM,),
    lambda table, rng: _manifest(table).write_text(_manifest(table).read_text()[: rng.randrange(1, 20)]),
)
_history("history_length", (FORM,), _length)
_history("history_file_gone", (FORM,), lambda table, rng: rng.choice(_files(table)).unlink())
_history(
    "history_manifest_emptied",
    ("history.manifest.empty",),
    lambda table, _: _manifest(table).write_text('{"files":[]}'),
)
_history(
    "history_foreign_file",
    ("history.file.names",),
    lambda table, _: _manifest(table).with_name("part-0.parquet").write_bytes(b"PAR1"),
)
_history(
    "history_level",
    ("history.file.level",),
    lambda table, _: _manifest(table).with_name("1_2_13.parquet").write_bytes(b"PAR1"),
)
_history(
    "history_tail",
    (ROW,),
    lambda table, _: _files(table)[0].write_bytes(_files(table)[0].read_bytes()[:-1] + b"X"),
)
_history(
    "history_page",
    # Where the page has a checksum that is broken; without one, what the zeroed bytes belong to.
    (ROW, "log.parquet.page-checksum", "history.row.metadata", "history.row.plan", "history.row.required"),
    lambda table, rng: (path := rng.choice(_files(table))).write_bytes(_page(path.read_bytes(), rng)),
)
_history("history_metadata_cut", ("history.row.metadata",), _rows(_set("metadata", lambda data: data[:-20])))
_history(
    "history_metadata_magic",
    ("history.row.metadata",),
    _rows(_set("metadata", lambda data: b"Xbj" + data[3:])),
)
_history("history_plan_cut", ("history.row.plan",), _rows(_set("plan", lambda data: data[:-20])))
_history("history_row_twice", ("history.row.unique",), _rows(_double))
_history("history_action_null", ("history.row.required",), _rows(_no_action))
_history("history_completion_null", ("history.row.completion-null",), _rows(_no_completion))


@kind("table.check.history-version")
def history_version_old(table: Table, _: Rng) -> str | None:
    """A newer manifest than the one in force."""
    if table.history is None:
        return None
    number = int(_manifest(table).name.rpartition("_")[2])
    shutil.copyfile(_manifest(table), _manifest(table).with_name(f"manifest_{number + 1}"))
    return f"{table.history}/_version_"


@kind("archive.recovery.union")
def archived_and_active(table: Table, rng: Rng) -> str | None:
    """An instant of the history that is active, too."""
    if table.history is None or not _files(table):
        return None
    rows = [row for path in _files(table) for row in pq.read_table(path).to_pylist() if row["metadata"]]
    row = pick(rng, rows)
    if row is None or not row["metadata"].startswith(b"Obj"):
        return None
    target = f"{table.folder}/{row['instantTime']}_{row['completionTime']}.{row['action']}"
    table.file(target).write_bytes(row["metadata"])
    return target
