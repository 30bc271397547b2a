# SPDX-License-Identifier: Apache-2.0
"""The merger that the rules of a table ask for."""

from __future__ import annotations

from collections.abc import Sequence

from hudi_conformance.semantics.merge.modes import MODE
from hudi_conformance.semantics.merge.payloads import payload_strategy
from hudi_conformance.semantics.merge.rows import RowField
from hudi_conformance.semantics.merge.rules import MergeRules, Mode
from hudi_conformance.semantics.merge.strategies import RecordMerger


def record_merger(rules: MergeRules, fields: Sequence[RowField]) -> RecordMerger:
    """Merger of the table's payload class or merge mode; raises UnsupportedInput for another's class."""
    strategy = payload_strategy(rules.payload) if rules.mode is Mode.PAYLOAD else MODE
    kinds = {field.name: field.kind for field in fields}
    scales = {field.name: field.scale for field in fields if field.kind == "decimal"}
    return RecordMerger(rules, fields, strategy, kinds, scales)
