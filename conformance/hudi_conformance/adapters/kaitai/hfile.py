# SPDX-License-Identifier: Apache-2.0
"""Surface `hfile` of the adapter `kaitai-python`: a value, or a rejection with the items before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hudi_conformance.adapters.kaitai.request import (
    Args,
    FileCommand,
    Source,
    Stopped,
    Told,
    Value,
    keys_argument,
    up_to_reject,
)  # fmt: skip
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
from hudi_conformance.decode.hfile.slices import by_grammar
from hudi_conformance.decode.source import open_source
from hudi_conformance.model.common import Finding, JsonValue
from hudi_conformance.model.hfile import HFileCell

FEATURES = [
    "hfile.version.2.0", "hfile.version.2.1", "hfile.version.2.2", "hfile.version.2.3", "hfile.version.3",
    "hfile.comparator.any",
    "hfile.codec.gz", "hfile.codec.snappy", "hfile.codec.lz4", "hfile.codec.bzip2", "hfile.codec.zstd",
    "hfile.codec.zstd-bare",
    "hfile.encoding.prefix", "hfile.encoding.diff", "hfile.encoding.fast-diff", "hfile.encoding.row-index-v1",
    "hfile.tags", "hfile.tag-dictionary", "hfile.mvcc", "hfile.no-mvcc", "hfile.checksums",
    "hfile.index.levels", "hfile.index.same-row", "hfile.bloom",
]  # fmt: skip


Command = Callable[[HFile, Args], Value | Told]


def _of(command: Command) -> FileCommand:
    def answer(source: Source, args: Args) -> Value | Told:
        with open_source(source) as buffer, by_grammar():
            return command(HFile(buffer), args)

    return answer


def _lookups(member: str, argument: str, find: Callable[[Lookup, bytes], Iterable[HFileCell]]) -> Command:
    """Cells by key or prefix."""

    def command(file: HFile, args: Args) -> Told:
        lookup = Lookup(file)

        def result(key: bytes) -> JsonValue:
            return {member: key.hex(), "cells": [canonical_hfile_cell(cell) for cell in find(lookup, key)]}

        return Told(up_to_reject("results", keys_argument(args, argument), result), lookup.findings)

    return command


def _before(file: HFile, args: Args) -> Told:
    lookup = Lookup(file)

    def result(key: bytes) -> JsonValue:
        cell = lookup.before(key)
        return {"key": key.hex(), "cell": None if cell is None else canonical_hfile_cell(cell)}

    return Told(up_to_reject("results", keys_argument(args, "keys"), result), lookup.findings)


def _cells(file: HFile, _: Args) -> Told:
    findings: list[Finding] = []
    cells = CellReader.of(file).scan(findings)
    return Told(up_to_reject("cells", cells, canonical_hfile_cell), findings)


def _meta(file: HFile, _: Args) -> Value:
    blocks = IndexReader(file).meta_blocks()
    return up_to_reject("blocks", blocks, lambda block: canonical_hfile_meta([block])["blocks"][0])


def _records(file: HFile, _: Args) -> Told:
    text, schema = read_schema(file)
    findings: list[Finding] = []
    try:
        records = up_to_reject("records", read_records(file, schema, findings), RowMapper(schema.tree))
    except Stopped as stop:
        raise Stopped(stop.rejection, {"schema": text, **stop.partial}) from None
    return Told({"schema": text, **records}, findings)


def _check(source: Source, _: Args) -> Value:
    with open_source(source) as buffer:
        return canonical_findings(check_hfile(buffer))


OF_FILES: Mapping[str, FileCommand] = {
    "hfile.trailer": _of(lambda file, _: canonical_hfile_trailer(file.trailer)),
    "hfile.blocks": _of(lambda file, _: up_to_reject("blocks", file.blocks(), canonical_hfile_block)),
    "hfile.info": _of(lambda file, _: canonical_hfile_info(file.info)),
    "hfile.index": _of(lambda file, _: canonical_hfile_index(IndexReader(file).view())),
    "hfile.cells": _of(_cells),
    "hfile.get": _of(_lookups("key", "keys", Lookup.get)),
    "hfile.prefix": _of(_lookups("prefix", "prefixes", Lookup.prefix)),
    "hfile.before": _of(_before),
    "hfile.meta": _of(_meta),
    "hfile.bloom": _of(
        lambda file, args: canonical_hfile_bloom(ask_bloom(file, keys_argument(args, "keys")))
    ),
    "hfile.records": _of(_records),
    "hfile.check": _check,
}
