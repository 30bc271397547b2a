# SPDX-License-Identifier: Apache-2.0
"""The metadata table of a table: its state, and the merged records of its file groups."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hudi_conformance.decode.folder import file_names, is_regular, read_file
from hudi_conformance.decode.metadata.groups import SECONDARY_INDEX
from hudi_conformance.decode.timeline.content import decode_instant, decode_json
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import AvroValue, JsonValue
from hudi_conformance.model.metadata import IndexDefinition, MetadataRecord
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.model.timeline import State, Timeline
from hudi_conformance.semantics.metadata.instants import Timelines, valid_instants
from hudi_conformance.semantics.slices.files import FileSlice, TimelineFacts, file_slices, merged_slice
from hudi_conformance.table.files import data_files_of
from hudi_conformance.table.metadata_records import SliceReader, read_slice_records
from hudi_conformance.table.state import open_timeline

FOLDER = ".hoodie/metadata"


@dataclass(frozen=True, slots=True)
class MetadataTable:
    """State of a metadata table, from both timelines and the names of its files.

    Attributes:
        path: folder of the data table.
        data: timeline of the data table.
        timeline: its own timeline; None if it does not exist or is not ready.
        facts: visibility of files according to its timeline.
        ready: readable partitions [metadata.place.ready].
        inflight: partitions being built.
        valid: instants whose blocks count [metadata.valid.data].
        definitions: index definitions by name.
        slices: latest slice of each file group by partition, file groups sorted by file id.
        takes_zero_words: whether checksum words that are all zero are not compared; see `HFile`.
    """

    path: Path
    data: Timeline
    timeline: Timeline | None
    facts: TimelineFacts | None
    ready: tuple[str, ...]
    inflight: tuple[str, ...]
    valid: frozenset[str]
    definitions: Mapping[str, IndexDefinition]
    slices: Mapping[str, tuple[FileSlice, ...]]
    takes_zero_words: bool = False

    @property
    def is_available(self) -> bool:
        """Whether readers list files by it [metadata.place.available]."""
        return self.timeline is not None

    @property
    def table_version(self) -> int:
        """`hoodie.table.version` of the data table."""
        return self.data.table_version


def open_metadata(path: Path, skip: Collection[str] = ()) -> MetadataTable:
    """The metadata table of the table in a folder, without the partitions `skip`.

    Raises:
        OSError: a file or folder cannot be read.
        Reject: a table, an instant, or the index definitions cannot be decoded.
    """
    data, _ = open_timeline(path)
    ready = tuple(name for name in announced(data.properties) if name not in skip)
    inflight = announced(data.properties, props.METADATA_INFLIGHT)
    definitions = read_definitions(path, data.properties)
    if "files" not in ready:
        return MetadataTable(path, data, None, None, ready, inflight, frozenset(), definitions, {})
    timeline, facts = open_timeline(path / FOLDER)
    undone = dict(_undone(path / data.folder, data))
    valid = valid_instants(Timelines(data.table_version, data.instants, timeline.instants, undone))
    slices = {name: _slices(path, name, facts) for name in ready}
    return MetadataTable(path, data, timeline, facts, ready, inflight, valid, definitions, slices)


def read_records(
    table: MetadataTable, partition: str, keys: Collection[str] | None = None
) -> Iterator[MetadataRecord]:
    """Yield the merged records of a partition, file group by file group; without tombstones.

    Args:
        table: the metadata table.
        partition: a partition of it; one that is not ready has no records.
        keys: keys whose records are needed; others may be skipped. None = all.

    Raises:
        OSError: a file cannot be read.
        Reject: a file or record that cannot be decoded or merged.
    """
    for item in table.slices.get(partition, ()):
        yield from read_group(table, partition, item, keys).values()


def read_group(
    table: MetadataTable, partition: str, item: FileSlice, keys: Collection[str] | None = None
) -> dict[str, MetadataRecord]:
    """The merged records of one file group by key, at least those of `keys`.

    Raises:
        As `read_records`.
    """
    latest = table.facts.latest if table.facts is not None else None
    version = table.timeline.table_version if table.timeline is not None else table.table_version
    reader = SliceReader(version, latest, table.valid, table.takes_zero_words)
    return read_slice_records(table.path / FOLDER / partition, item, reader, keys)


def read_definitions(path: Path, properties: Mapping[str, str]) -> dict[str, IndexDefinition]:
    """Index definitions by name, none if there is no file [metadata.index.definitions].

    Raises:
        OSError: the file cannot be read.
        Reject: it is not valid JSON of this format.
    """
    name = props.INDEX_DEFINITIONS.get(properties) or props.INDEX_DEFINITIONS.default
    parts = [part for part in name.split("/") if part not in {"", "."}]
    if ".." in parts or name.startswith("/") or "\0" in name:
        raise Reject(
            "bad-value", None, "metadata.index.definitions", f"path {name!r:.60} is outside the table"
        )
    file = path.joinpath(*parts)
    if not is_regular(file):
        return {}
    try:
        entries = decode_json(read_file(file)).get("indexDefinitions")
    except Reject as error:
        raise Reject(error.code, error.at, "metadata.index.definitions", error.message) from None
    if not isinstance(entries, Mapping):
        raise Reject("missing-field", None, "metadata.index.definitions", "no indexDefinitions")
    table_version = props.VERSION.text(properties) or ""
    is_recent = table_version.isdecimal() and TableVersion(table_version).has(Feature.SECONDARY_INDEX_V2)
    return {
        name: _definition(name, entry, "V2" if is_recent and name.startswith(SECONDARY_INDEX) else "V1")
        for name, entry in entries.items()
        if isinstance(entry, Mapping)
    }


def _definition(name: str, entry: Mapping[str, JsonValue], version: str) -> IndexDefinition:
    fields, options = entry.get("sourceFields"), entry.get("indexOptions")
    return IndexDefinition(
        name=name,
        type=str(entry.get("indexType") or ""),
        function=str(entry.get("indexFunction") or ""),
        source_fields=tuple(map(str, fields)) if isinstance(fields, list) else (),
        options={str(k): str(v) for k, v in options.items()} if isinstance(options, Mapping) else {},
        version=str(entry.get("version") or version),
    )


def announced(properties: Mapping[str, str], key: props.Names = props.METADATA_PARTITIONS) -> tuple[str, ...]:
    """Partitions that properties of the data table name, sorted [metadata.place.ready]."""
    return tuple(sorted(set(key.get(properties))))


def _slices(path: Path, partition: str, facts: TimelineFacts) -> tuple[FileSlice, ...]:
    if "/" in partition or partition in {".", ".."} or "\0" in partition:
        raise Reject("bad-value", None, "metadata.place.ready", f"{partition!r:.60} is not a partition name")
    files = data_files_of(f"{partition}/{name}" for name in file_names(path / FOLDER / partition))
    groups = file_slices(files.base_files, files.log_files, facts)
    merged = (merged_slice(slices, facts) for slices in groups.values())
    return tuple(sorted((item for item in merged if item is not None), key=lambda item: item.file_id))


def _undone(folder: Path, data: Timeline) -> Iterator[tuple[str, Sequence[str]]]:
    """For completed rollbacks and restores: the instants that they undid [metadata.valid.undone]."""
    for instant in data.instants:
        if instant.state is not State.COMPLETED or instant.action not in {"rollback", "restore"}:
            continue
        content = decode_instant(read_file(folder / instant.name), instant.name, data.layout)
        if content.format == "empty":
            yield instant.time, _planned(folder, instant.time, instant.action, data.layout)
        else:
            yield instant.time, _rolled_back(content.value)


def _rolled_back(value: AvroValue) -> list[str]:
    if not isinstance(value, Mapping):
        return []
    named, restored = value.get("commitsRollback"), value.get("hoodieRestoreMetadata")
    texts = [text for text in named if isinstance(text, str)] if isinstance(named, list) else []
    for parts in restored.values() if isinstance(restored, Mapping) else ():
        for part in parts if isinstance(parts, list) else ():
            texts += _rolled_back(part)
    return texts


def _planned(folder: Path, time: str, action: str, layout: int) -> list[str]:
    name = f"{time}.{action}.requested"
    if not is_regular(folder / name):
        return []
    plan = decode_instant(read_file(folder / name), name, layout).value
    target = plan.get("instantToRollback") if isinstance(plan, Mapping) else None
    commit = target.get("commitTime") if isinstance(target, Mapping) else None
    return [commit] if isinstance(commit, str) else []
