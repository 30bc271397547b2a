# SPDX-License-Identifier: Apache-2.0
"""Surface `metadata` of the adapter `kaitai-python`; its protocol: `conformance/adapters/metadata.md`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from hudi_conformance.adapters.kaitai.request import (
    Args,
    BadRequestError,
    FolderCommand,
    Value,
    text_argument,
    text_of,
    texts_of,
)
from hudi_conformance.canonical.metadata import canonical_files, canonical_locations, canonical_stats
from hudi_conformance.decode.metadata import keys
from hudi_conformance.decode.metadata.groups import (
    SECONDARY_INDEX,
    FileIdFields,
    decode_location,
    encode_location,
    group_id,
    parse_group_id,
)
from hudi_conformance.decode.metadata.secondary import secondary_key, separator_of, split_key
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.semantics.metadata.instants import latest_compaction, synced_instant
from hudi_conformance.table.metadata import open_metadata
from hudi_conformance.table.metadata_answers import list_files, locate, statistics

_HASHES: Mapping[str, Callable[[str], bytes]] = {
    "column": keys.column_hash,
    "partition": keys.partition_hash,
    "file": keys.file_hash,
}


def metadata_files(folder: Path, args: Args) -> Value:
    """Answer `metadata.files`."""
    table = open_metadata(folder)
    own = () if table.timeline is None else table.timeline.instants
    return {
        "available": table.is_available,
        "valid_instants": sorted(table.valid),
        "synced_instant": synced_instant(own),
        "latest_compaction": latest_compaction(own),
        "partitions": canonical_files(list_files(table, _texts(args, "partitions"))),
    }


def metadata_stats(folder: Path, args: Args) -> Value:
    """Answer `metadata.stats`."""
    table = open_metadata(folder)
    rows = statistics(table, text_of(args, "index"), _texts(args, "columns"), _texts(args, "partitions"))
    return {"rows": canonical_stats(rows)}


def metadata_locate(folder: Path, args: Args) -> Value:
    """Answer `metadata.locate`."""
    table = open_metadata(folder)
    requested = args.get("keys")
    if requested is not None and not (
        isinstance(requested, list) and all(key is None or isinstance(key, str) for key in requested)
    ):
        raise BadRequestError("args.keys is not a list of texts")
    rows = locate(table, text_of(args, "index"), requested, text_argument(args, "partition"))
    return {"rows": canonical_locations(rows)}


def metadata_key(args: Args) -> Value:
    """Answer `metadata.key`."""
    op = text_of(args, "op")
    answer = _OPERATIONS.get(op)
    if answer is None:
        raise UnsupportedInput(f"op {op!r:.40}")
    return answer(args)


def _hash(args: Args) -> Value:
    of = text_of(args, "of")
    if of not in _HASHES:
        raise UnsupportedInput(f"hash of {of!r:.40}")
    digest = _HASHES[of](text_of(args, "text"))
    return {"hash": digest.hex(), "base64": keys.encoded(digest)}


def _compose(args: Args) -> Value:
    match text_of(args, "of"):
        case "column_stats":
            key = keys.column_stats_key(
                text_of(args, "column"), text_of(args, "partition"), text_of(args, "file")
            )
        case "partition_stats":
            key = keys.partition_stats_key(text_of(args, "column"), text_of(args, "partition"))
        case "expression_partition_stats":
            key = keys.expression_partition_key(text_of(args, "column"), text_of(args, "partition"))
        case "bloom_filters":
            key = keys.bloom_key(text_of(args, "partition"), text_of(args, "file"))
        case of:
            raise UnsupportedInput(f"key of {of!r:.40}")
    return {"key": key}


def _route(args: Args) -> Value:
    key, groups = text_of(args, "key"), _number(args, "groups")
    if groups < 1:
        raise BadRequestError("args.groups is below 1")
    if text_argument(args, "version") == "V2" and text_of(args, "index").startswith(SECONDARY_INDEX):
        key = key[: separator_of(key) + 1]
    return {"group": keys.route(key, groups)}


def _split(args: Args) -> Value:
    secondary, record_key = split_key(text_of(args, "key"))
    return {"secondary": secondary, "record_key": record_key}


def _group_id(args: Args) -> Value:
    index, number = text_of(args, "index"), _number(args, "group")
    return {"file_id": group_id(index, number, text_argument(args, "data_partition"))}


def _group_index(args: Args) -> Value:
    number, partition = parse_group_id(text_of(args, "index"), text_of(args, "file_id"))
    return {"index": number, "data_partition": partition}


def _encode_location(args: Args) -> Value:
    fields = encode_location(text_of(args, "file_id"))
    numbers = {"high": str(fields.high), "low": str(fields.low), "index": fields.index}
    return {"encoding": fields.encoding, **numbers, "file_id": fields.text}


def _decode_location(args: Args) -> Value:
    encoding, index = _number(args, "encoding"), _number(args, "index")
    high, low = int(text_of(args, "high")), int(text_of(args, "low"))
    return {"file_id": decode_location(FileIdFields(encoding, high, low, index, text_of(args, "file_id")))}


_OPERATIONS: Mapping[str, Callable[[Args], Value]] = {
    "hash": _hash,
    "compose": _compose,
    "route": _route,
    "escape": lambda args: {
        "key": secondary_key(text_argument(args, "secondary"), text_of(args, "record_key"))
    },
    "split": _split,
    "group_id": _group_id,
    "group_index": _group_index,
    "encode_location": _encode_location,
    "decode_location": _decode_location,
}
OF_FOLDERS: Mapping[str, FolderCommand] = {
    "metadata.files": metadata_files,
    "metadata.stats": metadata_stats,
    "metadata.locate": metadata_locate,
}


def _number(args: Args, name: str) -> int:
    value = args.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRequestError(f"args.{name} is not an integer")
    return value


def _texts(args: Args, name: str) -> list[str] | None:
    return None if args.get(name) is None else texts_of(args, name)
