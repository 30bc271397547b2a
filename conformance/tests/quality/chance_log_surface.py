# SPDX-License-Identifier: Apache-2.0
"""Log files in an audit: parts, damage, what lies behind it, instants; for mutants drawn by chance.

drawn:unit-log-NAME    rows, parts and windows of files of which is known where each block begins, since
                       they are put together of blocks that were written one by one
"""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate
from typing import Any

import numpy as np
from chance_asked import Failure, imported
from chance_units import unit

_TIME = "20260101000000123"
_NAME = f".f1-0_{_TIME}.log.1_0-1-0"
_PATH = f"/t/{_NAME}"
MAGIC = b"#HUDI#"
_SCHEMA = '{"type":"record","name":"r","fields":[{"name":"n","type":"string"}]}'
_OFS_TYPE = 18  # of a block: behind magic, size and version


def block_of(
    time: str | None = _TIME,
    text: str = "x",
    times: str | None = None,
    *,
    positions: str | None = None,
    version: int = 3,
) -> bytes:
    """A block of one record, as `spec/` has it; `times` are COMPACTED_BLOCK_TIMES."""
    values = {0: time, 2: _SCHEMA, 4: times, 5: positions}
    entries = {key: value.encode() for key, value in values.items() if value is not None}
    header = b"".join(struct.pack(">ii", key, len(value)) + value for key, value in entries.items())
    length = len(text) << 1  # a string of Avro
    datum = (bytes([length]) if length < 128 else bytes([length & 127 | 128, length >> 7])) + text.encode()
    content = struct.pack(">iii", version, 1, len(datum)) + datum
    rest = (
        struct.pack(">iii", 1, 3, len(entries))
        + header
        + struct.pack(">q", len(content))
        + content
        + bytes(4)
    )
    return MAGIC + struct.pack(">q", len(rest) + 8) + rest + struct.pack(">q", len(rest) + 14)


def starts_of(blocks: Sequence[bytes]) -> list[int]:
    """Where each of blocks begins that are put together."""
    return [0, *accumulate(map(len, blocks))][: len(blocks)]


def ref_of(data: bytes, path: str = _PATH) -> Any:
    """A file of these bytes."""
    return imported("lake.files").FileRef(path, len(data))


def context_of(**values: Any) -> Any:
    """What is known about a file."""
    return imported("audit.surface").Context(**values)


def rows_of_plan(data: bytes, surface: Any, **context: Any) -> list[Any]:
    """Findings of the framing of a file."""
    return list(surface.plan(ref_of(data), data, context_of(**context)).findings)


def surfaces(part_size: int = 1 << 20) -> Iterator[Any]:
    """Surfaces of logs with the kernels and without."""
    surface = imported("audit.log_surface").LogSurface
    yield surface(part_size)
    yield surface(part_size, quick=False)


@contextmanager
def set_meanwhile(module: Any, name: str, value: Any) -> Iterator[None]:
    """A name of a module with another value meanwhile."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


class Far:
    """Bytes that are read by slices, as those of a store are."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, key: Any) -> Any:
        return self._data[key]

    def find(self, sub: bytes, start: int = 0, end: int | None = None) -> int:
        return self._data.find(sub, start, end)


# --- parts -----------------------------------------------------------------------------------------------


@unit("log-parts")
def _() -> Failure:
    """Parts end with the first block that fills them; each is checked for its own blocks, by number."""
    chance = random.Random("parts")
    for turn in range(12):
        times = [chance.choice([None, "2", "3"]) for _ in range(chance.randrange(1, 7))]
        blocks = [block_of(time, "x" * chance.randrange(60)) for time in times]
        data, starts = b"".join(blocks), starts_of(blocks)
        size = chance.choice([1, len(blocks[0]), len(blocks[0]) + 1, 2 * len(blocks[0]), len(data), 1 << 20])
        expected, first = [], 0
        for number in range(len(blocks)):
            end = starts[number] + len(blocks[number])
            if end - starts[first] >= size or number == len(blocks) - 1:
                expected.append((starts[first], end - starts[first], first))
                first = number + 1
        since = chance.choice([None, None, "3"])
        for surface in surfaces(size):
            for buffer in (data, Far(data)):
                plan = surface.plan(ref_of(data), buffer, context_of(since=since))
                parts = [(part.ofs, part.len, json.loads(part.extra)["first"]) for part in plan.parts]
                if (parts, plan.num_blocks, list(plan.findings)) != (expected, len(blocks), []):
                    return f"{turn}: parts {parts} of {starts} by {size}, expected {expected}"
                for part, (ofs, length, _first) in zip(plan.parts, parts, strict=True):
                    rows = list(surface.check(ref_of(data), buffer, part, context_of(since=since)))
                    own = [at for at in range(len(blocks)) if ofs <= starts[at] < ofs + length]
                    missing = [at for at in own if times[at] is None]
                    if [row.block for row in rows] != missing:
                        return f"{turn}: blocks {[row.block for row in rows]} of {own}, expected {missing}"
                    for row in rows:
                        shown = row.verdict, row.code, row.len, row.kind, row.instant, row.salvageable
                        if shown != (
                            "damage",
                            "missing-field",
                            len(blocks[row.block]),
                            "AVRO_DATA_BLOCK",
                            None,
                            False,
                        ):
                            return f"{turn}: {row}"
    part = imported("audit.surface").Part(0, 1 << 20)
    rows = [row for one in surfaces() for row in one.check(ref_of(data), block_of(None), part, context_of())]
    return None if [row.block for row in rows] == [0, 0] else f"a part that names no block: {rows}"


def _told(block: Any) -> tuple[Any, ...]:
    return block.type, block.span, block.content, dict(block.header), block.why is None


@unit("log-windows")
def _() -> Failure:
    """A remote file is decoded in windows of whole blocks, with the magic behind each."""
    module, chance = imported("audit.log_surface"), random.Random("windows")
    for turn in range(12):
        blocks = [block_of("1", "x" * chance.choice([1, 40, 900])) for _ in range(chance.randrange(1, 8))]
        if turn % 3 == 0:
            blocks.insert(chance.randrange(len(blocks)), MAGIC + b"\xff" * 9)
        data, starts = b"".join(blocks), starts_of(blocks)
        window = chance.choice([1, len(blocks[0]), len(blocks[0]) * 2, 1 << 20])
        begin = chance.randrange(len(blocks))
        stop = chance.choice([len(data), starts[-1], starts[-1] + 1])
        if stop <= starts[begin]:
            continue
        inside = [at for at in range(begin, len(blocks)) if starts[at] < stop]
        end = starts[inside[-1]] + len(blocks[inside[-1]])
        with set_meanwhile(module, "WINDOW", window):
            windows = [(a, b, bytes(part)) for a, b, part in module._windows(Far(data), starts[begin], stop)]
            found = [block for block, _ in module._quick_blocks(Far(data), starts[begin], stop)]
        expected, first = [], starts[begin]
        for at in inside:
            if starts[at] > first and starts[at] + len(blocks[at]) - first > window:
                expected.append((first, starts[at]))
                first = starts[at]
        expected.append((first, end))
        if windows != [(a, b, data[a : b + len(MAGIC)]) for a, b in expected]:
            return f"{turn}: {[one[:2] for one in windows]} by {window}, expected {expected}"
        spans = [(block.span.ofs, block.span.len) for block in found]
        if spans != [(starts[at], len(blocks[at])) for at in inside]:
            return f"{turn}: blocks {spans}"
        for block in found:
            own = data[block.content.ofs : block.content.ofs + block.content.len]
            if block.why is None and own not in blocks[starts.index(block.span.ofs)]:
                return f"{turn}: another content of {block.span}"
            if block.why is None and (
                own[:8] != struct.pack(">ii", 3, 1) and own[4:8] != struct.pack(">i", 1)
            ):
                return f"{turn}: no content at {block.content}"
        if list(module._windows(Far(data), starts[begin], starts[begin])):
            return f"{turn}: a window of nothing"
        near = [block for block, _ in module._quick_blocks(data, starts[begin], stop)]
        if [_told(block) for block in near] != [_told(block) for block in found]:
            return f"{turn}: other blocks than of a file that is near"
    return None


# --- instants, contexts, names ---------------------------------------------------------------------------


@unit("log-steps")
def _() -> Failure:
    """Blocks of a part are taken from tables of frames, which are walked no further than its end."""
    module = imported("audit.log_surface")
    walked: list[int] = []
    tables = [np.array([[at, 10], [at + 10, 10]]) for at in range(0, 100, 20)]

    def walk(_: Any, pos: int) -> Iterator[Any]:
        for table in tables:
            if table[-1, 0] >= pos:
                walked.append(int(table[0, 0]))
                yield table

    with set_meanwhile(module, "walk_frames", walk):
        for pos, end, starts, tables_walked in (
            (0, 100, list(range(0, 100, 10)), [0, 20, 40, 60, 80]),
            (0, 11, [0, 10], [0, 20]),
            (0, 10, [0], [0]),
            (20, 50, [20, 30, 40], [20, 40]),
            (0, 20, [0, 10], [0, 20]),
        ):
            walked.clear()
            found = [int(row[0]) for table in module._table_steps(b"", pos, end) for row in table]
            if (found, walked) != (starts, tables_walked):
                return f"{pos} to {end}: blocks at {found}, tables at {walked}"
    return None


@unit("log-instants")
def _() -> Failure:
    """From version 8 on a file has one instant, that of its name; unless a file may be older than that."""
    no_append, name_rule = "log.file.no-append-tv8", "name.log.instant-tv8"
    own, other = block_of(_TIME), block_of("20260101000000999")
    bad, earlier = MAGIC + struct.pack(">q", 1), block_of("20250101000000000")
    for name, data, context, rules in (
        ("own", own + own, {"table_version": 8}, []),
        ("two", own + own + other, {"table_version": 8}, [no_append]),
        ("two, the first of another", other + own, {"table_version": 9}, [no_append, name_rule]),
        ("three", own + other + earlier, {"table_version": 8}, [no_append]),
        ("another", other, {"table_version": 8}, [name_rule]),
        ("another behind damage", bad + other, {"table_version": 8}, [name_rule]),
        ("of version 7", own + other, {"table_version": 7}, []),
        ("of no version", own + other, {}, []),
        ("upgraded", own + other, {"table_version": 8, "initial_version": 6}, []),
        ("not upgraded", own + other, {"table_version": 9, "initial_version": 8}, [no_append]),
        ("since both", own + other, {"table_version": 8, "since": _TIME}, [no_append]),
        ("since the second", own + other, {"table_version": 8, "since": "20260101000000999"}, []),
        ("since an earlier one", own + earlier, {"table_version": 8, "since": "2026"}, []),
        ("without", block_of(None), {"table_version": 8}, []),
    ):
        for surface in surfaces():
            rows = [
                row
                for row in rows_of_plan(data, surface, **context)
                if row.requirement in {no_append, name_rule}
            ]
            if [row.requirement for row in rows] != rules:
                return f"{name}: {rows}, expected {rules}"
            if any(
                (row.block, row.kind, row.salvageable, row.verdict) != (None, None, True, "violation")
                for row in rows
            ):
                return f"{name}: {rows}"
            for row in rows:
                start = len(own) if row.requirement == no_append and data.startswith(own) else 0
                if data[row.ofs : row.ofs + 4] not in {b"2025", b"2026"} or row.ofs < start:
                    return f"{name}: at {row.ofs}"
    return None


@unit("log-contexts")
def _() -> Failure:
    """A block's instant as text, whatever its bytes; the name that blocks are checked by."""
    module = imported("audit.log_surface")
    block = next(iter(imported("decode.log.scan").scan_log(block_of("1")).blocks))
    key = imported("views.log").HeaderKey.INSTANT_TIME
    for value, text in (("1", "1"), (b"\xff1", "�1"), (None, None)):
        header = {} if value is None else {key: value}
        if module._instant(replace(block, header=header)) != text:
            return f"instant {value!r}"
    for path, name in ((_PATH, _NAME), ("/t/x.log", None), ("/t/x", None)):
        found, check = module._context(ref_of(b"", path), context_of(table_version=9, initial_version=5))
        if (check.table_version, check.initial_version, check.file_name) != (9, 5, name):
            return f"{path}: {check}"
        if (found is None) is not (name is None):
            return f"{path}: {found}"
    cdc = f"{_PATH}.cdc"
    for path, num in ((_PATH, 0), (cdc, 1), ("/t/x.log", 0)):
        for surface in surfaces():
            part = imported("audit.surface").Part(0, 999)
            rows = list(surface.check(ref_of(b"", path), block_of(), part, context_of()))
            if [row.requirement for row in rows] != ["log.cdc.file"] * num:
                return f"{path}: {rows}"
    return None


@unit("log-looks")
def _() -> Failure:
    """A file that ends in `.log` is one of blocks by its magic, by most of it, by a zero, or by a magic."""
    module = imported("audit.log_surface")
    text = b"a line of text\n"
    for data, is_log in (
        (b"", False), (text, False), (MAGIC, True), (b"#HUDX#", True), (b"#HUxxx", True), (b"xxxDI#", True),
        (b"#Hxxxx", False), (b"xHxDxx", False), (b"xHxDx#", True), (b"HUDI##", False),
        (text * 300 + b"\0", False),
        (text + b"\0", True), (b"x" * 4095 + b"\0", True), (b"x" * 4096 + b"\0", False),
        (text * 900 + MAGIC, True),
        (text + b"#HUDI", False), (b"x" + MAGIC, True), (b"#HU", True), (b"#H", False),
    ):  # fmt: skip
        for buffer in (data, Far(data)):
            if module._looks_like_log(buffer) is not is_log:
                return f"{data[:20]!r} of {len(data)} bytes"
        for surface in surfaces():
            plan = surface.plan(ref_of(data, "/t/x.log"), data, context_of())
            if not is_log and (plan.findings or plan.parts or plan.num_blocks):
                return f"{data[:20]!r}: {plan}"
            has_rows = bool(surface.plan(ref_of(data), data, context_of()).findings)
            if has_rows is not (data != b""):
                return f"{data[:20]!r} by its name: {has_rows}"
    return None
