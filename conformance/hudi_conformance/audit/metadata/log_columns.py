# SPDX-License-Identifier: Apache-2.0
"""Columns of a data log file in the form of a base file, to check rows of column statistics against them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from hudi_conformance.decode.bulk.avro_arrow import iter_record_batches
from hudi_conformance.decode.limits import allowance
from hudi_conformance.decode.log.scan import Walk, walk_log
from hudi_conformance.decode.parquet.columns import (
    BOOL,
    BYTES,
    DECIMAL,
    FLOAT,
    INT,
    BaseFacts,
    Column,
    Comparable,
    Values,
    sum_values,
)
from hudi_conformance.decode.parquet.footer import ColumnChunk
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.semantics.slices.files import TimelineFacts


@dataclass(frozen=True, slots=True)
class LogColumns:
    """A log file whose data blocks are all in effect: facts in the form of a footer, and the values."""

    facts: BaseFacts
    arrays: dict[str, list[pa.Array]]

    def values(self, column: Column, low: Comparable | None, high: Comparable | None) -> Values:
        """As `columns.read_values`."""
        return sum_values(iter(self.arrays[column.name]), column, low, high)


def read_log_columns(path: Path, facts: TimelineFacts) -> LogColumns:
    """Columns of the records of all data blocks.

    Raises:
        OSError: the file cannot be opened.
        Reject: a block that cannot be decoded.
        LimitExceeded: more memory than the size of the file allows.
        UnsupportedInput: statistics of the file need not be those of all its blocks.
    """
    _check_blocks(path, facts)
    batches: list[pa.RecordBatch] = []
    left = allowance(path.stat().st_size)
    for batch in iter_record_batches(path):
        left -= batch.nbytes
        if left < 0:
            raise LimitExceeded(f"{path.name}: columns with more bytes than its size allows")
        batches.append(batch)
    names = list(dict.fromkeys(name for batch in batches for name in batch.schema.names))
    num_rows = sum(batch.num_rows for batch in batches)
    columns, arrays = {}, {}
    for name in names:
        parts = [batch.column(name) for batch in batches if name in batch.schema.names]
        if sum(map(len, parts)) == num_rows and len({part.type for part in parts}) == 1:
            arrays[name] = parts
            columns[name] = _column(name, parts)
    return LogColumns(BaseFacts(num_rows, columns, {}), arrays)


def _check_blocks(path: Path, facts: TimelineFacts) -> None:
    with open_source(path) as buffer:
        walk = Walk(walk_log(buffer))
        blocks = list(walk)
    if walk.end.rejection is not None:
        raise UnsupportedInput("of log files that cannot be read to their end")
    for block in blocks:
        is_data = block.type.has_records or block.type.payload is Payload.DELETES
        if not is_data or block.why is not None:
            raise UnsupportedInput("of log files with commands or damaged blocks")
        time = str(block.header.get(HeaderKey.INSTANT_TIME))
        if time not in facts.completed:
            raise UnsupportedInput("of log files with blocks of instants that are not completed, or archived")


def _column(name: str, parts: list[pa.Array]) -> Column:
    num, num_nulls = sum(map(len, parts)), sum(part.null_count for part in parts)
    kind = parts[0].type
    chunk = ColumnChunk(name, Span(0, 0), num, has_nulls_counted=True, num_nulls=num_nulls)
    return Column(name, str(kind), _form(kind), getattr(kind, "scale", 0), False, (chunk,))


def _form(kind: pa.DataType) -> str | None:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_boolean(kind):
        return BOOL
    if pa.types.is_floating(kind):
        return FLOAT
    if pa.types.is_decimal(kind):
        return DECIMAL
    if pa.types.is_integer(kind) or pa.types.is_temporal(kind):
        return INT
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    is_bytes = pa.types.is_binary(kind) or pa.types.is_large_binary(kind)
    return BYTES if is_text or is_bytes or pa.types.is_fixed_size_binary(kind) else None
