# SPDX-License-Identifier: Apache-2.0
"""Surface `hfile` of the adapter `kaitai-python`: a value, or a refusal beside what came before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hudi_conformance.canonical.hfile import (
    canonical_hfile_block,
    canonical_hfile_bloom,
    canonical_hfile_cell,
    canonical_hfile_index,
    canonical_hfile_info,
    canonical_hfile_meta,
    canonical_hfile_trailer,
)
from hudi_conformance.canonical.log import canonical_findings
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.hfile.bloom import ask_bloom
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.hfile.records import read_records, read_schema
from hudi_conformance.decode.source import Buffer, open_source
from hudi_conformance.errors import Reject

FEATURES = [
    "hfile.version.2.0", "hfile.version.2.1", "hfile.version.2.2", "hfile.version.2.3", "hfile.version.3",
    "hfile.comparator.any",
    "hfile.codec.gz", "hfile.codec.snappy", "hfile.codec.lz4", "hfile.codec.bzip2", "hfile.codec.zstd",
    "hfile.codec.zstd-bare",
    "hfile.encoding.prefix", "hfile.encoding.diff", "hfile.encoding.fast-diff", "hfile.encoding.row-index-v1",
    "hfile.tags", "hfile.tag-dictionary", "hfile.mvcc", "hfile.no-mvcc", "hfile.checksums",
    "hfile.index.levels", "hfile.index.same-row", "hfile.bloom",
]  # fmt: skip

# The value, and why it ends early if it does.
Answered = tuple[Any, Reject | None]
Source = bytes | str
KeysOf = Callable[[str], list[bytes]]


def answer_hfile(command: str, source: Source, keys: KeysOf) -> Answered:
    """Answer one command about a file.

    Args:
        command: member of `COMMANDS`.
        source: bytes of the file, or its path.
        keys: gives an argument of the request that is a list of hex texts.

    Raises:
        Reject: refused before anything could be said.
        UnsupportedInput, LimitExceeded, OSError: as the decoder.
    """
    with open_source(source) as buffer:
        return COMMANDS[command](buffer, keys)


def _kept(name: str, items: Iterable[Any], show: Callable[[Any], Any]) -> Answered:
    """A list under a name, with what came before a refusal."""
    shown: list[Any] = []
    refusal = None
    try:
        for item in items:
            shown.append(show(item))  # noqa: PERF401 - what came before a refusal is kept
    except Reject as error:
        refusal = error
    return {name: shown}, refusal


def _trailer(buffer: Buffer, _: KeysOf) -> Answered:
    return canonical_hfile_trailer(HFile(buffer).trailer), None


def _blocks(buffer: Buffer, _: KeysOf) -> Answered:
    return _kept("blocks", HFile(buffer).blocks(), canonical_hfile_block)


def _info(buffer: Buffer, _: KeysOf) -> Answered:
    return canonical_hfile_info(HFile(buffer).info), None


def _index(buffer: Buffer, _: KeysOf) -> Answered:
    return canonical_hfile_index(IndexReader(HFile(buffer)).view()), None


def _cells(buffer: Buffer, _: KeysOf) -> Answered:
    return _kept("cells", CellReader.of(HFile(buffer)).scan(), canonical_hfile_cell)


def _found(name: str, argument: str, find: str) -> Callable[[Buffer, KeysOf], Answered]:
    def command(buffer: Buffer, keys: KeysOf) -> Answered:
        wanted = keys(argument)
        lookup = Lookup(HFile(buffer))

        def one(key: bytes) -> dict[str, Any]:
            cells = getattr(lookup, find)(key)
            return {name: key.hex(), "cells": [canonical_hfile_cell(cell) for cell in cells]}

        return _kept("results", wanted, one)

    return command


def _before(buffer: Buffer, keys: KeysOf) -> Answered:
    wanted = keys("keys")
    lookup = Lookup(HFile(buffer))

    def one(key: bytes) -> dict[str, Any]:
        cell = lookup.before(key)
        return {"key": key.hex(), "cell": None if cell is None else canonical_hfile_cell(cell)}

    return _kept("results", wanted, one)


def _meta(buffer: Buffer, _: KeysOf) -> Answered:
    blocks = IndexReader(HFile(buffer)).meta_blocks()
    return _kept("blocks", blocks, lambda block: canonical_hfile_meta([block])["blocks"][0])


def _bloom(buffer: Buffer, keys: KeysOf) -> Answered:
    return canonical_hfile_bloom(ask_bloom(HFile(buffer), keys("keys"))), None


def _records(buffer: Buffer, _: KeysOf) -> Answered:
    file = HFile(buffer)
    text, schema = read_schema(file)
    shown, refusal = _kept("records", read_records(file, schema), RowMapper(schema.tree))
    return {"schema": text, **shown}, refusal


def _check(buffer: Buffer, _: KeysOf) -> Answered:
    return canonical_findings(check_hfile(buffer)), None


COMMANDS: Mapping[str, Callable[[Buffer, KeysOf], Answered]] = {
    "hfile.trailer": _trailer,
    "hfile.blocks": _blocks,
    "hfile.info": _info,
    "hfile.index": _index,
    "hfile.cells": _cells,
    "hfile.get": _found("key", "keys", "get"),
    "hfile.prefix": _found("prefix", "prefixes", "prefix"),
    "hfile.before": _before,
    "hfile.meta": _meta,
    "hfile.bloom": _bloom,
    "hfile.records": _records,
    "hfile.check": _check,
}
