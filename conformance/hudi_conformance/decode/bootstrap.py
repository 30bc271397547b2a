# SPDX-License-Identifier: Apache-2.0
"""The index of a bootstrap: two HFiles whose values are Avro containers [bootstrap.index.*]."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from hudi_conformance.decode.source import Buffer
from hudi_conformance.decode.timeline.content import decode_one_record
from hudi_conformance.errors import Reject
from hudi_conformance.model.bootstrap import INFO_KEY, BootstrapIndex, SourceFile
from hudi_conformance.model.common import AvroValue

if TYPE_CHECKING:
    from hudi_conformance.model.hfile import HFileCell

INFO, KEY, VALUE = "bootstrap.index.info", "bootstrap.index.key", "bootstrap.index.value"
_PARTITION, _FILE_ID = "part=", "fileid="
_MAX_VALUE = 64 << 20  # bytes of one value
Group = tuple[str, str]
_Sources: TypeAlias = "Callable[[HFileCell], Iterator[tuple[Group, SourceFile]]]"


def decode_partitions(buffer: Buffer) -> BootstrapIndex:
    """The index by partition: one key per partition, with the sources of all its file groups.

    Raises:
        Reject: not an HFile, no or a bad `INDEX_INFO`, or a malformed key or value.
    """
    return _index(buffer, _of_partition)


def decode_file_ids(buffer: Buffer) -> BootstrapIndex:
    """The index by file group: one key per file group.

    Raises:
        Reject: as `decode_partitions`.
    """
    return _index(buffer, _of_file_group)


def _index(buffer: Buffer, sources_of: _Sources) -> BootstrapIndex:
    from hudi_conformance.decode.hfile.cells import CellReader  # noqa: PLC0415 - views import this module,
    from hudi_conformance.decode.hfile.file import HFile  # noqa: PLC0415 - and few tables were bootstrapped

    file = HFile(buffer)
    raw, at = file.info.get(INFO_KEY), file.load_on_open[2].ofs
    if raw is None:
        raise Reject("missing-field", at, INFO, "the file info has no INDEX_INFO")
    info = _record(raw, at, INFO)
    base_path, num_keys = info.get("bootstrapBasePath"), info.get("numKeys")
    if not isinstance(base_path, str) or not isinstance(num_keys, int):
        raise Reject("missing-field", at, INFO, "INDEX_INFO without bootstrapBasePath or numKeys")
    files: dict[Group, SourceFile] = {}
    num_cells = 0
    for cell in CellReader.of(file).scan():
        num_cells += 1
        for group, source in sources_of(cell):
            if group in files:
                raise Reject("duplicate", cell.ofs_key, KEY, f"two pointers of {'/'.join(group)!r:.80}")
            files[group] = source
    return BootstrapIndex(base_path, num_keys, num_cells, files)


def _of_partition(cell: HFileCell) -> Iterator[tuple[Group, SourceFile]]:
    partition = _text(cell).removeprefix(_PARTITION)
    record = _value_of(cell, partition)
    files = record.get("fileIdToBootstrapFile")
    if not isinstance(files, Mapping):
        raise Reject("missing-field", cell.ofs_value, VALUE, "no fileIdToBootstrapFile")
    for file_id, status in files.items():
        yield (partition, file_id), _source(status, cell)


def _of_file_group(cell: HFileCell) -> Iterator[tuple[Group, SourceFile]]:
    text = _text(cell).removeprefix(_PARTITION)
    partition, separator, file_id = text.rpartition(f";{_FILE_ID}")
    if not separator:
        raise Reject("bad-value", cell.ofs_key, KEY, f"key {text!r:.80} without {_FILE_ID}")
    record = _value_of(cell, partition)
    yield (partition, file_id), _source(record.get("bootstrapFileStatus"), cell)


def _text(cell: HFileCell) -> str:
    try:
        text = cell.row.decode("utf-8")
    except UnicodeDecodeError:
        raise Reject("bad-utf8", cell.ofs_key, KEY, "a key that is not UTF-8") from None
    if not text.startswith(_PARTITION):
        raise Reject("bad-value", cell.ofs_key, KEY, f"key {text!r:.80} does not begin with {_PARTITION}")
    return text


def _value_of(cell: HFileCell, partition: str) -> Mapping[str, AvroValue]:
    record = _record(bytes(cell.value), cell.ofs_value, VALUE)
    if record.get("partitionPath") != partition:
        message = f"partitionPath {record.get('partitionPath')!r:.60} under the key of {partition!r:.60}"
        raise Reject("bad-value", cell.ofs_value, VALUE, message)
    return record


def _record(data: bytes, at: int, rule: str) -> Mapping[str, AvroValue]:
    """The record of a container that lies at an offset of a file."""
    if len(data) > _MAX_VALUE:
        raise Reject("count-too-large", at, "limits.allocation", f"a value of {len(data)} bytes")
    try:
        _, record = decode_one_record(data)
    except Reject as error:
        raise Reject(error.code, at + (error.at or 0), rule, error.message) from None
    if not isinstance(record, Mapping):
        raise Reject("schema-mismatch", at, rule, "a value that is not a record")
    return record


def _source(status: AvroValue, cell: HFileCell) -> SourceFile:
    path = status.get("path") if isinstance(status, Mapping) else None
    uri = path.get("uri") if isinstance(path, Mapping) else None
    if not isinstance(uri, str) or not uri:
        raise Reject("missing-field", cell.ofs_value, VALUE, "a pointer without path")
    length = status.get("length")
    return SourceFile(uri, length if isinstance(length, int) else None)
