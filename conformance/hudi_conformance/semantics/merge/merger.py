# SPDX-License-Identifier: Apache-2.0
"""Selection of the merger by the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.semantics.merge.custom import reader_strategy
from hudi_conformance.semantics.merge.modes import MODE
from hudi_conformance.semantics.merge.payloads import payload_strategy
from hudi_conformance.semantics.merge.rows import RowField
from hudi_conformance.semantics.merge.rules import MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger, Strategy


def record_merger(rules: MergeRules, fields: Sequence[RowField]) -> RecordMerger:
    """Merger of the table's payload class, with the methods of the class, or of its merge mode."""
    strategy = payload_strategy(rules.payload) if rules.mode is Mode.PAYLOAD else MODE
    return _merger(rules, fields, strategy)


def slice_merger(rules: MergeRules, fields: Sequence[RowField]) -> RecordMerger:
    """The same, as applied by a reader of the release series to a file slice [merge.custom.logs]."""
    strategy = payload_strategy(rules.payload) if rules.mode is Mode.PAYLOAD else MODE
    if rules.mode is Mode.PAYLOAD and rules.line.has_modes:
        strategy = reader_strategy(strategy, rules.line)
    return _merger(rules, fields, strategy)


def _merger(rules: MergeRules, fields: Sequence[RowField], strategy: Strategy) -> RecordMerger:
    kinds = {field.name: field.kind for field in fields}
    scales = {field.name: field.scale for field in fields if field.kind == "decimal"}
    return RecordMerger(rules, fields, strategy, kinds, scales)
