# SPDX-License-Identifier: Apache-2.0
"""The requirement that decides between two versions of a record, by the rules of a table."""

from __future__ import annotations

from hudi_conformance.semantics.merge.ordering import compare, is_comparable, is_default
from hudi_conformance.semantics.merge.rows import Version
from hudi_conformance.semantics.merge.rules import Line, MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger

_COMBINE = {
    "OverwriteWithLatestAvroPayload": "merge.overwrite.combine",
    "DefaultHoodieRecordPayload": "merge.default.combine",
    "EventTimeAvroPayload": "merge.event-time.combine",
    "FirstValueAvroPayload": "merge.default.combine",
    "ReverseOrderHoodieRecordPayload": "merge.reverse.order",
    "OverwriteNonDefaultsWithLatestAvroPayload": "merge.non-defaults.combine",
    "PartialUpdateAvroPayload": "merge.partial-update.combine",
    "AWSDmsAvroPayload": "merge.dms.combine",
    "MySqlDebeziumAvroPayload": "merge.mysql.sequence",
    "PostgresDebeziumAvroPayload": "merge.postgres.lsn",
    "EmptyHoodieRecordPayload": "merge.empty.nothing",
    "HoodieAvroPayload": "merge.avro.latest",
    "RewriteAvroPayload": "merge.avro.latest",
}
_TIES = {
    "DefaultHoodieRecordPayload": "merge.default.same-ordering",
    "FirstValueAvroPayload": "merge.first-value.tie",
}
_SIGNS = {
    "AWSDmsAvroPayload": "merge.dms.combine",
    "MySqlDebeziumAvroPayload": "merge.debezium.delete",
    "PostgresDebeziumAvroPayload": "merge.debezium.delete",
}
_OF_COLUMNS = {
    "PostgresDebeziumAvroPayload": "merge.postgres.unavailable",
    "MySqlDebeziumAvroPayload": "merge.postgres.unavailable",
}
_OVERWRITE = "OverwriteWithLatestAvroPayload"


def order_sign(old: Version, new: Version) -> str:
    """How the ordering values of two versions compare: `<`, `=`, `>`; empty if they do not."""
    if old.ordering is None or new.ordering is None or not is_comparable(old.ordering, new.ordering):
        return ""
    return "<=>"[compare(old.ordering, new.ordering) + 1]


def rule_of_delete(rules: MergeRules) -> str:
    """Requirement by which a row with all of its fields is a delete."""
    if rules.mode is not Mode.PAYLOAD:
        return "merge.mode.delete"
    if rules.delete_field is not None and rules.payload not in _SIGNS:
        return "merge.delete.marker"
    return _SIGNS.get(rules.payload, "merge.delete.flag")


def rule_of_columns(rules: MergeRules) -> str | None:
    """Requirement by which rows are merged field by field; None if the table has no such rule."""
    if rules.mode is not Mode.PAYLOAD:
        return {"IGNORE_DEFAULTS": "merge.partial.ignore", "FILL_UNAVAILABLE": "merge.partial.fill"}.get(
            rules.partial or ""
        )
    if rules.payload in _OF_COLUMNS:
        return _OF_COLUMNS[rules.payload]
    combines = {"OverwriteNonDefaultsWithLatestAvroPayload", "PartialUpdateAvroPayload"}
    return _COMBINE[rules.payload] if rules.payload in combines else None


def deciding_rule(merger: RecordMerger, old: Version, new: Version, *, is_in_logs: bool) -> str:
    """Requirement that decides which of two versions survives.

    Args:
        merger: merger of the slice.
        old: the version that arrived first.
        new: the other.
        is_in_logs: whether both are in log files.
    """
    mode = merger.rules.mode
    if mode is Mode.COMMIT_TIME:
        return "merge.mode.commit-time"
    if mode is Mode.EVENT_TIME:
        return _of_event_time(merger, old, new)
    if merger.rules.line.has_modes:
        return _of_payload_1x(merger, old, new, is_in_logs=is_in_logs)
    return _of_payload_0x(merger, old, new, is_in_logs=is_in_logs)


def _of_event_time(merger: RecordMerger, old: Version, new: Version) -> str:
    is_old_delete, is_new_delete = (merger.is_delete(item.row) for item in (old, new))
    if (is_old_delete and is_default(old.ordering)) or (is_new_delete and is_default(new.ordering)):
        both = old.row is None and new.row is None
        return "merge.mode.second-delete" if both else "merge.mode.default-ordering"
    if old.ordering is None:
        return "merge.mode.null-stored"
    if merger.rules.ordering_fields and not order_sign(old, new):
        is_delete = is_old_delete or is_new_delete
        return "merge.ordering.incomparable-delete" if is_delete else "merge.ordering.incomparable"
    return "merge.mode.data-after-delete" if is_old_delete and not is_new_delete else "merge.mode.event-time"


def _of_payload_1x(merger: RecordMerger, old: Version, new: Version, *, is_in_logs: bool) -> str:
    is_delete = merger.is_delete(new.row) or (is_in_logs and merger.is_delete(old.row))
    if is_delete and merger.rules.line is Line.V1_0:
        return "merge.custom.deletes-1-0"
    if is_delete and is_in_logs:
        return "merge.custom.deletes-1-1"
    if new.row is None:
        return "merge.default.null-record-1x"
    return _of_combine(merger, old, new)


def _of_payload_0x(merger: RecordMerger, old: Version, new: Version, *, is_in_logs: bool) -> str:
    if not is_in_logs:
        return "merge.default.null-record-0x" if new.row is None else _of_combine(merger, old, new)
    if new.row is None:
        return "log.scan.delete-null" if new.ordering is None else "log.scan.delete-ordering"
    if old.row is None:
        return "merge.payload.data-after-delete"
    payload = merger.rules.payload
    if payload in {"HoodieAvroPayload", "RewriteAvroPayload", "EmptyHoodieRecordPayload"}:
        return _COMBINE[payload]
    if payload == _OVERWRITE:
        return "merge.overwrite.pre-combine-0x"
    return rule_of_columns(merger.rules) or "merge.payload.pre-combine"


def _of_combine(merger: RecordMerger, old: Version, new: Version) -> str:
    """Requirement of `combineAndGetUpdateValue`, with its ties."""
    rules = merger.rules
    if rules.payload in _TIES:
        if not rules.ordering_fields:
            return "merge.default.no-field"
        if old.ordering is None:
            return "merge.default.null-stored"
        if order_sign(old, new) == "=":
            return _TIES[rules.payload]
    if rules.payload == "EventTimeAvroPayload" and merger.is_delete(new.row):
        return "merge.event-time.flag-1x" if rules.line is Line.V1_2 else "merge.event-time.flag-0x"
    if rules.payload == "PartialUpdateAvroPayload" and merger.is_delete(new.row):
        return "merge.partial-update.delete"
    return _COMBINE[rules.payload]
