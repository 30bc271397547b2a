# SPDX-License-Identifier: Apache-2.0
"""Selection of the merger by the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.custom import reader_strategy
from hudi_conformance.semantics.merge.modes import MODE
from hudi_conformance.semantics.merge.payloads import payload_strategy
from hudi_conformance.semantics.merge.rows import UNORDERED, RowField, field_at
from hudi_conformance.semantics.merge.rules import MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger, Strategy


def record_merger(rules: MergeRules, fields: Sequence[RowField]) -> RecordMerger:
    """Merger of the table's payload class, with the methods of the class, or of its merge mode."""
    strategy = payload_strategy(rules.payload) if rules.mode is Mode.PAYLOAD else MODE
    return _merger(rules, fields, strategy)


def slice_merger(rules: MergeRules, fields: Sequence[RowField]) -> RecordMerger:
    """The same, as applied by a reader of the release series to a file slice [merge.custom.logs].

    Raises:
        Reject: missing-field [merge.ordering.absent-field], bad-value [merge.ordering.type].
    """
    for name in () if rules.mode is Mode.COMMIT_TIME else rules.ordering_fields:
        match = field_at(fields, name)
        if match is None and rules.mode is Mode.EVENT_TIME:
            message = f"the ordering field {name!r:.60} is not a column of the table"
            raise Reject("missing-field", None, "merge.ordering.absent-field", message)
        if match is not None and match.kind in UNORDERED:
            message = f"values of the ordering field {name!r:.60}, of type {match.kind}, have no order"
            raise Reject("bad-value", None, "merge.ordering.type", message)
    strategy = payload_strategy(rules.payload) if rules.mode is Mode.PAYLOAD else MODE
    if rules.mode is Mode.PAYLOAD and rules.line.has_modes:
        strategy = reader_strategy(strategy, rules.line)
    return _merger(rules, fields, strategy)


def _merger(rules: MergeRules, fields: Sequence[RowField], strategy: Strategy) -> RecordMerger:
    every = {field.name: field for field in fields}
    every |= {name: match for name in rules.ordering_fields if (match := field_at(fields, name))}
    kinds = {name: field.kind for name, field in every.items()}
    scales = {name: field.scale for name, field in every.items() if field.kind == "decimal"}
    return RecordMerger(rules, fields, strategy, kinds, scales)
