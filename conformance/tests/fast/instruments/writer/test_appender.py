# SPDX-License-Identifier: Apache-2.0
"""Appends: which file takes the next blocks, roll-over, names, and files that must not be continued."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.encode import EncodeError, encode_log
from hudi_conformance.encode.log.names import encode_log_name
from hudi_conformance.model.names import LogFileName
from instruments.recipes.files import recipe_files
from instruments.writer.appender import LogAppender, Slice, check_appendable
from instruments.writer.stores import FolderStore, Store

SCHEMA = '{"type":"record","name":"r","fields":[{"name":"id","type":"string"}]}'
OLD = Slice("f1-0", "20240101000000000", 6)
NEW = dataclasses.replace(OLD, table_version=8)
WRITE = OLD.instant
FIRST, SECOND, THIRD = (f".f1-0_20240101000000000.log.{n}_1-0-1" for n in (1, 2, 3))


class MemoryStore:
    """A dictionary of files."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = dict(files or {})

    def names(self) -> list[str]:
        """Names of all files, sorted."""
        return sorted(self.files)

    def read(self, name: str) -> bytes:
        """Content of one file."""
        return self.files[name]

    def create(self, name: str, data: bytes) -> None:
        """Write a new file."""
        if name in self.files:
            raise FileExistsError(name)
        self.files[name] = data

    def append(self, name: str, data: bytes) -> None:
        """Add to the end of a file."""
        self.files[name] += data


def data(key: str = "a", instant: str = WRITE) -> dict[str, Any]:
    header = {"INSTANT_TIME": instant, "SCHEMA": SCHEMA}
    return {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"id": key}]}


def delete() -> dict[str, Any]:
    return {"kind": "DELETE_BLOCK", "header": {"INSTANT_TIME": WRITE}, "deletes": []}


SIZE = len(encode_log({"blocks": [data()]}).data)


@pytest.fixture(params=["memory", "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MemoryStore() if request.param == "memory" else FolderStore(tmp_path)


def test_appends_of_one_writer_share_a_file(store: Store) -> None:
    appender = LogAppender(store, OLD)
    first, second = appender.append([data(), delete()]), appender.append([data("b")])
    assert (first.name, first.ofs, second.name, second.ofs) == (FIRST, 0, FIRST, first.len)
    assert store.names() == [FIRST]
    assert store.read(FIRST) == encode_log({"blocks": [data(), delete(), data("b")]}).data
    assert second.blocks[0].ofs == first.len


@pytest.mark.parametrize(
    ("threshold", "names"), [(SIZE, [FIRST, FIRST, SECOND]), (SIZE - 1, [FIRST, SECOND, THIRD])]
)
def test_a_file_above_the_threshold_takes_no_further_append(
    store: Store, threshold: int, names: list[str]
) -> None:
    appender = LogAppender(store, OLD, threshold)
    assert [appender.append([data()]).name for _ in range(3)] == names


def test_old_tables_go_on_in_the_newest_file_of_another_writer(store: Store) -> None:
    store.create(SECOND, encode_log({"blocks": [data()]}).data)
    made = LogAppender(store, dataclasses.replace(OLD, write_token="5-5-5")).append([data("b")])
    assert (made.name, made.ofs) == (SECOND, SIZE)


def test_old_tables_roll_over_a_full_file_of_another_writer(store: Store) -> None:
    store.create(FIRST, encode_log({"blocks": [data()]}).data)
    made = LogAppender(store, OLD, SIZE - 1).append([data("b")])
    assert (made.name, made.ofs) == (SECOND, 0)


def test_new_tables_never_touch_a_file_of_another_writer(store: Store) -> None:
    before = encode_log({"blocks": [data()]}).data
    store.create(FIRST, before)
    appender = LogAppender(store, NEW)
    assert [appender.append([data("b")]).name for _ in range(2)] == [SECOND, SECOND]
    assert store.read(FIRST) == before


def test_a_file_of_a_new_table_is_of_one_write() -> None:
    store = MemoryStore()
    with pytest.raises(EncodeError) as caught:
        LogAppender(store, NEW).append([data("b", instant="20240101000000001")])
    assert caught.value.requirement == "log.file.no-append-tv8"
    assert store.files == {}
    LogAppender(store, OLD).append([data("b", instant="20240101000000001")])


def test_a_file_that_appears_meanwhile_is_passed_over() -> None:
    class Racing(MemoryStore):
        def names(self) -> list[str]:
            return []

    store = Racing({FIRST: b"x"})
    assert LogAppender(store, NEW).append([data()]).name == SECOND
    assert store.files[FIRST] == b"x"


@pytest.mark.parametrize("tail", [b"\x00", b"#HUDI", b"#HUDI#", b"\x00" * 100, SIZE.to_bytes(8, "big")])
def test_no_append_after_stray_bytes(tail: bytes) -> None:
    store = MemoryStore({FIRST: encode_log({"blocks": [data()]}).data + tail})
    before = dict(store.files)
    with pytest.raises(EncodeError) as caught:
        LogAppender(store, OLD).append([data("b")])
    assert caught.value.requirement == "log.recovery.no-append"
    assert store.files == before


@pytest.mark.parametrize("cut", [1, 8, SIZE - 6, SIZE - 1])
def test_no_append_after_a_cut_block(cut: int) -> None:
    whole = encode_log({"blocks": [data(), data("b")]}).data
    with pytest.raises(EncodeError):
        check_appendable(whole[: len(whole) - cut], "x")


def test_every_sound_base_fixture_may_be_continued() -> None:
    for recipe in recipe_files():
        made = encode_log(json.loads(recipe.read_text(encoding="utf-8")))
        sizes = sum(block.len for block in made.blocks)
        if made.is_sound and sizes == len(made.data):
            check_appendable(made.data, recipe.name)


@pytest.mark.parametrize(
    "blocks", [[delete(), data()], [delete(), delete()]], ids=["delete first", "two deletes"]
)
def test_deletes_end_an_append(blocks: list[Any]) -> None:
    with pytest.raises(EncodeError) as caught:
        LogAppender(MemoryStore(), OLD).append(blocks)
    assert caught.value.requirement == "log.file.append-order"


def test_change_logs_live_in_files_of_their_own() -> None:
    with pytest.raises(EncodeError) as caught:
        LogAppender(MemoryStore(), dataclasses.replace(OLD, suffix=".cdc")).append([data()])
    assert caught.value.requirement == "log.cdc.file"


def test_an_appender_makes_no_damage() -> None:
    with pytest.raises(EncodeError):
        LogAppender(MemoryStore(), OLD).append([data() | {"knobs": {"len_block_delta": 1}}])


@pytest.mark.parametrize(
    ("change", "requirement"),
    [
        ({"file_id": "a.b"}, "name.log.file-id-characters"),
        ({"file_id": "a_b"}, "name.log.file-id-characters"),
        ({"file_id": ""}, "name.log.file-id-characters"),
        ({"file_version": 0}, "name.log.first-version"),
        ({"file_version": 2**31}, "name.log.version-range"),
        ({"write_token": "1-0"}, "name.log.write-token"),
        ({"write_token": None}, "name.log.write-token"),
        ({"suffix": ".tmp"}, "name.log.cdc-suffix"),
        ({"extension": "txt"}, "name.log.form"),
        ({"instant": "1.2"}, "name.log.form"),
    ],
)
def test_names_that_are_refused(change: dict[str, Any], requirement: str) -> None:
    good = LogFileName("f1-0", "20240101000000000", "log", 1, "1-0-1", "")
    assert encode_log_name(good) == FIRST
    with pytest.raises(EncodeError) as caught:
        encode_log_name(dataclasses.replace(good, **change))
    assert caught.value.requirement == requirement


def test_archive_names_have_no_instant() -> None:
    assert (
        encode_log_name(LogFileName("commits", "", "archive", 10, "1-0-1", ""))
        == ".commits_.archive.10_1-0-1"
    )


def test_other_files_of_the_folder_are_passed_over() -> None:
    """Of other groups and instants, of another suffix, and what is no log file."""
    others = [
        ".f2-0_20240101000000000.log.7_1-0-1",
        ".f1-0_20250101000000000.log.8_1-0-1",
        FIRST.replace(".log.1", ".log.9") + ".cdc",
        ".hoodie_partition_metadata",
        "f1-0_0-0-0_20240101000000000.parquet",
    ]
    store = MemoryStore(dict.fromkeys(others, b"other"))
    assert LogAppender(store, OLD).append([data()]).name == FIRST
    assert {name: store.files[name] for name in others} == dict.fromkeys(others, b"other")
