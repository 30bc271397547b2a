# SPDX-License-Identifier: Apache-2.0
"""Surface `bucket` of the adapter `kaitai-python`; its protocol: `conformance/adapters/bucket.md`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hudi_conformance.adapters.kaitai.request import (
    Args,
    BadRequestError,
    FileCommand,
    FolderCommand,
    Source,
    Value,
    text_of,
    texts_of,
)
from hudi_conformance.canonical.log import canonical_findings
from hudi_conformance.decode.bucket.files import decode_hashing_config, decode_hashing_meta
from hudi_conformance.decode.source import open_source
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.bucket import HashingNode
from hudi_conformance.semantics.keys.buckets import bucket_of, partition_buckets, prefix_of
from hudi_conformance.semantics.keys.record_key import Generator, key_values, record_key
from hudi_conformance.semantics.keys.ring import first_nodes, node_of, ring_findings
from hudi_conformance.semantics.merge.rules import Line
from hudi_conformance.table.hashing import holding_metadata

FEATURES = [f"key.line.{line}" for line in Line]


def bucket_key(args: Args) -> Value:
    """Answer `bucket.key`.

    Raises:
        UnsupportedInput: an unknown operation.
    """
    answer = _OPERATIONS.get(text_of(args, "op"))
    if answer is None:
        raise UnsupportedInput(f"op {args['op']!r:.40}")
    return answer(args)


def _record(args: Args) -> Value:
    try:
        generator = Generator(text_of(args, "generator"))
    except ValueError as error:
        raise UnsupportedInput(str(error)) from None
    values = args.get("values")
    fields = texts_of(args, "fields")
    if not isinstance(values, list) or not all(value is None or isinstance(value, str) for value in values):
        raise BadRequestError("args.values is not a list of texts and nulls")
    if len(values) != len(fields):
        raise BadRequestError("args.values and args.fields differ in length")
    version = args.get("table_version")
    key = record_key(
        generator,
        dict(zip(fields, values, strict=True)),
        _line(args),
        table_version=version if isinstance(version, int) else None,
        is_new_encoding=args.get("new_encoding") is True,
    )
    return {"key": key}


def _bucket(args: Args) -> Value:
    key, fields = text_of(args, "key"), texts_of(args, "fields")
    bucket = bucket_of(key, fields, _number(args, "buckets"), _line(args))
    return {"bucket": bucket, "prefix": prefix_of(bucket)}


_OPERATIONS: Mapping[str, Callable[[Args], Value]] = {
    "record": _record,
    "parts": lambda args: {
        "values": list(key_values(text_of(args, "key"), texts_of(args, "fields"), _line(args)))
    },
    "bucket": _bucket,
    "ring": lambda args: {"nodes": _nodes(first_nodes(text_of(args, "partition"), _number(args, "buckets")))},
}


def bucket_ring(source: Source, args: Args) -> Value:
    """Answer `bucket.ring`; args: none, or `key`, `fields` and `line`."""
    with open_source(source) as buffer:
        meta = decode_hashing_meta(bytes(buffer[:]))
    if "key" in args:
        node = node_of(meta.nodes, text_of(args, "key"), texts_of(args, "fields"), _line(args))
        return {"file_id": f"{node.file_id_prefix}-0"}
    return {
        "version": meta.version,
        "partition": meta.partition,
        "instant": meta.instant,
        "buckets": meta.num_buckets,
        "seq_no": meta.seq_no,
        "nodes": _nodes(meta.nodes),
    }


def bucket_count(source: Source, args: Args) -> Value:
    """Answer `bucket.count`; args: `partition`."""
    with open_source(source) as buffer:
        config = decode_hashing_config(bytes(buffer[:]))
    return {"instant": config.instant, "buckets": partition_buckets(config, text_of(args, "partition"))}


def bucket_check(source: Source, args: Args) -> Value:
    """Answer `bucket.check`; args: `partition` and `instant`, which the path of the file names."""
    with open_source(source) as buffer:
        meta = decode_hashing_meta(bytes(buffer[:]))
    return canonical_findings(ring_findings(meta, text_of(args, "partition"), text_of(args, "instant")))


def _nodes(nodes: Sequence[HashingNode]) -> list[dict[str, int | str]]:
    return [{"value": node.value, "prefix": node.file_id_prefix, "tag": node.tag} for node in nodes]


def _number(args: Args, name: str) -> int:
    value = args.get(name)
    if not isinstance(value, int) or value < 1:
        raise BadRequestError(f"args.{name} is not a positive number")
    return value


def _line(args: Args) -> Line:
    try:
        return Line(text_of(args, "line"))
    except ValueError as error:
        raise UnsupportedInput(str(error)) from None


OF_FILES: Mapping[str, FileCommand] = {
    "bucket.ring": bucket_ring,
    "bucket.count": bucket_count,
    "bucket.check": bucket_check,
}
OF_FOLDERS: Mapping[str, FolderCommand] = {
    "bucket.holding": lambda folder, args: {"file": holding_metadata(folder, text_of(args, "partition"))}
}
