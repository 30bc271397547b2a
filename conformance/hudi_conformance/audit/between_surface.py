# SPDX-License-Identifier: Apache-2.0
"""Rules between the files of a table: timeline, archive, base and log files compared with each other.

Each check is a function on a `Subject` that yields findings, and gaps for checks that it cannot make. A check
that fails is a finding and does not prevent the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from hudi_conformance.audit.between import (
    bootstrap,
    buckets,
    changes,
    column_types,
    features,
    file_times,
    files,
    instants,
    kept_rows,
    leftovers,
    live,
    locks,
    log_rows,
    lost_completions,
    metadata,
    properties,
    property_values,
    record_keys,
    replaced,
    schema_ids,
    service_rows,
    stats,
    written_schemas,
)
from hudi_conformance.audit.between.subject import Subject
from hudi_conformance.audit.findings import MAX_MESSAGE, UNREADABLE, FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.surface import TableRef
from hudi_conformance.audit.table_facts import gather
from hudi_conformance.audit.timeline_surface import OpenFile, as_folder, below, is_complete
from hudi_conformance.decode.bulk.gc_pause import no_collections
from hudi_conformance.errors import Reject

Check: TypeAlias = Callable[[Subject], Iterator[FindingRow | Gap]]
CHECKS: tuple[Check, ...] = (
    files.check_timeline_there, files.check_problems, files.check_named, files.check_archived_sizes,
    files.check_plans, files.check_savepoints, live.check_deleted,
    live.check_live_deleted, files.check_base_files,
    files.check_log_files, lost_completions.check_lost_completions,
    lost_completions.check_first_instants, lost_completions.check_log_versions,
    files.check_rollbacks, files.check_archived,
    stats.check_stats, stats.check_base_columns, column_types.check_column_types,
    schema_ids.check_schema_ids, written_schemas.check_written_schemas,
    replaced.check_replaced, record_keys.check_record_keys, record_keys.check_filter_texts,
    service_rows.check_service_rows, kept_rows.check_kept_rows, kept_rows.check_dropped_logs,
    kept_rows.check_copied_columns,
    changes.check_changes, changes.check_empty_logs,
    log_rows.check_log_rows,
    instants.check_completed_twice, instants.check_states, instants.check_future, instants.check_content,
    instants.check_operations, instants.check_schemas, instants.check_restores,
    instants.check_history_version, features.check_known,
    property_values.check_text, property_values.check_values, properties.check_layout,
    properties.check_version, file_times.check_file_times,
    properties.check_fields, properties.check_partitions,
    properties.check_meta_fields, properties.check_formats, properties.check_metafiles,
    leftovers.check_leftovers, leftovers.check_foreign, leftovers.check_groups, leftovers.check_hidden,
    metadata.check_metadata_timeline, bootstrap.check_bootstrap,
    locks.check_locks, locks.check_heartbeats,
    buckets.check_bucket_groups, buckets.check_bucket_keys, buckets.check_key_forms, buckets.check_hashing,
    buckets.check_bucket_numbers,
)  # fmt: skip
_AHEAD = timedelta(days=1)  # clocks of writers may be in other zones


class BetweenSurface:
    """Damage that only a comparison of two files shows."""

    name = "table"

    def check_table(self, table: TableRef, open_file: OpenFile) -> Iterator[FindingRow | Gap]:
        """Yield findings and gaps of a completely listed table; none if its timeline cannot be read."""
        if not is_complete(table):
            return
        present = {below(table, ref): ref for ref in sorted(table.files)}
        now = table.now or (datetime.now(UTC) + _AHEAD).strftime("%Y%m%d%H%M%S")
        with as_folder(table, open_file) as folder:
            try:
                with no_collections():
                    facts = gather(folder)
            except Reject:  # the surfaces of timeline and archive report why
                return
            subject = Subject(table, facts, present, open_file, folder, now)
            for check in CHECKS:
                for row in _run(check, subject):
                    if isinstance(row, Gap):
                        yield row
                    elif table.context.includes(row.instant):
                        size = present[row.path].size if row.path in present else None
                        path, message = f"{table.path}/{row.path}", row.message[:MAX_MESSAGE]
                        yield replace(row, path=path, message=message, len=size, kind=self.name)


def _run(check: Check, subject: Subject) -> Iterator[FindingRow | Gap]:
    try:
        yield from check(subject)
    except Exception as error:
        message = f"{check.__name__} ended early: {type(error).__name__}: {error}"
        yield FindingRow(".hoodie", "table", UNREADABLE, "internal", message)
