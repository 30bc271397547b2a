# SPDX-License-Identifier: Apache-2.0
"""Damaged log files in an audit, and routes to the same rows, for mutants drawn by chance.

drawn:unit-log-NAME    what is found where, of blocks that were damaged here; kernels, careful decoder,
                       memory and store say the same
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pyarrow as pa
from chance_asked import Failure, imported
from chance_files import fixtures_of
from chance_log_surface import (
    MAGIC,
    Far,
    block_of,
    context_of,
    ref_of,
    rows_of_plan,
    set_meanwhile,
    starts_of,
    surfaces,
)
from chance_units import unit

_OFS_TYPE = 18  # of a block: behind magic, size and version


def _with_type(block: bytes, ordinal: int) -> bytes:
    return block[:_OFS_TYPE] + struct.pack(">i", ordinal) + block[_OFS_TYPE + 4 :]


_Row = tuple[str, str, int | None, int | None, int | None, str | None, bool | None]
"""Rule or code, verdict, place, length, block, kind, whether it can be salvaged."""


def _shown(row: Any) -> _Row:
    return row.requirement or row.code, row.verdict, row.ofs, row.len, row.block, row.kind, row.salvageable


@unit("log-damage")
def _() -> Failure:
    """Corrupt blocks, the end of a scan, and intact blocks behind it: rule, place, length, number."""
    good, other, third = block_of("1"), block_of("2", "y" * 30), block_of("3", "z" * 9)
    size, wrong = len(good), _with_type(other, 99)
    recovery, end = "log.recovery", len(good) + len(other)
    all_three = size + len(other) + len(third)
    bare = b"#HUDX#" + other[6:]
    long = MAGIC + struct.pack(">q", 1 << 40) + other[14:]
    trailing = other[:-8] + struct.pack(">q", 5)
    check, corrupt = f"{recovery}.corrupt-check", "CORRUPT_BLOCK"
    behind = f"{recovery}.salvage"
    unknown = "log.block.type"
    cases: tuple[tuple[str, bytes, list[_Row]], ...] = (
        ("whole", good + other + third, []),
        ("empty", b"", []),
        ("a magic alone", good + MAGIC, [
            (f"{recovery}.short-size", "damage", size + 6, 6, 1, corrupt, False),
        ]),
        ("a byte behind", good + b"x", [
            (f"{recovery}.short-tail", "violation", size, 1, None, None, False),
        ]),
        ("five bytes behind", good + b"#HUDI", [
            (f"{recovery}.short-tail", "violation", size, 5, None, None, False),
        ]),
        ("an unknown type", good + wrong + third + third, [
            (unknown, "damage", size + _OFS_TYPE, len(wrong) + 2 * len(third), 1, None, False),
            (behind, "note", size + len(wrong), 2 * len(third), None, None, True),
        ]),
        ("an unknown type at the end", good + wrong, [
            (unknown, "damage", size + _OFS_TYPE, len(wrong), 1, None, False),
        ]),
        ("an unknown type first", wrong + good, [
            (unknown, "damage", _OFS_TYPE, len(wrong) + size, 0, None, False),
            (behind, "note", len(wrong), size, None, None, True),
        ]),
        ("two unknown types", wrong + good + wrong + third, [
            (unknown, "damage", _OFS_TYPE, 2 * len(wrong) + size + len(third), 0, None, False),
            (behind, "note", len(wrong), size + len(wrong) + len(third), None, None, True),
        ]),
        ("no magic first", bare + good, [
            (f"{recovery}.bad-magic", "damage", 0, len(bare) + size, 0, None, False),
            (behind, "note", len(bare), size, None, None, True),
        ]),
        ("no magic behind an intact block", good + bare + third, [
            (check, "damage", size, end, 0, corrupt, True),
        ]),
        ("a size beyond the end", good + long + third, [
            (check, "damage", size + 6, len(long), 1, corrupt, False),
        ]),
        ("another trailing length", good + trailing + third, [
            (check, "damage", end - 8, len(trailing), 1, corrupt, False),
        ]),
        ("two corrupt ones", long + good + trailing, [
            (check, "damage", 6, len(long), 0, corrupt, False),
            (check, "damage", len(long) + size + len(trailing) - 8, len(trailing), 2, corrupt, False),
        ]),
        ("one of each", good + bare + long + wrong + third + b"xx", [
            (check, "damage", size, end, 0, corrupt, True),
            (check, "damage", end + 6, len(long), 1, corrupt, False),
            (unknown, "damage", end + len(long) + _OFS_TYPE, len(wrong) + len(third) + 2, 2, None, False),
            (behind, "note", end + len(long) + len(wrong), len(third), None, None, True),
        ]),
        ("three and a tail", good + other + third + b"xx", [
            (f"{recovery}.short-tail", "violation", all_three, 2, None, None, False),
        ]),
    )  # fmt: skip
    for name, data, expected in cases:
        for surface in surfaces():
            rows = rows_of_plan(data, surface)
            if list(map(_shown, rows)) != expected:
                return f"{name}: {list(map(_shown, rows))}, expected {expected}"
            for row in rows:
                if row.verdict == "note":
                    num = int(row.message.split()[0])
                    refused = next(one for one in rows if one.kind is None and one.verdict == "damage")
                    if num != {"an unknown type": 2, "two unknown types": 2}.get(name, 1):
                        return f"{name}: {row.message}"
                    if (row.code, row.severity) != (refused.code, "info"):
                        return f"{name}: {row}"
                if row.instant is not None:
                    return f"{name}: an instant of damage"
    return None


@unit("log-much-damage")
def _() -> Failure:
    """Corrupt blocks beyond the first 1,000 of a reason are one row of which nothing can be salvaged."""
    wrong = MAGIC + struct.pack(">q", 1)
    for num, behind in ((999, False), (1000, True), (1001, False), (1004, True)):
        data = block_of() + wrong * num + (_with_type(block_of(), 99) if behind else b"")
        for surface in surfaces():
            rows = [
                row for row in rows_of_plan(data, surface) if row.requirement == "log.recovery.corrupt-check"
            ]
            if [row.block for row in rows[:1000]] != list(range(1, min(num, 1000) + 1)):
                return f"{num} corrupt blocks: other numbers"
            if any(row.salvageable is not False for row in rows[:1000]):
                return f"{num} corrupt blocks can be salvaged"
            last = [(row.block, row.ofs, row.salvageable) for row in rows[1000:]]
            ofs = len(block_of()) + 14 * 1000 + 6
            if last != ([(1001, ofs, None)] if num > 1000 else []):
                return f"{num} corrupt blocks: {last}"
            if num == 1004 and not rows[-1].message.startswith("4 more findings"):
                return rows[-1].message
    return None


@unit("log-hostile-salvage")
def _() -> Failure:
    """Where the search for intact blocks is given up, that is a row, and nothing is told of them."""
    module, errors = imported("audit.log_surface"), imported("errors")
    good = block_of("1")
    data = good + b"#HUDX#" + good[6:] + _with_type(good, 99) + good

    def give_up(_: Any) -> Iterator[Any]:
        yield next(walk)
        raise errors.LimitExceeded("too much")

    for surface in surfaces():
        walk = iter(imported("decode.log.salvage").salvage_log(data))
        with set_meanwhile(module, "walk_salvage", give_up):
            rows = rows_of_plan(data, surface)
        found = [(row.verdict, row.code, row.message, row.salvageable) for row in rows[:1]]
        if found != [("unreadable", "limit", "too much", None)] or any(row.verdict == "note" for row in rows):
            return f"{rows}"
        if [row.salvageable for row in rows[1:]] != [False, False]:
            return f"can be salvaged: {rows}"
    return None


@unit("log-unread-blocks")
def _() -> Failure:
    """A content that is not read here is a warning at its place, and the next block is checked."""
    module, errors = imported("audit.log_surface"), imported("errors")
    blocks = [block_of("1"), block_of("2"), block_of(None)]
    data, starts = b"".join(blocks), starts_of(blocks)

    def refuse(error: Exception, _: Any, block: Any, *__: Any) -> Iterator[Any]:
        if block.span.ofs == starts[1]:
            raise error
        return iter(())

    part = imported("audit.surface").Part(0, len(data))
    surface = module.LogSurface(quick=False)
    for error, code in (
        (errors.LimitExceeded("m" * 501), "limit"),
        (errors.UnsupportedInput("m" * 501), "unsupported"),
    ):
        with set_meanwhile(module, "check_content", partial(refuse, error)):
            first, last = surface.check(ref_of(data), data, part, context_of())
        content = data.index(struct.pack(">i", 1), starts[1] + 40)
        expected = (
            "unreadable", code, None, "warning", len(blocks[1]), 1, "AVRO_DATA_BLOCK", "2", None, "m" * 500,
        )  # fmt: skip
        shown = (
            first.verdict, first.code, first.requirement, first.severity, first.len, first.block, first.kind,
            first.instant, first.salvageable, first.message,
        )  # fmt: skip
        if shown != expected or not starts[1] < first.ofs <= content:
            return f"{first}"
        if (last.block, last.code) != (2, "missing-field"):
            return f"{last}"
    return None


@unit("log-sound-blocks")
def _() -> Failure:
    """What the kernels pass over is said of a block as without them: findings, and whether it can be read."""
    wrong = block_of("1", times=" ,")
    blocks = [block_of("1"), wrong, block_of(None, times=" ,"), block_of(None)]
    data = b"".join(blocks)
    part = imported("audit.surface").Part(0, len(data))
    damage, violation = ("damage", "missing-field", False), ("violation", "bad-value", True)
    expected = [(1, *violation), *sorted([(2, *damage), (2, *violation)]), (3, *damage)]
    for surface in surfaces():
        rows = list(surface.check(ref_of(data), data, part, context_of()))
        if sorted((row.block, row.verdict, row.code, row.salvageable) for row in rows) != expected:
            return f"{rows}"
    content = block_of().index(struct.pack(">ii", 3, 1))
    for ofs, text in ((8, bytes(3) + b"\1"), (12, bytes(3) + b"\2"), (0, bytes(3) + b"\1")):
        changed = block_of()[: content + ofs] + text + block_of()[content + ofs + 4 :]
        found = [
            sorted(map(repr, surface.check(ref_of(changed), changed, part, context_of())))
            for surface in surfaces()
        ]
        if found[0] != found[1]:
            return f"{ofs}: kernels make a difference"
    return None


# --- routes -------------------------------------------------------------------------------------------


def _alike(turn: int, turns: int) -> Callable[[], Failure]:
    def fault() -> Failure:
        """Fixtures in tables of each version: kernels, careful decoder, store and parts say the same."""
        part = imported("audit.surface").Part
        contexts: tuple[dict[str, Any], ...] = (
            {"table_version": 6}, {"table_version": 9, "initial_version": 6}, {"table_version": 9},
        )  # fmt: skip
        for data in fixtures_of("log", "log")[turn::turns]:
            for values in contexts:
                context, found = context_of(**values), []
                for surface, buffer in zip(
                    (*surfaces(), *surfaces()), (data, data, Far(data), Far(data)), strict=True
                ):
                    whole = part(0, max(len(data), 1))
                    rows = [*surface.plan(ref_of(data), buffer, context).findings]
                    rows += surface.check(ref_of(data), buffer, whole, context)
                    found.append(sorted(map(repr, rows)))
                if any(one != found[0] for one in found):
                    return f"{len(data)} bytes in {values}"
        return None

    return fault


for _turn in range(3):
    unit(f"log-alike-{_turn}")(_alike(_turn, 3))


@unit("log-far-files")
def _() -> Failure:
    """A ranged file of Arrow gives what its bytes give."""
    ranged = imported("lake.filesystem").RangedBuffer
    blocks = [block_of("1"), block_of(None), MAGIC + b"\xff" * 9, block_of(None, "y" * 99)]
    data = b"".join(blocks)
    part = imported("audit.surface").Part(0, len(data))
    found = []
    for surface in surfaces():
        for buffer in (data, ranged(pa.PythonFile(io.BytesIO(data), "r"), 16, 2)):
            rows = [*surface.plan(ref_of(data), buffer, context_of()).findings]
            found.append([*rows, *surface.check(ref_of(data), buffer, part, context_of())])
    if any(one != found[0] for one in found) or [row.block for row in found[0]] != [2, 1, 3]:
        return f"{found[0]}"
    surface = imported("audit.log_surface").LogSurface()
    with ThreadPoolExecutor(1) as pool:  # what is kept for a thread is made in each
        rows = pool.submit(lambda: list(surface.check(ref_of(data), data, part, context_of()))).result()
    return None if [row.block for row in rows] == [1, 3] else f"in another thread: {rows}"


@unit("log-sound-rows")
def _() -> Failure:
    """A block whose records are right is told where version or positions of its content are not."""
    part, context = imported("audit.surface").Part(0, 1 << 20), context_of(table_version=9)
    rule, positions = "log.content.version-write", "AgAAADowAAABAAAAAAACABAAAAABAAMABQA="
    for data, rules in (
        (block_of(), set()),
        (block_of(version=2), {rule}),
        (block_of(positions=positions), {"log.positions"}),
        (block_of(positions=positions, version=1), {rule, "log.positions"}),
        (block_of() + block_of(version=2), {rule}),
    ):
        found = []
        for surface in surfaces():
            rows = [
                row
                for row in surface.check(ref_of(data), data, part, context)
                if row.requirement == rule or row.requirement.startswith("log.positions")
            ]
            found.append(rows)
            names = {row.requirement if row.requirement == rule else "log.positions" for row in rows}
            if names != rules or any(row.salvageable is not (row.verdict != "damage") for row in rows):
                return f"{rows}, expected {rules}"
        if sorted(map(repr, found[0])) != sorted(map(repr, found[1])):
            return f"kernels make a difference: {found}"
    return None
