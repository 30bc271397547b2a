# SPDX-License-Identifier: Apache-2.0
"""Why a row of an engine differs from the reference, according to its versions in the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.canonical.rows import RowMapper
from hudi_conformance.semantics.merge.deciding import (
    deciding_rule,
    order_sign,
    rule_of_columns,
    rule_of_delete,
)
from hudi_conformance.semantics.merge.merger import slice_merger
from hudi_conformance.semantics.merge.strategies import RecordMerger
from hudi_conformance.table.logs import fields_of
from hudi_conformance.table.row_differences import RowDifference
from hudi_conformance.table.row_history import RecordVersion
from hudi_conformance.table.view import Table

_PARTIAL_BLOCK = "log.header.partial"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two rows differ.

    Attributes:
        origin: source of the reference's row: `base`, `log`, `merged`, `deleted`, `none`.
        rule: the requirement that decides; None if the files do not determine it.
        text: the versions of the row that both return.
    """

    origin: str
    rule: str | None
    text: str


class Reasons:
    """Reasons of differences of a table.

    Args:
        table: the table.
        names: columns that are compared.
    """

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self._table = table
        self._names = names
        self._mappers: dict[tuple[str, ...], RowMapper] = {}
        self._merger: RecordMerger = slice_merger(table.rules, fields_of(table.schema))

    def __call__(self, item: RowDifference, versions: Sequence[RecordVersion]) -> Reason:
        """The reason of one difference.

        Args:
            item: the difference.
            versions: versions of its record, from `row_history.record_versions`.
        """
        read = [version for version in versions if not version.hidden_by]
        hidden = [version for version in versions if version.hidden_by]
        winner = self._winner(read)
        origin = "deleted" if item.reference is None and read else self._origin(read, winner)
        if item.engine is None:
            rule, text = self._of_missing(read, winner)
        else:
            rule, text = self._of_row(item, read, hidden, winner)
        return Reason(origin, rule, text)

    def _winner(self, read: Sequence[RecordVersion]) -> RecordVersion | None:
        """The version that the view returns, or that deletes the row; None if several contribute to it."""
        if not read:
            return None
        base = next((item for item in read if not item.is_log), None)
        logs = [item for item in read if item.is_log]
        if not logs:
            return base
        entry = logs[-1].entry
        last = next((item for item in reversed(logs) if item.version is entry), None)
        if any(item.is_partial for item in logs) and last is None:
            return None
        if base is None or entry is None:
            return last
        merged = self._merger.combine(base.version.row or {}, entry).version
        if merged is None or merged is entry:
            return last
        return base if merged.row is base.version.row else None

    def _origin(self, read: Sequence[RecordVersion], winner: RecordVersion | None) -> str:
        if not read:
            return "none"
        if winner is None:
            return "merged"
        if not winner.is_log:
            return "base"
        return "merged" if any(not item.is_log for item in read) else "log"

    def _is_delete(self, version: RecordVersion) -> bool:
        return version.is_log and self._merger.is_delete(version.version.row)

    def _of_missing(
        self, read: Sequence[RecordVersion], winner: RecordVersion | None
    ) -> tuple[str | None, str]:
        deletes = [version for version in read if self._is_delete(version)]
        if deletes and winner is not None and winner not in deletes:
            return self._pair(read, deletes[-1], winner, "The engine has no row, as if it were deleted by")
        if not read:
            return None, "No file of the view contains the row."
        if all(version.is_log for version in read):
            return "table.view.snapshot", f"Only {_where(read[-1])} contains the row."
        facts = self._table.facts
        first = facts.first_active
        if first is not None and read[0].instant < first and read[0].instant not in facts.completed:
            return "table.slice.committed", f"The commit of {_where(read[0])} is archived."
        return None, f"{_where(read[0])} contains the row; no version deletes it."

    def _of_row(
        self,
        item: RowDifference,
        read: Sequence[RecordVersion],
        hidden: Sequence[RecordVersion],
        winner: RecordVersion | None,
    ) -> tuple[str | None, str]:
        engine = item.engine or {}
        same = [version for version in read if self._equals(engine, version, self._names)]
        unread = [version for version in hidden if self._equals(engine, version, self._names)]
        if item.reference is None and (winner is None or not self._is_delete(winner)):
            if unread:
                return unread[-1].hidden_by, f"The engine has the row of {_where(unread[-1])}."
            if len(same) > 1 and not same[1].is_log:
                return "table.view.key-twice", f"{_where(same[0])} contains the key more than once."
            if same:
                return None, f"The engine has the row of {_where(same[-1])} once more."
            return None, "No file of its partition contains the row of the engine."
        if same:
            shown = same[-1]
            if shown == winner:
                if self._is_delete(shown):
                    rule = rule_of_delete(self._table.rules)
                    return rule, f"The row of {_where(shown)}, which the engine has, is a delete."
                return self._of_columns(item, read)
            return self._pair(read, shown, winner, "The engine has the row of")
        if unread:
            return unread[-1].hidden_by, f"The engine has the row of {_where(unread[-1])}."
        return self._of_columns(item, read)

    def _pair(
        self,
        read: Sequence[RecordVersion],
        shown: RecordVersion,
        winner: RecordVersion | None,
        start: str,
    ) -> tuple[str | None, str]:
        """The rule that decides between the engine's version and the winning one."""
        text = f"{start} {_where(shown)}"
        if winner is None:
            rule = _PARTIAL_BLOCK if any(v.is_partial for v in read) else rule_of_columns(self._table.rules)
            return rule, f"{text}; the row combines fields of several versions."
        if any(version.is_partial for version in (shown, winner)):
            return _PARTIAL_BLOCK, f"{text}; {_where(winner)} is a partial update."
        old, new = sorted((shown, winner), key=read.index)
        rule = deciding_rule(self._merger, old.version, new.version, is_in_logs=old.is_log)
        sign = order_sign(old.version, new.version)
        orders = f", ordering value of the earlier {sign} that of the later" if sign else ""
        wins = "the delete in" if self._is_delete(winner) else "that of"
        return rule, f"{text}; {wins} {_where(winner)} wins{orders}."

    def _of_columns(self, item: RowDifference, read: Sequence[RecordVersion]) -> tuple[str | None, str]:
        """The rule if the row of the engine is not that of one version."""
        table, names = self._table, ", ".join(item.columns)
        engine, reference = item.engine or {}, item.reference or {}
        columns = table.partition_columns
        if columns is not None and not {*item.columns} & _names(table.schema.tree):
            return "table.partition.dropped", f"Only the path of the partition contains {names}."
        makers = {name: [v for v in read if self._equals(engine, v, [name])] for name in item.columns if read}
        rule = _PARTIAL_BLOCK if any(v.is_partial for v in read) else rule_of_columns(table.rules)
        if rule is not None and makers and all(makers.values()) and len(read) > 1:
            return rule, f"The engine takes {names} from {_where(next(iter(makers.values()))[-1])}."
        nulls = [name for name in item.columns if engine.get(name) is None]
        if len(nulls) == len(item.columns):
            rule = "table.schema.resolution" if table.ids is None else "table.ids.renamed"
            return rule, f"The engine has no value of {names}."
        if all(reference.get(name) is None for name in item.columns) and table.ids is not None:
            return "table.ids.other", f"The engine has values of {names} of other columns."
        return None, f"No version in the files has the engine's values of {names}."

    def _equals(self, engine: Mapping[str, Any], version: RecordVersion, names: Sequence[str]) -> bool:
        """Whether a row of an engine has the fields of a version."""
        row = version.row
        if row is None:
            return False
        present = tuple(name for name in names if name in row)
        try:
            ours = self._mapper(present)(row)
        except (ValueError, KeyError):
            return False
        return bool(ours) and all(engine.get(name) == value for name, value in ours.items())

    def _mapper(self, names: tuple[str, ...]) -> RowMapper:
        """Canonical form of some columns; compiled once for all versions with the same columns."""
        if names not in self._mappers:
            tree = self._table.schema.tree
            members = [member for member in tree["fields"] if member["name"] in names]
            self._mappers[names] = RowMapper({**tree, "fields": members})
        return self._mappers[names]


def _names(tree: Mapping[str, Any]) -> set[str]:
    return {member["name"] for member in tree["fields"]}


def _where(version: RecordVersion) -> str:
    return f"{version.path} (block of {version.instant})" if version.is_log else version.path
