# SPDX-License-Identifier: Apache-2.0
"""The bulk path gives what the careful one gives, on whatever bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.decode.avro.schema import parse_schema
from hudi_conformance.decode.bulk.avro_arrow import BLOCK_OFS, iter_record_batches
from hudi_conformance.decode.bulk.framing import scan_log_fast
from hudi_conformance.decode.bulk.hfile.scan import COLUMNS, iter_cell_batches
from hudi_conformance.decode.bulk.rows import canonical_rows
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Finding, JsonValue, Rejection
from hudi_conformance.model.hfile import HFileCell
from hudi_conformance.model.log import HeaderKey

_NUM_ROWS = 8  # rows that are looked up in an HFile
Rows = list[tuple[int, JsonValue]]
Refusals = list[tuple[int | None, Rejection]]
Told = list[tuple[int, str, str, int | None]]  # offset of a block, rule and code, place of the first
Records = tuple[Rows, Refusals, Told] | str


class Differs(AssertionError):  # noqa: N818 - what is wrong with two answers
    """The two paths give different answers."""


def _check_equal(what: str, careful: object, bulk: object) -> None:
    if careful != bulk:
        raise Differs(f"{what}: careful {careful!r:.300}, bulk {bulk!r:.300}")


def check_scan(data: bytes) -> None:
    """Blocks of a log file; raises `Differs`."""
    scan = scan_log(data)
    _check_equal("blocks", list(scan.blocks), list(scan_log_fast(data)))


def check_records(data: bytes) -> None:
    """Records of the data blocks of a log file, and rejections by block; raises `Differs`."""
    _check_equal("records", careful_records(data), bulk_records(data))


def careful_records(data: bytes) -> Records:
    """Rows of the checked path with the offset of their block, rejections and findings; or the exception."""
    try:
        contents, end = read_contents(data)
    except (LimitExceeded, UnsupportedInput) as error:
        return type(error).__name__
    rows: Rows = []
    refusals: Refusals = []
    told: list[tuple[int, Finding]] = []
    for content in contents:
        if content.records is not None and content.schema is not None:
            mapper = RowMapper(content.schema)
            rows += [(content.block.span.ofs, mapper(value)) for value in content.records]
        if content.rejection is not None and content.block.type.has_records:
            refusals.append((content.block.span.ofs, content.rejection))
        if content.block.type.has_records:
            told += [(content.block.span.ofs, finding) for finding in content.findings]
    if end.rejection is not None:
        refusals.append((None, end.rejection))
    return rows, refusals, _firsts(told)


def _firsts(told: list[tuple[int, Finding]]) -> Told:
    """The first finding of each rule in each block; the checked path reports no more for records."""
    firsts: dict[tuple[int, str, str], int | None] = {}
    for ofs, finding in told:
        firsts.setdefault((ofs, finding.requirement, finding.code), finding.at)
    return sorted((*key, at) for key, at in firsts.items())


def bulk_records(data: bytes, batch_rows: int = 65536) -> Records:
    """The same by the bulk path; raises `Differs` for a batch with a size other than the requested one."""
    schemas = {block.span.ofs: block.header.get(HeaderKey.SCHEMA) for block in scan_log(data).blocks}
    rows: Rows = []
    refusals: Refusals = []
    told: list[tuple[int, Finding]] = []
    try:
        for batch in iter_record_batches(
            data,
            batch_rows=batch_rows,
            with_block=True,
            on_reject=lambda block, why: refusals.append((None if block is None else block.span.ofs, why)),
            on_finding=lambda block, finding: told.append((block.span.ofs, finding)),
        ):
            if not 0 < batch.num_rows <= batch_rows:
                raise Differs(f"a batch of {batch.num_rows} rows where {batch_rows} were requested")
            batch.validate()
            offsets = batch.column(batch.schema.get_all_field_indices(BLOCK_OFS)[-1]).to_pylist()
            shape = row_shape(parse_schema(str(schemas[offsets[0]])).tree)
            rows += list(zip(offsets, canonical_rows(batch, shape), strict=True))
    except (LimitExceeded, UnsupportedInput) as error:
        return type(error).__name__
    return rows, refusals, _firsts(told)


def check_cells(data: bytes) -> None:
    """Cells of an HFile up to the first rejection; raises `Differs`."""
    _check_equal("cells", _collected(_careful_cells(data)), _collected(_bulk_cells(data)))


def _collected(cells: Iterator[tuple[object, ...]]) -> tuple[list[tuple[object, ...]], str | None]:
    found: list[tuple[object, ...]] = []
    try:
        for cell in cells:
            found.append(cell)  # noqa: PERF402 - what came before a rejection is compared
    except (Reject, LimitExceeded, UnsupportedInput) as error:
        return found, repr(error)
    return found, None


def _careful_cells(data: bytes) -> Iterator[tuple[object, ...]]:
    for cell in CellReader.of(HFile(data)).scan():
        mvcc = (cell.mvcc + (1 << 63)) % (1 << 64) - (1 << 63)
        yield tuple(mvcc if name == "mvcc" else getattr(cell, name) for name in COLUMNS)


def _bulk_cells(data: bytes) -> Iterator[tuple[object, ...]]:
    for batch in iter_cell_batches(data):
        batch.validate()
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def check_lookups(data: bytes) -> None:
    """Cells of rows from all over the file, and of rows between them; raises `Differs`."""
    present = list(dict.fromkeys(_rows_of(data)))
    rows = present[:: -(-len(present) // _NUM_ROWS) or 1]
    rows += [b"", *[row + b"\0" for row in rows[:2]], b"\xff" * 5]
    whole = _lookup(lambda: _lookups(data, rows, None))
    if not isinstance(whole, str):  # else a lookup that reads a part of the file may answer
        _check_equal("lookups", whole, _lookup(lambda: _lookups(data, rows, 0)))


def _rows_of(data: bytes) -> list[bytes]:
    """Rows up to the first rejection, by the bulk path, which costs a tenth of the careful one."""
    rows: list[bytes] = []
    try:
        for batch in iter_cell_batches(data, columns=("row",)):
            rows += batch.column("row").to_pylist()
    except (Reject, LimitExceeded, UnsupportedInput):
        pass
    return rows


def _lookups(data: bytes, rows: list[bytes], len_small: int | None) -> list[tuple[HFileCell, ...]]:
    lookup = Lookup(HFile(data), len_small)
    return [tuple(lookup.get(row)) for row in rows]


def _lookup(answer: Callable[[], object]) -> object:
    try:
        return answer()
    except (Reject, LimitExceeded, UnsupportedInput) as error:
        return repr(error)
