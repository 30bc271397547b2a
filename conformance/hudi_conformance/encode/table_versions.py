# SPDX-License-Identifier: Apache-2.0
"""Table versions at which this writer's output changes; compared as `version >= since.LAYOUT_2`.

This is the writer's separate copy of these facts: `tests/fast/project/test_writer_copies.py` compares it with
`model`.
"""

from __future__ import annotations

LAST = 9

# Timelines and names.
LAYOUT_2 = 8
INSTANT_NAMES = 8
"""A log file has the instant of its one write in its name, and is not appended to."""
MERGE_MODES = 8
ROLLBACK_PLANS = 3
RESTORE_PLANS = 4

# Log blocks.
COMPACTED_BLOCK_TIMES = 5
RECORD_POSITIONS = 6
BLOCK_IDENTIFIER = 6
IS_PARTIAL = 8
BASE_INSTANT_OF_POSITIONS = 8
NO_COMMANDS = 8

# Records of the metadata table.
SECONDARY_INDEX = 8
LOCATION_POSITIONS = 8
"""A record index has the positions of records in their files."""
TIGHT_BOUNDS = 8
LOCAL_DATES = 8
VALUE_TYPES = 9
"""Column statistics name the types of their bounds, which may be arrays."""
INDEX_VERSIONS = 9
"""Definitions of indexes state a version, and new secondary indexes are V2."""
