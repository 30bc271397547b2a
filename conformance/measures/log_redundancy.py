# SPDX-License-Identifier: Apache-2.0
"""Whether a writer would write a damaged log block for other rows: a proof outside the decoder.

Blocks of a log have no checksums. An Avro content is walked by the specification only (`minimal_log`).
fastavro reads and rewrites its datums; fastavro or the reference writer rewrites deletes. Equal bytes prove
that the damage is undetectable in the block. An HFile is checked for contradictions (`hfile_redundancy`);
Arrow reads a Parquet content and verifies the checksums of its pages.
"""

from __future__ import annotations

import io
import json
from typing import Any

import fastavro
import minimal_log
import pyarrow.parquet as pq
from hfile_redundancy import proof as hfile_proof
from hudi_conformance.encode.log.deletes import parse_deletes
from hudi_conformance.encode.log.kryo import DELETE_RECORD, HOODIE_KEY, encode_kryo_deletes
from minimal_log import DELETES, Block, Bytes


def contradiction(data: bytes, ofs: int, good: bytes | None = None) -> str | None:
    """Evidence of damage in the block at an offset, None if there is none; `good` is the original content."""
    try:
        block = next(block for block in minimal_log.scan(data) if block.ofs == ofs)
        content = data[block.content[0] : sum(block.content)]
        match block.kind:
            case "AVRO_DATA" | "CDC_DATA":
                return _avro(block, content)
            case "DELETE":
                return _deletes(content)
            case "HFILE_DATA":
                return "; ".join(hfile_proof(content, good or content)) or None
            case "PARQUET_DATA":
                return _parquet(content)
            case "COMMAND":
                return _command(block)
    except Exception as error:  # the walk found a part that is not a valid block
        return f"no block by the pages: {type(error).__name__}: {error}"
    return f"a block of kind {block.kind}"


def _without_logical(node: Any) -> Any:
    """A schema whose values are those on disk."""
    if isinstance(node, dict):
        return {key: _without_logical(value) for key, value in node.items() if key != "logicalType"}
    return [_without_logical(item) for item in node] if isinstance(node, list) else node


def _written(schema: Any, value: Any) -> bytes:
    out = io.BytesIO()
    fastavro.schemaless_writer(out, schema, value)
    return out.getvalue()


def _again(schema: Any, datum: bytes) -> bytes:
    """A datum, read and written again; branches of unions keep their names."""
    value = fastavro.schemaless_reader(
        io.BytesIO(datum), schema, None, return_record_name=True, return_named_type=True
    )
    return _written(schema, value)


def _avro(block: Block, content: bytes) -> str | None:
    schema = fastavro.parse_schema(_without_logical(json.loads(block.header["SCHEMA"])))
    stream = Bytes(content)
    version, num = stream.num("i"), stream.num("i")
    if version not in {1, 2, 3}:
        return f"version {version}"
    for number in range(num):
        datum = stream.take(stream.num("i"))
        if _again(schema, datum) != datum:
            return f"record {number} is not as its values are written"
    return None if stream.at == len(content) else "bytes after the records"


def _deletes(content: bytes) -> str | None:
    stream = Bytes(content)
    version, payload = stream.num("i"), stream.take(stream.num("i"))
    if stream.at != len(content):
        return "bytes after the payload"
    if version == 3:
        again = _again(DELETES_PLAIN, payload)
    else:
        parsed = list(minimal_log.Kryo(payload).deletes(version))
        deletes = parse_deletes([_described(delete) for delete in parsed])
        element = {1: HOODIE_KEY, 2: DELETE_RECORD}[version]
        if payload in {encode_kryo_deletes(element, deletes, shared, None)[0] for shared in (False, True)}:
            return None
        again = b""
    return None if again == payload else "deletes are not as they are written"


def _command(block: Block) -> str | None:
    """A command is its header: digits are the only form that an instant has."""
    target = block.header.get("TARGET_INSTANT_TIME", b"")
    return None if target.isdigit() and not block.content[1] else f"target instant {target!r}"


def _described(delete: minimal_log.Delete) -> dict[str, Any]:
    key, path, ordering = delete
    kinds = {"int": str, "long": str, "string": str, "boolean": bool}
    value = None if ordering is None else {"type": ordering[0], "value": kinds[ordering[0]](ordering[1])}
    return {"record_key": key, "partition_path": path, "ordering": value}


def _parquet(content: bytes) -> str | None:
    """Read with checksums verified; a page that has one and is read is not the damaged one."""
    pq.ParquetFile(io.BytesIO(content), page_checksum_verification=True).read()
    return None


DELETES_PLAIN = fastavro.parse_schema(_without_logical(json.loads(json.dumps(DELETES))))
