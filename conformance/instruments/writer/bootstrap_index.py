# SPDX-License-Identifier: Apache-2.0
"""The index of a bootstrap as Hudi's writers leave it: two HFiles with Avro containers as values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hudi_conformance.encode.avro.binary import encode_datum
from hudi_conformance.encode.avro.container import encode_container
from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.hfile.cells import Cell
from hudi_conformance.encode.hfile.file import write_hfile
from hudi_conformance.encode.hfile.plan import HUDI_COMPARATOR, HFilePlan, IndexKeys, Style
from hudi_conformance.model.bootstrap import FILE_IDS_FILE, INFO_KEY, PARTITIONS_FILE
from hudi_conformance.model.common import JsonValue

OLD_COMPARATOR = "org.apache.hudi.common.bootstrap.index.HFileBootstrapIndex$HoodieKVComparator"
_NAMESPACE = "org.apache.hudi.avro.model"
_TEXT = {"type": "string", "avro.java.string": "String"}
_VERSION = {"name": "version", "type": ["int", "null"], "default": 1}
_RULE = "bootstrap.index.key"


def _optional(name: str, kind: JsonValue) -> dict[str, Any]:
    return {"name": name, "type": ["null", kind], "default": None}


def _record(name: str, fields: Sequence[Any], **members: str) -> dict[str, Any]:
    return {"type": "record", "name": name, **members, "fields": [_VERSION, *fields]}


_PATH = _record("HoodiePath", [_optional("uri", _TEXT)])
_PERMISSION = _record("HoodieFSPermission", [
    *(_optional(name, _TEXT) for name in ("userAction", "groupAction", "otherAction")),
    _optional("stickyBit", "boolean"),
])  # fmt: skip
_STATUS = _record("HoodieFileStatus", [
    _optional("path", _PATH), _optional("length", "long"), _optional("isDir", "boolean"),
    _optional("blockReplication", "int"), _optional("blockSize", "long"),
    _optional("modificationTime", "long"), _optional("accessTime", "long"),
    _optional("permission", _PERMISSION), _optional("owner", _TEXT), _optional("group", _TEXT),
    _optional("symlink", "HoodiePath"),
])  # fmt: skip
_PARTITION = _record("HoodieBootstrapPartitionMetadata", [
    _optional("bootstrapPartitionPath", _TEXT), _optional("partitionPath", _TEXT),
    _optional("fileIdToBootstrapFile", {"type": "map", "values": _STATUS, "avro.java.string": "String"}),
], namespace=_NAMESPACE)  # fmt: skip
_GROUP = _record("HoodieBootstrapFilePartitionInfo", [
    _optional("bootstrapPartitionPath", _TEXT), _optional("bootstrapFileStatus", _STATUS),
    _optional("partitionPath", _TEXT),
], namespace=_NAMESPACE)  # fmt: skip
_INFO = _record("HoodieBootstrapIndexInfo", [
    _optional("bootstrapBasePath", _TEXT), _optional("createdTimestamp", "long"),
    _optional("numKeys", "int"),
], namespace=_NAMESPACE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pointer:
    """A skeleton's source.

    Attributes:
        partition: Hudi's partition path.
        file_id: file group of the skeleton.
        uri: location of the source, absolute.
        length: its bytes; None = not stated.
        source_partition: folder of the source below the base path; None = `partition`.
    """

    partition: str
    file_id: str
    uri: str
    length: int | None
    source_partition: str | None


@dataclass(frozen=True, slots=True)
class IndexKnobs:
    """Deviations of an index; None means correct.

    Attributes:
        num_keys: number in the file info.
        value_partition: partition path in all values.
        is_info_absent: omit `INDEX_INFO`.
        key_prefix: in place of `part=`.
    """

    num_keys: int | None = None
    value_partition: str | None = None
    is_info_absent: bool = False
    key_prefix: str = "part="


def encode_index(
    base_path: str, pointers: Sequence[Pointer], *, is_old: bool, knobs: IndexKnobs | None
) -> dict[str, bytes]:
    """Both files of an index by their paths below the table's folder [bootstrap.index.files].

    Args:
        base_path: folder of all sources.
        pointers: of all skeletons.
        is_old: write as HBase's library does, which Hudi used up to 1.0.
        knobs: deviations.

    Raises:
        EncodeError: two pointers of one file group.
    """
    knobs = knobs or IndexKnobs()
    groups = {(pointer.partition, pointer.file_id): pointer for pointer in pointers}
    if len(groups) != len(pointers):
        raise EncodeError("duplicate", _RULE, "pointers", "one per file group", len(pointers))
    partitions: dict[str, list[Pointer]] = {}
    cells = []
    for group in sorted(groups):
        pointer = groups[group]
        partitions.setdefault(pointer.partition, []).append(pointer)
        row = f"{knobs.key_prefix}{pointer.partition};fileid={pointer.file_id}"
        value = {**_about(pointer, knobs), "bootstrapFileStatus": _status(pointer)}
        cells.append((row, _container(_GROUP, value)))
    by_partition = [
        (f"{knobs.key_prefix}{partition}", _container(_PARTITION, _partition_of(members, knobs)))
        for partition, members in partitions.items()
    ]
    return {
        PARTITIONS_FILE: _file(base_path, by_partition, knobs, is_old=is_old),
        FILE_IDS_FILE: _file(base_path, cells, knobs, is_old=is_old),
    }


def _about(pointer: Pointer, knobs: IndexKnobs) -> dict[str, Any]:
    own = pointer.partition if pointer.source_partition is None else pointer.source_partition
    partition = pointer.partition if knobs.value_partition is None else knobs.value_partition
    return {"version": None, "bootstrapPartitionPath": own, "partitionPath": partition}


def _partition_of(pointers: Sequence[Pointer], knobs: IndexKnobs) -> dict[str, Any]:
    files = {pointer.file_id: _status(pointer) for pointer in pointers}
    return {**_about(pointers[0], knobs), "fileIdToBootstrapFile": files}


def _status(pointer: Pointer) -> dict[str, Any]:
    return {
        "version": None, "path": {"version": 1, "uri": pointer.uri}, "length": pointer.length,
        "isDir": False, "blockReplication": 1, "blockSize": 33_554_432, "modificationTime": 0,
        "accessTime": 0, "permission": None,
        "owner": None, "group": None, "symlink": None,
    }  # fmt: skip


def _container(schema: Mapping[str, Any], value: Mapping[str, Any]) -> bytes:
    return encode_container(json.dumps(schema, separators=(",", ":")), [encode_datum(schema, value)])


def _file(base_path: str, values: Sequence[tuple[str, bytes]], knobs: IndexKnobs, *, is_old: bool) -> bytes:
    num_keys = len(values) if knobs.num_keys is None else knobs.num_keys
    about = {"version": 1, "bootstrapBasePath": base_path, "createdTimestamp": 0, "numKeys": num_keys}
    rows = sorted((row.encode(), value) for row, value in values)
    plan = HFilePlan(
        cells=tuple(Cell(row, value=value) for row, value in rows),
        style=Style.HUDI_IO,
        minor=0,
        checksum="NULL",
        comparator=HUDI_COMPARATOR,
        create_time=0,
        index_keys=IndexKeys.ROW_ONLY,
        info={} if knobs.is_info_absent else {INFO_KEY: _container(_INFO, about)},
    )
    if is_old:
        plan = replace(
            plan, style=Style.HBASE, minor=3, checksum="CRC32C", comparator=OLD_COMPARATOR,
            index_keys=IndexKeys.FULL,
        )  # fmt: skip
    return write_hfile(plan).data
