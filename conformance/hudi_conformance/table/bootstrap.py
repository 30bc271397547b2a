# SPDX-License-Identifier: Apache-2.0
"""Rows of skeletons: meta fields in the table, all other columns in source files [bootstrap.*]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa

from hudi_conformance.decode.base_file import BaseFile as OpenBase
from hudi_conformance.decode.base_file import codec_for
from hudi_conformance.decode.bulk.shape import row_shape
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.base_file import FORMATS, PARQUET, format_of
from hudi_conformance.model.bootstrap import SourceFile
from hudi_conformance.model.meta_fields import ALL_META_FIELDS
from hudi_conformance.model.properties import table as props
from hudi_conformance.semantics.slices.files import BaseFile
from hudi_conformance.table.partition_columns import PartitionColumns
from hudi_conformance.table.sources import source_path
from hudi_conformance.table.view import Table

INDEX, SOURCE, ROWS = "bootstrap.index.required", "bootstrap.source.present", "bootstrap.join.rows"
_LENGTH = "bootstrap.source.length"


def open_skeleton(table: Table, base: BaseFile, skeleton: OpenBase) -> OpenBase:
    """A base file of the instant of skeletons with the columns of its source [bootstrap.join.position].

    Args:
        table: its table.
        base: the file.
        skeleton: the same, open.

    Raises:
        OSError: the source cannot be read.
        Reject: no pointer, no source, a different length, or a different number of rows.
        UnsupportedInput: a source that is not a local file, or has an unsupported format.
    """
    sources = table.sources
    if sources is None:
        return skeleton
    source = sources.files.get((base.partition, base.file_id))
    if source is None:
        columns = {member["name"] for member in table.schema.tree["fields"]}
        if columns <= {*skeleton.schema.names, *ALL_META_FIELDS}:
            return skeleton
        if set(skeleton.schema.names) - {*ALL_META_FIELDS}:
            return skeleton  # a complete file, despite its instant
        why = sources.problem or "the index has no pointer for it"
        message = f"{base.name} contains only meta fields, and {why}: all columns would be null"
        raise Reject("bad-reference", None, INDEX, message)
    path = source_path(sources, source)
    file = _open(table, path, source)
    if file.num_rows != skeleton.num_rows:
        message = f"{base.name} has {skeleton.num_rows} rows, its source {path} has {file.num_rows}"
        raise Reject("length-mismatch", None, ROWS, message)
    target = row_shape(table.schema.tree).arrow_schema
    return JoinedFile(skeleton, file, target, _path_columns(table), base.partition)


def _open(table: Table, path: Path, source: SourceFile) -> OpenBase:
    if not path.is_file():
        message = f"source {path} of a skeleton is missing: pass its folder as bootstrap base"
        raise Reject("bad-reference", None, SOURCE, message)
    size = path.stat().st_size
    if source.length is not None and size != source.length:
        message = f"source {path} has {size} bytes, {source.length} when the table was bootstrapped"
        raise Reject("length-mismatch", None, _LENGTH, message)
    stored = props.BASE_FILE_FORMAT.stated(table.properties) or PARQUET.name
    form = format_of(path.name) or FORMATS.get(stored.upper(), PARQUET)  # sources may have no ending
    codec = codec_for(form)
    if codec is None:
        raise UnsupportedInput(f"source {path}: the format {form.name} is not supported")
    return codec.open_file(path)


def _path_columns(table: Table) -> PartitionColumns | None:
    names = [member["name"] for member in table.schema.tree["fields"]]
    fields = props.PARTITION_FIELDS.get(table.properties)
    if not fields or not set(fields) <= set(names):
        return None
    return PartitionColumns(table.schema, fields, is_hive_style=True, is_encoded=True)


class JoinedFile:
    """A skeleton with its source, row by row.

    Attributes:
        schema: meta fields, then the columns of the source, then partition columns that it lacks.
        num_rows: rows of both.
        avro_schema: None, since sources are not written by Hudi.
    """

    avro_schema: str | None = None

    def __init__(
        self,
        skeleton: OpenBase,
        source: OpenBase,
        target: pa.Schema,
        columns: PartitionColumns | None,
        partition: str,
    ) -> None:
        self._files = (skeleton, source)
        self._columns, self._partition = columns, partition
        self.num_rows = skeleton.num_rows
        own = set(skeleton.schema.names)
        fields = [*skeleton.schema]
        fields += [_field(member, target) for member in source.schema if member.name not in own]
        names = {member.name for member in fields}
        missing = () if columns is None else [name for name in columns.names if name not in names]
        fields += [target.field(name) for name in missing]
        self.schema = pa.schema(fields)

    def check_values(self, len_file: int) -> None:
        """Check the skeleton; raises LimitExceeded."""
        self._files[0].check_values(len_file)

    def batches(
        self, num_rows: int, columns: Sequence[str] | None = None, *, is_parallel: bool = False
    ) -> Iterator[pa.RecordBatch]:
        """Yield rows, at most `num_rows` at a time, of all columns or some; raises Reject."""
        skeleton, source = (file.batches(num_rows, is_parallel=is_parallel) for file in self._files)
        constants = None
        for left, right in _in_step(skeleton, source):
            if constants is None and self._columns is not None:
                constants = self._columns.constants(self._partition)
            rows = self._joined(left, right, constants)
            yield rows if columns is None else rows.select(list(columns))

    def _joined(
        self, left: pa.RecordBatch, right: pa.RecordBatch, constants: pa.RecordBatch | None
    ) -> pa.RecordBatch:
        arrays = []
        for member in self.schema:
            held = next((batch for batch in (left, right) if member.name in batch.schema.names), None)
            array = None if held is None else _fit(held.column(member.name), member.type)
            if constants is not None and member.name in constants.schema.names:
                array = _filled(array, constants.column(member.name), left.num_rows)
            arrays.append(array)
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def _in_step(
    skeleton: Iterator[pa.RecordBatch], source: Iterator[pa.RecordBatch]
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch]]:
    """Batches of both files with equal numbers of rows."""
    left, right = next(skeleton, None), next(source, None)
    while left is not None and right is not None:
        num = min(left.num_rows, right.num_rows)
        if num:
            yield left.slice(0, num), right.slice(0, num)
        left = left.slice(num) if left.num_rows > num else next(skeleton, None)
        right = right.slice(num) if right.num_rows > num else next(source, None)


def _field(member: pa.Field, target: pa.Schema) -> pa.Field:
    """A column of the source, with the type of the table if the values are the same."""
    index = target.get_field_index(member.name)
    if index < 0:
        return member.remove_metadata()
    kind = target.field(index).type
    stored, types = member.type, pa.types
    are_integers = types.is_integer(stored) and types.is_signed_integer(kind)
    is_wider = are_integers and stored.bit_width <= kind.bit_width
    if is_wider or (types.is_timestamp(stored) and types.is_timestamp(kind)):
        return pa.field(member.name, kind, member.nullable)
    return member.remove_metadata()


def _fit(array: pa.Array, kind: pa.DataType) -> pa.Array:
    if array.type == kind:
        return array
    if pa.types.is_timestamp(kind):  # times of a source are instants, even if its type is local
        array = array.cast(pa.timestamp(array.type.unit)).cast(pa.timestamp(kind.unit), safe=False)
    return array.cast(kind)


def _filled(array: pa.Array | None, constant: pa.Array, num_rows: int) -> pa.Array:
    """A partition column: the value in the path if the source has none [bootstrap.join.partition]."""
    values = constant.take(pa.array([0] * num_rows, pa.int32()))
    if array is None or array.null_count == len(array):
        return values
    return array.fill_null(values[0]) if array.null_count else array
