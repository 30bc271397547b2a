# SPDX-License-Identifier: Apache-2.0
"""Surface `base` of the adapter `kaitai-python`: rows of one base file, and values of its types."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hudi_conformance.adapters.kaitai.request import (
    Args,
    BadRequestError,
    FileCommand,
    Source,
    Value,
    text_argument,
)
from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.canonical.variant import text_of_variant
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.base_file import BaseFile, open_base_file
from hudi_conformance.decode.parquet.rows import rows_of_batch
from hudi_conformance.decode.parquet.schema import avro_of_arrow
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.base_file import FORMATS
from hudi_conformance.model.common import JsonValue
from hudi_conformance.table.rows import base_rows
from hudi_conformance.table.shown_types import shown

_BATCH = 4096


def rows(source: Source, args: Args) -> Value:
    """Answer `base.rows`.

    Args:
        source: a base file.
        args: `container`, one of `parquet`, `orc` and `lance`; `schema`, the Avro schema of the reader,
            by default that of the file.
    """
    form = FORMATS.get((text_argument(args, "container") or "").upper())
    if form is None:
        raise BadRequestError(f"args.container is not one of {', '.join(FORMATS).lower()}")
    with open_source(source) as buffer, TemporaryDirectory() as folder:
        path = Path(folder) / f"file{form.suffix}"  # the formats' libraries read files
        path.write_bytes(buffer[:])
        file = open_base_file(path)
        text = text_argument(args, "schema") or file.avro_schema
        if text is None:
            return {"rows": _stored(file)}
        reader = _reader(text)
        to_json = RowMapper(reader.tree)
        return {"rows": [to_json(row) for row in base_rows(file, reader)]}


def _stored(file: BaseFile) -> list[JsonValue]:
    """Rows with the types of the columns; a type of several branches has none."""
    to_json = RowMapper(avro_of_arrow(file.schema, {"type": "record", "fields": []}))
    return [to_json(row) for batch in file.batches(_BATCH) for row in rows_of_batch(batch)]


def _reader(text: str) -> AvroSchema:
    try:
        return cached_schema(json.dumps(shown(cached_schema(text).tree)))
    except SchemaError as error:
        raise Reject("bad-schema", None, "table.schema.text-of-commit", str(error)[:200]) from None


def variant(args: Args) -> Value:
    """Answer `base.variant`: the text of a variant; args: `metadata` and `value` in hex."""
    texts = [text_argument(args, name) for name in ("metadata", "value")]
    try:
        metadata, value = (bytes.fromhex(text or "") for text in texts)
    except ValueError as error:
        raise BadRequestError(f"args: {error}") from None
    return {"text": text_of_variant(metadata, value)}


OF_FILES: Mapping[str, FileCommand] = {"base.rows": rows}
OF_ARGUMENTS: Mapping[str, Callable[[Args], Value]] = {"base.variant": variant}
