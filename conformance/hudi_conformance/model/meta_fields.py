# SPDX-License-Identifier: Apache-2.0
"""Meta fields: columns that Hudi adds to every record, and user columns with a special meaning."""

from __future__ import annotations

COMMIT_TIME = "_hoodie_commit_time"
COMMIT_SEQNO = "_hoodie_commit_seqno"
RECORD_KEY = "_hoodie_record_key"
PARTITION_PATH = "_hoodie_partition_path"
FILE_NAME = "_hoodie_file_name"
META_FIELDS = (COMMIT_TIME, COMMIT_SEQNO, RECORD_KEY, PARTITION_PATH, FILE_NAME)
"""The meta fields in the order in which files have them."""
OPERATION = "_hoodie_operation"
"""A sixth meta field, if changelogs are retained [table.schema.operation-field]."""
ALL_META_FIELDS = (*META_FIELDS, OPERATION)
IS_DELETED = "_hoodie_is_deleted"  # a column of users: true deletes the row [merge.delete.flag]
SET_BY_WRITER = frozenset({COMMIT_TIME, COMMIT_SEQNO, FILE_NAME})
"""Meta fields that describe the write, not the record."""
