# SPDX-License-Identifier: Apache-2.0
"""Inputs that need more than a reader grants, for mutants drawn by chance.

    drawn:lifted-NAME    an input that is refused with the name of the limit is read as far as it goes where
                         the user has lifted the limits, a modest one either way [limits.allocation]
    drawn:index-gap      a data block that no index has

Where a limit lies is the reader's choice; the inputs are far on either side of it.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import struct
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_drawn import ask
from chance_told_hfile import _PLAIN, Places

if TYPE_CHECKING:
    from chance_questions import World

_VARIABLE = "HUDI_CONFORMANCE_LIMITS"
_HUGE, _MODEST = 1 << 30, 1 << 10
_INPUTS: dict[str, Callable[[bool], Callable[[], Any]]] = {}


def _input(name: str) -> Callable[[Callable[[bool], Callable[[], Any]]], Callable[[bool], Callable[[], Any]]]:
    def register(make: Callable[[bool], Callable[[], Any]]) -> Callable[[bool], Callable[[], Any]]:
        _INPUTS[name] = make
        return make

    return register


@_input("hfile-block")
def _(is_huge: bool) -> Callable[[], Any]:
    codec, codecs = imported("decode.hfile.codec"), imported("views.hfile").Codec
    num = 12 << 20 if is_huge else _MODEST
    stored = gzip.compress(bytes(num), 1)
    return lambda: codec.inflate(codecs.GZ, stored, num, 0, 0, bound=codec.max_inflated(len(stored)))


@_input("allowance")
def _(is_huge: bool) -> Callable[[], Any]:
    limits = imported("decode.limits")
    return lambda: limits.check_allowance(_HUGE if is_huge else _MODEST, 100, "it")


@_input("findings")
def _(is_huge: bool) -> Callable[[], Any]:
    limits = imported("decode.limits")
    return lambda: limits.check_findings(_HUGE if is_huge else _MODEST, 100)


@_input("index-block")
def _(is_huge: bool) -> Callable[[], Any]:
    index, payload = imported("decode.hfile.index"), imported("decode.hfile.payload").Payload
    data = payload(bytes(64 << 20 if is_huge else _MODEST), 0)
    return lambda: index.read_root_entries(data, 0, 100)


@_input("bloom-meta")
def _(is_huge: bool) -> Callable[[], Any]:
    bloom, payload = imported("decode.hfile.bloom"), imported("decode.hfile.payload").Payload
    refusal = imported("errors").Reject
    data = payload(struct.pack(">i", 7) + bytes(64 << 20 if is_huge else _MODEST), 0)

    def read() -> None:
        with contextlib.suppress(refusal):  # a version that nobody knows
            bloom.decode_bloom_meta(data, 100)

    return read


@_input("hashes")
def _(is_huge: bool) -> Callable[[], Any]:
    member = imported("decode.bloom.member")
    rows = [SimpleNamespace(num_hashes=num) for num in (1, _HUGE if is_huge else 3, 2)]
    return lambda: member.check_hashes(SimpleNamespace(rows=rows))


@_input("parquet-values")
def _(is_huge: bool) -> Callable[[], Any]:
    return _parquet(1, _HUGE if is_huge else _MODEST, 1)


@_input("parquet-columns")
def _(is_huge: bool) -> Callable[[], Any]:
    return _parquet(1000 if is_huge else 1, _HUGE >> 8 if is_huge else _MODEST, 1)


@_input("parquet-bytes")
def _(is_huge: bool) -> Callable[[], Any]:
    return _parquet(1, 1, _HUGE << 2 if is_huge else _MODEST)


def _parquet(num_columns: int, num_rows: int, size: int) -> Callable[[], Any]:
    group = SimpleNamespace(total_byte_size=size)
    metadata = SimpleNamespace(
        num_row_groups=2, row_group=lambda _: group, num_rows=num_rows, num_columns=num_columns
    )
    return lambda: imported("decode.parquet.rows").check_values(metadata, 100)


def lifted_questions() -> Iterator[Asked]:
    """All of them."""
    for name, make in _INPUTS.items():
        yield f"drawn:lifted-{name}", "", partial(_fault, make)
    yield "drawn:lifted-levels", "", _levels
    yield "drawn:index-gap", "", _gap


def _fault(make: Callable[[bool], Callable[[], Any]], _: World) -> Failure:
    exceeded = imported("errors").LimitExceeded
    before = os.environ.get(_VARIABLE)
    try:
        for setting in (None, "on", "off"):
            os.environ.pop(_VARIABLE, None)
            if setting is not None:
                os.environ[_VARIABLE] = setting
            for is_huge in (False, True):
                is_read = True
                try:
                    make(is_huge)()
                except exceeded as error:
                    is_read = False
                    if "limits.allocation" not in str(error):
                        return f"the limit is told as {error}"
                if is_read != (not is_huge or setting == "off"):
                    return f"huge {is_huge}, limits {setting}: read {is_read}"
    finally:
        os.environ.pop(_VARIABLE, None)
        if before is not None:
            os.environ[_VARIABLE] = before
    return None


def _levels(_: World) -> Failure:
    """Levels of an index: as many as there are, more than there is room for, more than are followed."""
    write = imported("encode.hfile.write").encode_hfile_description
    long = {**_PLAIN, "cells": [{**_PLAIN["cells"][0], "value": "00" * 10_000}]}
    for levels, expected in (("1", "value"), ("2", "reject"), ("200", "limit"), ("100000", "reject")):
        answer = ask(
            "hfile.index", write({**long, "knobs": {"trailer": {"num_data_index_levels": levels}}}).data
        )
        if answer["answer"] != expected:
            return f"{levels} levels: {answer!r:.200}"
        if expected == "reject" and answer["requirement"] != "hfile.index.levels":
            return f"{levels} levels are refused under {answer['requirement']}"
    return None


def _gap(_: World) -> Failure:
    """A data block that no index has: lookups say so, at the block [hfile.lookup.proven]."""
    write = imported("encode.hfile.write").encode_hfile_description
    plain = write(_PLAIN).data
    places = Places(plain)
    blocks = [places.block(f"DATA {number}") for number in range(2)]
    entries = [
        struct.pack(">qi", one.ofs, len(one.data)) + b"\x10" + one.data[41:57] for one in blocks
    ]  # key of the first cell, behind header and lengths
    if places.block("ROOT_INDEX 0").payload != b"".join(entries):
        return "the root index is in another form"
    for number, entry in enumerate(entries):
        knobs = {
            "blocks": {"ROOT_INDEX[0]": {"payload": entry.hex()}}, "trailer": {"data_index_count": "1"},
        }  # fmt: skip
        answer = ask("hfile.get", write({**_PLAIN, "knobs": knobs}).data, keys=["6b00", "6b05"])
        expected = ("reject", "missing-field", str(blocks[1 - number].ofs), "hfile.lookup.proven")
        if tuple(answer.get(name) for name in ("answer", "code", "at", "requirement")) != expected:
            return f"{answer!r:.250}, expected {expected}"
    return None
