# SPDX-License-Identifier: Apache-2.0
"""Table versions, and the changes of the format that each introduced.

Code calls `TableVersion(9).has(Feature.INSTANT_NAMES)` instead of comparing numbers. A new table version is
a new `NEWEST` and the features that it introduces.
"""

from __future__ import annotations

from enum import Enum


class Feature(Enum):
    """A change of the format, with the first table version that has it."""

    LAYOUT_1 = 1, "timeline layout 1: compactions are requested before they are inflight"
    RULES_OF_0_15 = 4, "records merge by the rules of releases 0.11 to 0.15"
    COMPACTED_BLOCK_TIMES = 5, "log blocks have the header COMPACTED_BLOCK_TIMES"
    BLOCK_IDENTIFIER = 6, "log blocks may have the header BLOCK_IDENTIFIER, up to version 7"
    CONTENT_VERSION_3 = 6, "contents of log blocks are written in version 3"
    RECORD_POSITIONS = 6, "log blocks may have the header RECORD_POSITIONS"
    BASE_INSTANT_OF_POSITIONS = 8, "log blocks may have the header BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS"
    FILES_BY_TIMELINE = 8, "readers compare log files, not log blocks, with the timeline"
    INSTANT_NAMES = 8, "a log file is named by the delta commit that wrote it, not by its base file"
    LAYOUT_2 = 8, "timeline layout 2: completion times in names, history in LSM files, separate folders"
    MERGE_MODES = 8, "merge modes decide how versions of a record merge"
    METADATA_TIMES_WITHOUT_SUFFIX = 8, "instants of the metadata table have no suffix"
    NO_BLOCK_IDENTIFIER = 8, "no log block has the header BLOCK_IDENTIFIER"
    NO_COMMANDS = 8, "rollbacks delete log files instead of appending command blocks"
    PARTIAL_UPDATES = 8, "log blocks may have the header IS_PARTIAL"
    ORDERING_ARRAYS = 9, "deletes may have several ordering values"
    RULES_OF_1_2 = 9, "records merge by the rules of releases 1.1 and 1.2"
    SECONDARY_INDEX_V2 = 9, "new secondary indexes are of version V2"
    NATIVE_LOGS = 10, "log files in the format of base files"

    def __init__(self, since: int, description: str) -> None:
        self.since = since
        self.description = description


class TableVersion(int):
    """`hoodie.table.version` of a table."""

    def has(self, feature: Feature) -> bool:
        """Whether tables of this version have this change of the format."""
        return self >= feature.since


NEWEST = TableVersion(9)  # of released tables; a reader rejects later ones [timeline.table.version-known]
