# SPDX-License-Identifier: Apache-2.0
"""Records of an HFile that Hudi wrote: values by the schema of the file info, keys from the rows."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import utf8_or_bytes
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue, Finding
from hudi_conformance.model.hfile import HFileCell

KEY_FIELD = "key"  # the field that Hudi empties in a value and restores from the row
_SCHEMA = "hudi.hfile.schema-read"


def read_schema(file: HFile) -> tuple[str, AvroSchema]:
    """Text of the schema in the file info, and the schema.

    Raises:
        Reject: `missing-field` or `bad-schema` at the file info.
    """
    raw = file.info.get(b"schema")
    at = file.load_on_open[2].ofs
    if raw is None:
        raise Reject("missing-field", at, _SCHEMA, "the file info has no schema")
    try:
        text = raw.decode("utf-8")
        return text, cached_schema(text)
    except (UnicodeDecodeError, SchemaError) as error:
        raise Reject("bad-schema", at, _SCHEMA, str(error)) from None


def decode_record(cell: HFileCell, schema: AvroSchema) -> AvroValue:
    """The record of a cell; an empty key field receives the row [hudi.hfile.key-restore].

    Raises:
        Reject: the value is not a datum of the schema.
    """
    record = schema.decode(Datum(cell.value, cell.ofs_value), 0)
    if isinstance(record, dict) and record.get(KEY_FIELD) == "":
        record[KEY_FIELD] = utf8_or_bytes(cell.row)
    return record


def has_own_key(cell: HFileCell, schema: AvroSchema) -> bool:
    """Whether the key field of a cell's value has a value, although writers leave it empty."""
    record = schema.decode(Datum(cell.value, cell.ofs_value), 0)
    return isinstance(record, dict) and record.get(KEY_FIELD, "") != ""


def read_records(
    file: HFile, schema: AvroSchema, findings: list[Finding] | None = None
) -> Iterator[AvroValue]:
    """Yield the records of a file in its order; `findings` as in `CellReader.scan`."""
    for cell in CellReader.of(file).scan(findings):
        yield decode_record(cell, schema)
