# SPDX-License-Identifier: Apache-2.0
"""Options of writers and readers, which no table stores: archival, cleaning, compaction, engines.

Defaults are those of 1.2, of 0.15 for options that 1.x no longer has. `since` as in `table`.
"""

from __future__ import annotations

from hudi_conformance.model.properties.key import Property, is_true
from hudi_conformance.model.properties.values import CleaningPolicy, CompactionTrigger

# --- archival ----------------------------------------------------------------------------------------

KEEP_MIN_COMMITS = Property("hoodie.keep.min.commits", int, 20, "0.5.0")
KEEP_MAX_COMMITS = Property("hoodie.keep.max.commits", int, 30, "0.5.0")
ARCHIVAL_BATCH = Property("hoodie.commits.archival.batch", int, 10, "0.5.0")
ARCHIVE_AUTOMATIC = Property("hoodie.archive.automatic", is_true, True, "0.10.0")
ARCHIVE_ASYNC = Property("hoodie.archive.async", is_true, False, "0.11.0")
ARCHIVE_BEYOND_SAVEPOINT = Property("hoodie.archive.beyond.savepoint", is_true, False, "0.12.0")
ARCHIVE_LIMIT: Property[int | None] = Property("hoodie.archive.limit.instants", int, None, "1.1.0")
ARCHIVE_BLOCK_ON_CLEAN = Property("hoodie.archive.block.on.latest.clean.ectr", is_true, False, "1.2.0")

# Merging of archive files, 0.11 to 0.15.
ARCHIVE_MERGE = Property("hoodie.archive.merge.enable", is_true, False, "0.11.0")
ARCHIVE_MERGE_BATCH = Property("hoodie.archive.merge.files.batch.size", int, 10, "0.11.0")
ARCHIVE_MERGE_SMALL = Property("hoodie.archive.merge.small.file.limit.bytes", int, 20 << 20, "0.11.0")

# The history of layout 2.
HISTORY_BATCH = Property("hoodie.timeline.compaction.batch.size", int, 10, "1.0.0")
HISTORY_MAX_BYTES = Property("hoodie.timeline.compaction.target.file.max.bytes", int, 1000 << 20, "1.2.0")
HISTORY_RETAINED = Property("hoodie.timeline.manifest.retained.versions", int, 3, "1.2.0")

# --- cleaning: 1.1 renames `hoodie.cleaner.*` to `hoodie.clean.*` and still reads these names ---------

CLEAN_AUTOMATIC = Property("hoodie.clean.automatic", is_true, True, "0.5.0")
CLEAN_ASYNC = Property("hoodie.clean.async", is_true, False, "0.7.0")
CLEANER_POLICY: Property[str] = Property(
    "hoodie.cleaner.policy", str, CleaningPolicy.KEEP_LATEST_COMMITS, "0.5.0"
)
CLEANER_COMMITS = Property("hoodie.cleaner.commits.retained", int, 10, "0.5.0")
CLEANER_HOURS = Property("hoodie.cleaner.hours.retained", int, 24, "0.11.0")

# --- compaction and clustering -----------------------------------------------------------------------

COMPACT_INLINE = Property("hoodie.compact.inline", is_true, False, "0.5.0")
COMPACT_TRIGGER: Property[str] = Property(
    "hoodie.compact.inline.trigger.strategy", str, CompactionTrigger.NUM_COMMITS, "0.8.0"
)
COMPACT_DELTA_COMMITS = Property("hoodie.compact.inline.max.delta.commits", int, 5, "0.5.0")
CLUSTERING_COMMITS = Property("hoodie.clustering.inline.max.commits", int, 4, "0.7.0")

# --- payloads ----------------------------------------------------------------------------------------

PAYLOAD_ORDERING_FIELD: Property[str | None] = Property("hoodie.payload.ordering.field", str, None, "0.7.0")
PAYLOAD_EVENT_TIME_FIELD: Property[str | None] = Property(
    "hoodie.payload.event.time.field", str, None, "0.8.0"
)
UPDATE_ON_SAME_ORDERING = Property("hoodie.payload.update.on.same.ordering.field", is_true, True, "1.2.0")
"""Whether a tie takes the new version [merge.default.same-ordering]."""

# --- write clients -----------------------------------------------------------------------------------

AUTO_UPGRADE = Property("hoodie.write.auto.upgrade", is_true, True, "1.0.0")
WRITE_TABLE_VERSION: Property[int | None] = Property("hoodie.write.table.version", int, None, "1.0.0")
WRITE_MERGE_MODE: Property[str | None] = Property("hoodie.write.record.merge.mode", str, None, "1.0.0")
TIMELINE_SERVER = Property("hoodie.embed.timeline.server", is_true, True, "0.5.0")
MARKERS = Property("hoodie.write.markers.type", str, "TIMELINE_SERVER_BASED", "0.9.0")
METADATA_ENABLED = Property("hoodie.metadata.enable", is_true, True, "0.7.0")
BLOOM_ENTRIES = Property("hoodie.index.bloom.num_entries", int, 60000, "0.5.0")
VALIDATORS = Property("hoodie.precommit.validators", str, "", "0.9.0")
VALIDATOR_QUERIES = Property("hoodie.precommit.validators.single.value.sql.queries", str, "", "0.9.0")
PARALLELISMS = tuple(
    Property(f"hoodie.{kind}.shuffle.parallelism", int, 0, since)
    for since, kinds in (("0.5.0", ("insert", "upsert", "bulkinsert")), ("0.5.1", ("delete",)))
    for kind in kinds
)
"""Number of tasks of each kind of write; 0: as many as the input has."""

# --- Spark's data source -----------------------------------------------------------------------------

SOURCE_TABLE_TYPE = Property("hoodie.datasource.write.table.type", str, "COPY_ON_WRITE", "0.6.0")
SOURCE_OPERATION = Property("hoodie.datasource.write.operation", str, "upsert", "0.5.0")
SOURCE_RECORD_KEY: Property[str | None] = Property(
    "hoodie.datasource.write.recordkey.field", str, None, "0.5.0"
)
SOURCE_PRECOMBINE: Property[str | None] = Property(
    "hoodie.datasource.write.precombine.field", str, None, "0.5.0"
)
SOURCE_PARTITION_PATH: Property[str | None] = Property(
    "hoodie.datasource.write.partitionpath.field", str, None, "0.5.0"
)
SOURCE_KEY_GENERATOR: Property[str | None] = Property(
    "hoodie.datasource.write.keygenerator.class", str, None, "0.5.0"
)
SOURCE_PAYLOAD: Property[str | None] = Property("hoodie.datasource.write.payload.class", str, None, "0.5.0")
SOURCE_DELETED_PARTITIONS: Property[str | None] = Property(
    "hoodie.datasource.write.partitions.to.delete", str, None, "0.9.0"
)
DATA_SKIPPING = Property("hoodie.enable.data.skipping", is_true, True, "0.10.0")
QUERY_TYPE = Property(
    "hoodie.datasource.query.type", str, "snapshot", "0.5.1", aliases=("hoodie.datasource.view.type",)
)
SCHEMA_ON_READ = Property("hoodie.schema.on.read.enable", is_true, False, "0.11.0")
BEGIN_INSTANT: Property[str | None] = Property("hoodie.datasource.read.begin.instanttime", str, None, "0.5.0")
END_INSTANT: Property[str | None] = Property("hoodie.datasource.read.end.instanttime", str, None, "0.5.0")

# --- hudi-rs -----------------------------------------------------------------------------------------

READ_OPTIMIZED = "hoodie.read.use.read_optimized.mode"
