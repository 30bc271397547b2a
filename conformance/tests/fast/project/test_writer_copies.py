# SPDX-License-Identifier: Apache-2.0
"""The reference writer's copies of facts against `model`: it imports none of them, and they must agree."""

from __future__ import annotations

from typing import Any

import pytest
from hudi_conformance.decode.avro import container as avro_container
from hudi_conformance.decode.log import scan
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.encode import checksums, codecs, table_versions
from hudi_conformance.encode.avro import container as written_container
from hudi_conformance.encode.hfile import cells, encodings, trailer
from hudi_conformance.encode.log import frame, rules
from hudi_conformance.encode.metadata import schema as metadata_schema
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.encode.table import contents, plan
from hudi_conformance.encode.timeline import properties as written_properties
from hudi_conformance.encode.timeline import table as written_timeline
from hudi_conformance.model import actions, hfile, meta_fields
from hudi_conformance.model.log import FEATURE_OF_KEY
from hudi_conformance.model.properties import table, values
from hudi_conformance.model.properties.key import Property
from hudi_conformance.model.table_version import NEWEST, Feature
from hudi_conformance.model.timeline import State

KEYS: dict[str, Property[Any]] = {
    name: key
    for key in vars(table).values()
    if isinstance(key, Property)
    for name in (key.name, *key.aliases)
}
COPIES = {
    "newest-table-version": (table_versions.LAST, NEWEST),
    "header-keys": (
        rules.SINCE_TABLE_VERSION,
        {key: feature.since for key, feature in FEATURE_OF_KEY.items()},
    ),
    "completed-actions": (written_timeline.COMPLETED_AS, actions.COMPARABLE),
    "actions": (set(written_timeline.RECORDS), actions.ACTIONS),
    "states": (written_timeline.STATES, tuple(State)),
    "meta-fields-of-metadata": (metadata_schema.META_FIELDS, meta_fields.META_FIELDS),
    "meta-fields": (tuple(f"_hoodie_{name}" for name in plan.META), meta_fields.META_FIELDS),
    "table-types": ({plan.COPY_ON_WRITE, plan.MERGE_ON_READ}, set(values.TableType)),
    "merge-modes": ({plan.EVENT_TIME, plan.COMMIT_TIME, "CUSTOM"}, set(values.MergeMode)),
    "payloads": (
        (contents.PAYLOADS[plan.EVENT_TIME], contents.PAYLOADS[plan.COMMIT_TIME]),
        (values.DEFAULT_PAYLOAD, values.OVERWRITE_WITH_LATEST),
    ),
    "strategies": (
        (contents.STRATEGIES[plan.EVENT_TIME], contents.STRATEGIES[plan.COMMIT_TIME]),
        (values.EVENT_TIME_STRATEGY, values.COMMIT_TIME_STRATEGY),
    ),
    "checksum-property": (written_properties.CHECKSUM, table.CHECKSUM.name),
    "log-magic": (frame.MAGIC, scan.MAGIC),
    "avro-magic": (written_container.MAGIC, avro_container.MAGIC),
    "hfile-magic": (trailer.MAGIC, hfile.MAGIC_TRAILER),
    "hfile-codecs": (codecs.CODES, {kind.name: kind.value for kind in hfile.Codec}),
    "hfile-checksums": (checksums.KINDS, {kind.name: kind.value for kind in hfile.ChecksumType}),
    "hfile-encodings": (
        encodings.ENCODINGS,
        {"NONE": 0, **{kind.name: kind.value for kind in hfile.Encoding}},
    ),
    "hfile-latest-timestamp": (cells.LATEST, hfile.LATEST_TIMESTAMP),
}
VERSIONS = {
    "LAYOUT_2": Feature.LAYOUT_2,
    "INSTANT_NAMES": Feature.INSTANT_NAMES,
    "MERGE_MODES": Feature.MERGE_MODES,
    "COMPACTED_BLOCK_TIMES": Feature.COMPACTED_BLOCK_TIMES,
    "RECORD_POSITIONS": Feature.RECORD_POSITIONS,
    "BLOCK_IDENTIFIER": Feature.BLOCK_IDENTIFIER,
    "IS_PARTIAL": Feature.PARTIAL_UPDATES,
    "BASE_INSTANT_OF_POSITIONS": Feature.BASE_INSTANT_OF_POSITIONS,
    "NO_COMMANDS": Feature.NO_COMMANDS,
    "INDEX_VERSIONS": Feature.SECONDARY_INDEX_V2,
}
DEFAULTS = (table.TIMELINE_PATH, table.HISTORY_PATH, table.INDEX_DEFINITIONS)


@pytest.mark.parametrize("fact", COPIES)
def test_a_copy_of_the_writer_agrees_with_the_model(fact: str) -> None:
    written, read = COPIES[fact]
    assert written == read


@pytest.mark.parametrize("name", VERSIONS)
def test_the_writer_changes_with_the_table_version_of_the_model(name: str) -> None:
    assert getattr(table_versions, name) == VERSIONS[name].since


def written_tables() -> dict[str, dict[str, str]]:
    """Properties by table: of data tables and of the metadata table, old and new."""
    tables = {
        f"data-{version}": contents.properties_of(
            plan.Table(version, plan.MERGE_ON_READ, True, False, plan.EVENT_TIME, {"val": "string"})
        )
        for version in (6, 9)
    }
    for version in (6, 9):
        files = encode_metadata({"table_version": version, "indexes": {"files": {}}, "partition_field": "p"})
        for folder, name in (("", "with-metadata"), (".hoodie/metadata/", "metadata")):
            stored = decode_properties(files[f"{folder}.hoodie/{table.FILE}"])
            tables[f"{name}-{version}"] = dict(stored.entries)
    return tables


TABLES = written_tables()


@pytest.mark.parametrize("name", TABLES)
def test_the_writer_names_known_properties_with_parsed_values(name: str) -> None:
    entries = TABLES[name]
    assert sorted(set(entries) - set(KEYS)) == []
    for key, text in entries.items():
        KEYS[key].parse(text)


@pytest.mark.parametrize("key", DEFAULTS, ids=str)
@pytest.mark.parametrize("name", TABLES)
def test_the_writer_states_paths_that_are_the_defaults(name: str, key: Property[Any]) -> None:
    assert key.get(TABLES[name]) == key.default


@pytest.mark.parametrize("name", [name for name in TABLES if name.endswith("-6")])
def test_the_archive_of_an_old_table_is_in_the_default_folder(name: str) -> None:
    assert table.ARCHIVE_FOLDER.text(TABLES[name]) == table.ARCHIVE_FOLDER.default
