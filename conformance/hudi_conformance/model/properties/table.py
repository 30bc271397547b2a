# SPDX-License-Identifier: Apache-2.0
"""Properties of a table, from `.hoodie/hoodie.properties`.

Names, defaults and older names are those of Hudi's `HoodieTableConfig`. `since` is the release that this
class states (`sinceVersion`), otherwise the first release whose classes have the name.
"""

from __future__ import annotations

from typing import TypeAlias

from hudi_conformance.model.base_file import PARQUET
from hudi_conformance.model.properties import values
from hudi_conformance.model.properties.key import Property, is_true, names, partition_names, trimmed_names
from hudi_conformance.model.table_version import TableVersion

Names: TypeAlias = Property[tuple[str, ...]]

FILE = "hoodie.properties"
BACKUP = "hoodie.properties.backup"
"""Copy that a writer makes before it changes the file [timeline.properties.backup]."""

# --- identity ----------------------------------------------------------------------------------------

DATABASE = Property("hoodie.database.name", str, "", "0.11.0")
NAME: Property[str | None] = Property("hoodie.table.name", str, None, "0.5.0")
TYPE = Property("hoodie.table.type", values.TableType, values.TableType.COPY_ON_WRITE, "0.5.0")
VERSION: Property[TableVersion | None] = Property("hoodie.table.version", TableVersion, None, "0.6.0")
"""Hudi has a default, but readers reject a table without it [timeline.table.version-missing]."""
INITIAL_VERSION: Property[TableVersion | None] = Property(
    "hoodie.table.initial.version", TableVersion, None, "1.0.0"
)
FORMAT = Property("hoodie.table.format", str, values.NATIVE, "1.1.0")
"""The owner of timeline and metadata: Hudi, or the library of another format."""
CHECKSUM: Property[str | None] = Property("hoodie.table.checksum", str, None, "0.11.0")

# --- timeline ----------------------------------------------------------------------------------------

LAYOUT: Property[int | None] = Property("hoodie.timeline.layout.version", int, None, "0.5.1")
TIMELINE_PATH = Property("hoodie.timeline.path", str, "timeline", "1.0.0")
"""Folder of the instants below `.hoodie`, layout 2 [timeline.table.folder-2]."""
HISTORY_PATH = Property("hoodie.timeline.history.path", str, "history", "1.0.0")
"""Folder of the history below that of the timeline, layout 2."""
ARCHIVE_FOLDER = Property("hoodie.archivelog.folder", str, "archived", "0.5.0")
"""Folder of the archive below `.hoodie`, layouts 0 and 1; an empty value denotes `.hoodie`."""
TIMEZONE = Property("hoodie.table.timeline.timezone", str, "LOCAL", "0.11.0")
"""Zone of the instant times; readers compare them as text."""

# --- rows --------------------------------------------------------------------------------------------

RECORD_KEY_FIELDS: Names = Property("hoodie.table.recordkey.fields", names, (), "0.9.0")
PARTITION_FIELDS: Names = Property("hoodie.table.partition.fields", partition_names, (), "0.9.0")
"""Trimmed and without empty names, as Hudi reads them: `,` names none [table.partition.none]."""
PRECOMBINE_FIELD: Property[str | None] = Property("hoodie.table.precombine.field", str, None, "0.8.0")
"""The ordering field of tables up to version 8."""
ORDERING_FIELDS: Names = Property(
    "hoodie.table.ordering.fields", trimmed_names, (), "1.1.0", aliases=(PRECOMBINE_FIELD.name,)
)
CREATE_SCHEMA: Property[str | None] = Property("hoodie.table.create.schema", str, None, "0.9.0")
META_FIELDS = Property("hoodie.populate.meta.fields", is_true, True, "0.9.0")
BASE_FILE_FORMAT = Property(
    "hoodie.table.base.file.format",
    values.base_format,
    PARQUET.name,
    "0.5.1",
    aliases=("hoodie.table.ro.file.format",),
)
MULTIPLE_FORMATS = Property("hoodie.table.multiple.base.file.formats.enable", is_true, False, "1.0.0")
KEY_GENERATOR_CLASS: Property[str | None] = Property("hoodie.table.keygenerator.class", str, None, "0.9.0")
KEY_GENERATOR_TYPE: Property[str | None] = Property("hoodie.table.keygenerator.type", str, None, "1.0.0")
HIVE_STYLE = Property("hoodie.datasource.write.hive_style_partitioning", is_true, False, "0.7.0")
URL_ENCODE = Property("hoodie.datasource.write.partitionpath.urlencode", is_true, False, "0.7.0")
DROP_PARTITION_COLUMNS = Property(
    "hoodie.datasource.write.drop.partition.columns", is_true, False, "0.9.0"
)  # fmt: skip
CDC_ENABLED = Property("hoodie.table.cdc.enabled", is_true, False, "0.13.0")
CDC_MODE = Property(
    "hoodie.table.cdc.supplemental.logging.mode", values.cdc_mode, values.CdcMode.DATA_BEFORE_AFTER, "0.13.0"
)

# --- bootstrap ---------------------------------------------------------------------------------------

BOOTSTRAP_BASE: Property[str | None] = Property("hoodie.bootstrap.base.path", str, None, "0.6.0")
"""Folder of the source files when the table was created [bootstrap.properties]."""
BOOTSTRAP_INDEX = Property("hoodie.bootstrap.index.enable", is_true, True, "0.6.0")
BOOTSTRAP_INDEX_TYPE = Property("hoodie.bootstrap.index.type", str, "HFILE", "1.0.0")

# --- merging -----------------------------------------------------------------------------------------

MERGE_MODE: Property[values.MergeMode | None] = Property(
    "hoodie.record.merge.mode", values.merge_mode, None, "1.0.0"
)
"""Without it the other properties decide [merge.mode.conflict]."""
MERGE_STRATEGY: Property[str | None] = Property(
    "hoodie.record.merge.strategy.id",
    str,
    None,
    "1.0.0",
    aliases=("hoodie.compaction.record.merger.strategy",),
)
PAYLOAD_CLASS: Property[str | None] = Property("hoodie.compaction.payload.class", str, None, "0.5.0")
PARTIAL_UPDATE_MODE: Property[values.PartialUpdateMode | None] = Property(
    "hoodie.table.partial.update.mode", values.PartialUpdateMode, None, "1.1.0"
)
DELETE_FIELD: Property[str | None] = Property("hoodie.payload.delete.field", str, None, "0.14.0")
"""Field whose text marks a delete if it equals that of DELETE_MARKER [merge.delete.marker]."""
DELETE_MARKER: Property[str | None] = Property("hoodie.payload.delete.marker", str, None, "0.14.0")
UNAVAILABLE_VALUE = Property(
    "hoodie.write.partial.update.unavailable.value", str, "__debezium_unavailable_value", "1.1.0"
)
"""Placeholder for a value that a change stream did not send."""
MERGE_PROPERTY = "hoodie.record.merge.property."
"""Prefix under which a table stores an option of merging, from 1.1 on."""

# --- metadata table ----------------------------------------------------------------------------------

METADATA_PARTITIONS: Names = Property("hoodie.table.metadata.partitions", trimmed_names, (), "0.11.0")
"""Partitions of the metadata table that may be read [metadata.place.ready]."""
METADATA_INFLIGHT: Names = Property("hoodie.table.metadata.partitions.inflight", trimmed_names, (), "0.11.0")
INDEX_DEFINITIONS = Property(
    "hoodie.table.index.defs.path", str, ".hoodie/.index_defs/index.json", "1.0.0"
)  # fmt: skip
"""File of the index definitions, below the folder of the table [metadata.index.definitions]."""
