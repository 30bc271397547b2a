# SPDX-License-Identifier: Apache-2.0
"""Limits at the very number that they name, which is lowered here, for mutants drawn by chance.

drawn:limit-NAME    what is as large as a limit is read, what is one more is refused, or cut
"""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from chance_asked import Asked, Failure, imported, without_world
from chance_near import refusal_of, vlong
from chance_near_history import parquet_of

_LIMITS: dict[str, Callable[[], Failure]] = {}


def _limit(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _LIMITS[name] = fault
        return fault

    return register


def near_bound_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _LIMITS.items():
        yield f"drawn:limit-{name}", "", without_world(fault)


@contextmanager
def lowered(module: Any, **limits: int) -> Iterator[None]:
    """Other limits of a module."""
    before = {name: getattr(module, name) for name in limits}
    vars(module).update(limits)
    try:
        yield
    finally:
        vars(module).update(before)


def _outcome(call: Callable[[], Any]) -> Any:
    """What a call returns, its refusal, or `limit`."""
    try:
        return refusal_of(call)
    except imported("errors").LimitExceeded:
        return "limit"


def _fault(module: Any, name: str, size: int, call: Callable[[], Any]) -> Failure:
    """What is wrong with a limit that an input of a size meets."""
    for most in (size + 1, size, size - 1):
        with lowered(module, **{name: most}):
            if (_outcome(call) == "limit") is not (most < size):
                return f"{name} of {most} for {size}: {str(_outcome(call))[:100]}"
    return None


@_limit("payloads")
def _() -> Failure:
    """Bytes of one block of an index, of the meta block of a filter."""
    index, bloom = imported("decode.hfile.index"), imported("decode.hfile.bloom")
    payload_of = imported("decode.hfile.payload").Payload
    root = struct.pack(">qi", 1, 2) + vlong(1) + b"k"
    leaf = struct.pack(">iii", 1, 0, 13) + struct.pack(">qi", 1, 2) + b"k"
    meta = struct.pack(">iqiiqqi", 3, 0, 1, 1, 0, 0, 0) + b"\0"
    return (
        _fault(index, "MAX_PAYLOAD", len(root), lambda: index.read_root_entries(payload_of(root, 0), 1, 50))
        or _fault(index, "MAX_PAYLOAD", len(leaf), lambda: index.read_leaf_entries(payload_of(leaf, 0), 50))
        or _fault(bloom, "MAX_PAYLOAD", len(meta), lambda: bloom.decode_bloom_meta(payload_of(meta, 0), 50))
    )


@_limit("levels")
def _() -> Failure:
    """Levels of an index: as many as are read, and as there is room for below the root."""
    index = imported("decode.hfile.index")
    for levels, size in ((1, 0), (2, 24), (2, 23), (2, 47), (5, 96), (5, 95), (64, 24 * 63), (64, 10**6)):
        trailer = SimpleNamespace(num_data_index_levels=levels, ofs=size, place=lambda _: 9)
        reader = index.IndexReader(SimpleNamespace(trailer=trailer))
        found = _outcome(lambda r=reader: r.num_levels)
        if found != (levels if levels - 1 <= size // 24 else ("count-too-large", 9, "hfile.index.levels")):
            return f"{levels} levels in {size} bytes: {found}"
        if size == 10**6 and (fault := _fault(index, "MAX_DEPTH", levels, lambda r=reader: r.num_levels)):
            return fault
    return None


@_limit("rows-of-a-history")
def _() -> Failure:
    history = imported("decode.timeline.history")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "1_3_0.parquet"
        path.write_bytes(parquet_of("1", "2", "3"))
        return _fault(history, "MAX_ROWS", 3, lambda: list(history.read_rows(path)))


@_limit("files")
def _() -> Failure:
    """Bytes of a file of a timeline; folders in folders."""
    folder = imported("decode.folder")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "a"
        path.write_bytes(b"12345")
        if fault := _fault(folder, "MAX_FILE_BYTES", 5, lambda: folder.read_file(path)):
            return fault
        deep = Path(place)
        wanted = [("", "a")]
        for depth in range(4):
            deep /= "d"
            deep.mkdir()
            (deep / "f").write_bytes(b"")
            (deep / ".f.crc").write_bytes(b"")
            wanted += [("/".join("d" * (depth + 1)), ".f.crc"), ("/".join("d" * (depth + 1)), "f")]
        (deep / "link").symlink_to(path)
        for most in range(6):
            with lowered(folder, MAX_DEPTH=most):
                found = list(folder.walk_folder(Path(place)))
            if found != wanted[: 1 + 2 * most]:
                return f"folders {most} deep: {found}"
        if list(folder.walk_folder(Path(place), frozenset({"d"}))) != [("", "a")]:
            return "a folder that is left out"
        if (
            folder.file_names(deep) != ["f"]
            or folder.file_names(Path(place) / "none")
            or folder.file_names(path)
        ):
            return f"names {folder.file_names(deep)}"
        if folder.is_regular(deep / "link") or not folder.is_regular(path) or folder.is_regular(deep):
            return "a link is a file"
    return None


@_limit("parquet")
def _() -> Failure:
    """Bytes of columns and values that a file announces, by its own size."""
    rows = imported("decode.parquet.rows")
    for sizes, num_rows, num_columns, length, is_taken in (
        ((500,), 1, 1, 4, True), ((501,), 1, 1, 4, False), ((250, 250), 1, 1, 4, True), ((250, 251), 1, 1,
        4, False),
        ((1000,), 1, 1, 100, True), ((1001,), 1, 1, 100, False), ((1,), 10, 4, 4, True), ((1,), 41, 1, 4,
        False),
        ((1,), 40, 0, 4, True), ((1,), 41, 0, 4, False), ((1,), 100, 2, 100, True), ((1,), 201, 1, 100,
        False), ((), 0, 5, 0, True),
    ):  # fmt: skip
        groups = [SimpleNamespace(total_byte_size=size) for size in sizes]
        metadata = SimpleNamespace(num_row_groups=len(groups), row_group=groups.__getitem__,
        num_rows=num_rows,
                                   num_columns=num_columns)  # fmt: skip
        with lowered(rows, MIN_INFLATED=500, INFLATED_PER_BYTE=10, MIN_VALUES=40, VALUES_PER_BYTE=2):
            if (_outcome(lambda m=metadata, n=length: rows.check_values(m, n)) == "limit") is is_taken:
                return f"{sizes} bytes, {num_rows} rows of {num_columns} columns in {length} bytes"
    return None


@_limit("findings")
def _() -> Failure:
    """So many findings of one rule are kept, in their order."""
    rules, finding = imported("decode.hfile.rules"), imported("views.common").Finding
    told = [finding(f"a.{at % 2}", "x", at, "m") for at in range(60)]
    kept = SimpleNamespace(_nums={}, _findings=[])
    for part in (told[:3], told[3:33], told[33:]):
        rules.FileRules.add(kept, part)
    if kept._findings != told[:32]:
        return f"{len(kept._findings)} findings are kept"
    return None


@_limit("schemas")
def _() -> Failure:
    """Characters of a schema; types in types."""
    module = imported("decode.avro.schema")
    text = '{"type":"record","name":"limited","fields":[]}'
    error: Any = module.SchemaError
    for most in (len(text) + 1, len(text), len(text) - 1):
        with lowered(module, MAX_SCHEMA_TEXT=most):
            try:
                module.parse_schema(text)
            except error:
                if most >= len(text):
                    return f"{len(text)} characters of {most}"
                continue
            if most < len(text):
                return f"{len(text)} characters of {most} are taken"
    return None
