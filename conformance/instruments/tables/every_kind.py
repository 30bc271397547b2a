# SPDX-License-Identifier: Apache-2.0
"""All kinds of damage to tables, and those that no audit can find."""

from __future__ import annotations

from instruments.tables import (  # noqa: F401 - they register their kinds
    archive_kinds,
    base_kinds,
    column_kinds,
    file_kinds,
    instant_kinds,
    metadata_index_kinds,
    metadata_kinds,
    metadata_log_kinds,
    metadata_place_kinds,
    plan_kinds,
    property_kinds,
    stat_kinds,
    timeline_kinds,
    view_kinds,
)
from instruments.tables.kinds import TABLES

KINDS = TABLES.kinds

# Kinds that leave a table that satisfies every rule: no check can distinguish it from an intact one.
CANNOT_BE_FOUND: dict[str, str] = {
    "version 8 stated as 9, or 5 as 6, without hoodie.table.initial.version":
        "both have one layout and one form of every file that was changed",
    "a property without counterpart in the files: payload class, merge strategy, CDC, time zone":
        "the checksum of the properties covers two names, and no other file repeats the value",
    "a record key, ordering or partition field that is another field of the schema":
        "only the properties state which field it is",
    "an entire archive file of layout 1 deleted":
        "nothing counts or names archive files; what is older than the active timeline counts as archived",
    "the newest commit deleted together with all files that it wrote":
        "what is left is the table before it",
    "a savepoint, or a pending instant that has written nothing, deleted":
        "nothing refers to it",
    "numUpdateWrites and numInserts of a compaction, or shifted into each other elsewhere":
        "rows keep the commit times of their log files, and no file distinguishes an update from an insert",
    "numDeletes of a base file whose previous commit is archived":
        "the number of rows before is not known",
    "bits of the page index, of Bloom filters and of statistics in a Parquet file":
        "Parquet has no checksum over them",
    "bits of an uncompressed or zstd page without checksum, as parquet-rs writes":
        "the changed value is one that could have been written",
    "bits of a value in an Avro log block, in JSON or in a log block of Parquet without checksum":
        "log blocks have no checksum, and the changed value is one that could have been written",
    "bits in the blocks of an HFile of hudi-rs 0.6":
        "its checksum words are zero, and the changed value is one that could have been written",
    "commit counters of no file: totalScanTime, minEventTime, maxEventTime, totalLogBlocks":
        "no file repeats them",
}  # fmt: skip
