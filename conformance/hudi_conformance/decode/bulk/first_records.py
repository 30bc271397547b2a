# SPDX-License-Identifier: Apache-2.0
"""The first records of large Avro blocks whose other records the kernels have validated.

They serve callers that display a few records of each block and only need to know that the others are valid. A
block that is not validated may still be valid: `log.content.ContentReader` reads it and reports rejections.
"""

from __future__ import annotations

import sys
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from hudi_conformance.decode.avro.schema import AvroSchema
from hudi_conformance.decode.bulk.framing import has_kernels, walk_frames
from hudi_conformance.decode.limits import BYTES_OF_ROW, BYTES_OF_VALUE, allowance, is_lifted
from hudi_conformance.decode.log.avro_content import AvroContent, walk_avro_content
from hudi_conformance.decode.source import Buffer, Memory
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import AvroValue
from hudi_conformance.model.log import LogBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

    from hudi_conformance.decode.bulk.avro_arrow import Writer

LEN_LARGE = 64 << 10  # bytes of a content that the checked path reads as fast as kernels
_BATCH_ROWS = 65536
_LITTLE = 6 << 20  # bytes of contents that the checked path reads while kernels load
_LARGE = 16 << 20  # bytes of a file whose contents always justify loading them


class FirstRecords:
    """Reads blocks of one buffer; readers of schemas are cached."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self._num_bytes = 0

    @cached_property
    def _writer(self) -> Callable[[bytes], Writer | None]:
        from hudi_conformance.decode.bulk.avro_arrow import kept_writers

        return kept_writers(_BATCH_ROWS)

    def read(self, block: LogBlock, schema: AvroSchema, num: int) -> list[AvroValue] | None:
        """The first `num` records of a block; None if the checked reader must read all of them.

        Otherwise the checked reader would reject nothing: neither a record nor the total memory.
        """
        content = block.content
        if block.type is not BlockType.AVRO_DATA_BLOCK or content.len < LEN_LARGE:
            return None
        self._num_bytes += content.len
        is_little = self._num_bytes <= _LITTLE and len(self._buffer) < _LARGE and "numba" not in sys.modules
        if is_little or not has_kernels() or not self._is_sound(block):
            return None
        records = walk_avro_content(self._buffer, content, schema, AvroContent())
        return [record for record, _ in islice(records, num)]

    def _is_sound(self, block: LogBlock) -> bool:
        from hudi_conformance.decode.bulk import runs

        buffer = self._buffer
        if not isinstance(buffer, Memory):
            return False
        rows = next(walk_frames(buffer, block.span.ofs, block.span.end), None)
        if rows is None or isinstance(rows, LogBlock) or runs.run_end(buffer, rows, 0) != 1:
            return False
        writer = self._writer(runs.schema_text(buffer, rows[0]))
        if writer is None or writer.runs is None:
            return False
        num_bytes = 0
        for step in writer.runs.read(buffer, rows, writer.batch_rows):
            if isinstance(step, runs.Irregular) or not step.is_exact:
                return False
            num_bytes += sum(map(_weight, step.columns))
            num_bytes += (BYTES_OF_ROW + BYTES_OF_VALUE * len(step.columns)) * len(step.blocks)
        return num_bytes > 0 and (num_bytes <= allowance(len(buffer)) or is_lifted())


def _weight(column: pa.Array) -> int:
    """Upper bound of the bytes that the checked reader counts for the lists, maps and records in a column."""
    import pyarrow as pa

    kind = column.type
    if pa.types.is_struct(kind):
        return _of(column, kind.num_fields * len(column)) + sum(map(_weight, column.flatten()))
    if pa.types.is_map(kind):
        return _of(column, len(column.items)) + _weight(column.items)
    if pa.types.is_list(kind):
        return _of(column, len(column.values)) + _weight(column.values)
    return 0


def _of(column: pa.Array, num_values: int) -> int:
    import pyarrow.compute as pc

    return BYTES_OF_ROW * int(pc.count(column).as_py()) + BYTES_OF_VALUE * num_values
