# SPDX-License-Identifier: Apache-2.0
"""What reading an input may take, with an allowance that small files exceed, for mutants drawn by chance.

    drawn:allowance-NAME    where the allowance is exactly what blocks, records, positions and findings take
                            nothing is refused, and one byte below it they are [limits.allocation]

What each takes is the sum of the package's own figures for blocks, rows and values.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from chance_asked import Asked, Failure, imported, without_world

_ASKED: dict[str, Callable[[], Failure]] = {}


def _allowance(name: str) -> Callable[[Callable[[], Failure]], Callable[[], Failure]]:
    def register(fault: Callable[[], Failure]) -> Callable[[], Failure]:
        _ASKED[name] = fault
        return fault

    return register


def near_allowance_questions() -> Iterator[Asked]:
    """All of them."""
    for name, fault in _ASKED.items():
        yield f"drawn:allowance-{name}", "", without_world(fault)


def _is_read(call: Callable[[], Any], num_bytes: int) -> bool:
    """Whether a call is granted where any input may take so many bytes."""
    limits = imported("decode.limits")
    before = limits.FIXED, limits.MULTIPLE
    limits.FIXED, limits.MULTIPLE = num_bytes, 0
    try:
        call()
    except imported("errors").LimitExceeded:
        return False
    finally:
        limits.FIXED, limits.MULTIPLE = before
    return True


def _wrong(what: str, call: Callable[[], Any], num_bytes: int) -> Failure:
    """What is wrong where a call takes so many bytes."""
    if not _is_read(call, num_bytes):
        return f"{what}: refused where {num_bytes} bytes are allowed"
    return (
        f"{what}: granted where {num_bytes - 1} bytes are allowed" if _is_read(call, num_bytes - 1) else None
    )


@_allowance("multiple")
def _() -> Failure:
    """A fixed part, and a multiple of the input's size."""
    limits = imported("decode.limits")
    for size in (0, 1, 1000):
        most = limits.FIXED + limits.MULTIPLE * size
        if limits.allowance(size) != most:
            return f"{size} bytes: {limits.allowance(size)}"
        for num, is_granted in ((most, True), (most + 1, False)):
            try:
                limits.check_allowance(num, size, "it")
            except imported("errors").LimitExceeded:
                if is_granted:
                    return f"{num} bytes for {size} are refused"
                continue
            if not is_granted:
                return f"{num} bytes for {size} are granted"
    one = limits.BYTES_OF_FINDING
    return _wrong("findings", lambda: limits.check_findings(7, 5), 7 * one)


@_allowance("blocks")
def _() -> Failure:
    """Blocks are counted by the thousand: the first look is at the last of them."""
    scan, limits = imported("decode.log.scan"), imported("decode.limits")
    chunk, one = scan.CHUNK, limits.BYTES_OF_BLOCK
    for num, looks in ((chunk - 1, 0), (chunk, 1), (2 * chunk - 1, 1), (2 * chunk, 2)):

        def walk(num: int = num) -> list[int]:
            return list(scan.within_allowance(range(num), 5))

        if looks and (fault := _wrong(f"{num} blocks", walk, (looks * chunk - 1) * one)):
            return fault
        if not looks and not _is_read(walk, 0):
            return f"{num} blocks are counted"
        if walk() != list(range(num)):
            return "blocks are lost"
    return None


_SCHEMAS: dict[str, tuple[Any, Any, tuple[int, int]]] = {
    # type, value; rows and values that a record has beside
    "long": ("long", "5", (0, 0)), "text": (["null", "string"], "abc", (0, 0)),
    "array": ({"type": "array", "items": "int"}, [1, 2, 3], (1, 3)),
    "map": ({"type": "map", "values": "int"}, {"a": 1}, (1, 1)),
    "record": ({"type": "record", "name": "i", "fields": [{"name": "x", "type": "int"}]}, {"x": 1}, (1, 1)),
    "open-record": (["null", {"type": "record", "name": "i", "fields": []}], {}, (1, 0)),
    "nested": ({"type": "array", "items": {"type": "array", "items": "int"}}, [[1], [2, 3]], (3, 5)),
}  # fmt: skip


def _log(kind: str, schema: str, nums: tuple[int, ...], value: Any) -> bytes:
    block = {"kind": kind, "header": {"INSTANT_TIME": "1", "SCHEMA": schema}}
    blocks = [{**block, "records": [{"key": f"{at}", "v": value} for at in range(num)]} for num in nums]
    data: bytes = imported("encode").encode_log({"blocks": blocks}).data
    return data


@_allowance("records")
def _() -> Failure:
    """Records of one block, or of all blocks where contents are kept."""
    content, scan, limits = (imported(f"decode.{one}") for one in ("log.content", "log.scan", "limits"))
    for name, (kind, value, (rows, values)) in _SCHEMAS.items():
        schema = json.dumps({"type": "record", "name": "r", "fields": [
            {"name": "key", "type": "string"}, {"name": "v", "type": kind}]})  # fmt: skip
        weight = limits.BYTES_OF_ROW * (1 + rows) + limits.BYTES_OF_VALUE * (2 + values)
        for form in ("AVRO_DATA_BLOCK", "HFILE_DATA_BLOCK", "PARQUET_DATA_BLOCK"):
            if form == "PARQUET_DATA_BLOCK" and name == "open-record":
                continue  # no columns
            data = _log(form, schema, (2, 3, 1), value)
            blocks = scan.scan_log(data).blocks
            for is_kept, num in ((False, 3), (True, 6)):

                def read(is_kept: bool = is_kept, data: bytes = data, blocks: Any = blocks) -> None:
                    reader = content.ContentReader(data, is_kept=is_kept)
                    found = [reader.read(block) for block in blocks]
                    if [len(one.records) for one in found] != [2, 3, 1]:
                        raise ValueError(found[0].rejection)

                if fault := _wrong(f"{name} in {form}, kept: {is_kept}", read, num * weight):
                    return fault
    return None


@_allowance("positions")
def _() -> Failure:
    """Positions of all blocks of a file."""
    content, positions = imported("decode.log.content"), imported("decode.log.positions")
    header = {"INSTANT_TIME": "1", "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS": "0", "SCHEMA": json.dumps(
        {"type": "record", "name": "r", "fields": [{"name": "v", "type": "int"}]})}  # fmt: skip
    blocks = [
        {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"v": 1}] * num,
         "positions": [str(7 * at) for at in range(num)]}
        for num in (3, 2)
    ]  # fmt: skip
    data = imported("encode").encode_log({"blocks": blocks}).data

    def read() -> None:
        found, _ = content.read_positions(data)
        if [list(rows) for _, rows in found] != [[0, 7, 14], [0, 7]]:
            raise ValueError(found)

    return _wrong("positions", read, 5 * positions.BYTES_OF_POSITION)


@_allowance("hashes")
def _() -> Failure:
    """The row of most hashes counts."""
    member = imported("decode.bloom.member")
    for nums, is_granted in (((1,), True), ((member.MAX_HASHES,), True), ((member.MAX_HASHES + 1,), False),
                             ((1, member.MAX_HASHES + 1, 1), False)):  # fmt: skip
        found = SimpleNamespace(rows=[SimpleNamespace(num_hashes=num) for num in nums])
        try:
            member.check_hashes(found)
        except imported("errors").LimitExceeded:
            if is_granted:
                return f"rows of {nums} hashes are refused"
            continue
        if not is_granted:
            return f"rows of {nums} hashes are granted"
    return None
