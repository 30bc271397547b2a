# SPDX-License-Identifier: Apache-2.0
"""Merge rules of a table from its properties: a payload class, or a merge mode [merge.mode.*]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from hudi_conformance.errors import Reject
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.key import Property, trimmed_names
from hudi_conformance.model.properties.values import (
    COMMIT_TIME_STRATEGY,
    DEFAULT_PAYLOAD,
    EVENT_TIME_STRATEGY,
    HUDI,
    OVERWRITE_WITH_LATEST,
    PAYLOAD_STRATEGY,
    MergeMode,
)
from hudi_conformance.model.table_version import Feature, TableVersion

T = TypeVar("T")
_MERGE_MODE, _PARTIAL_MODE = "table.unknown.merge-mode", "table.unknown.partial-mode"


class Line(StrEnum):
    """Release series with different rules."""

    V0_9 = "0.9"
    V0_15 = "0.15"
    V1_0 = "1.0"
    V1_2 = "1.2"

    @property
    def has_modes(self) -> bool:
        """Whether merge modes determine how versions merge: in releases of 1.x."""
        return self in {Line.V1_0, Line.V1_2}


def line_of_version(table_version: int) -> Line:
    """The release series that writes tables of a version [table.line.default]."""
    version = TableVersion(table_version)
    if version.has(Feature.RULES_OF_1_2):
        return Line.V1_2
    if version.has(Feature.MERGE_MODES):
        return Line.V1_0
    return Line.V0_15 if version.has(Feature.RULES_OF_0_15) else Line.V0_9


class Mode(StrEnum):
    """Merge modes of 1.x; PAYLOAD is every 0.x table, and a 1.x table whose payload class decides."""

    PAYLOAD = "PAYLOAD"
    COMMIT_TIME = MergeMode.COMMIT_TIME_ORDERING
    EVENT_TIME = MergeMode.EVENT_TIME_ORDERING


UNAVAILABLE = props.UNAVAILABLE_VALUE.default
_MODE_OF_CLASS = {
    DEFAULT_PAYLOAD: Mode.EVENT_TIME,
    "EventTimeAvroPayload": Mode.EVENT_TIME,
    OVERWRITE_WITH_LATEST: Mode.COMMIT_TIME,
}


@dataclass(frozen=True, slots=True)
class MergeRules:
    """Rules for merging versions of a record.

    Attributes:
        line: release series of the reader.
        mode: PAYLOAD if `payload` decides.
        payload: simple name of the payload class; for a class or merge strategy of an application its full
            name or id.
        partial: `IGNORE_DEFAULTS`, `FILL_UNAVAILABLE` or None; modes only [merge.partial.*].
        ordering_fields: names of the ordering fields, in order.
        delete_field: field of a custom delete marker.
        delete_marker: its value.
        update_on_same_ordering: whether a tie takes the new version (1.2 payloads of the default family).
        unavailable: text that represents a value that was not sent.
    """

    line: Line
    mode: Mode = Mode.PAYLOAD
    payload: str = OVERWRITE_WITH_LATEST
    partial: str | None = None
    ordering_fields: tuple[str, ...] = ()
    delete_field: str | None = None
    delete_marker: str | None = None
    update_on_same_ordering: bool = True
    unavailable: str = UNAVAILABLE

    def check(self) -> None:
        """Raise if a delete field is named without its marker; in a merge mode also for the reverse.

        Raises:
            Reject: bad-value [merge.delete.marker-pair].
        """
        is_half = (self.delete_field is None) != (self.delete_marker is None)
        if is_half and (self.delete_marker is None or self.mode is not Mode.PAYLOAD):
            raise Reject(
                "bad-value", None, "merge.delete.marker-pair", "a delete field and its marker belong together"
            )


def rules_of(properties: Mapping[str, str], line: Line) -> MergeRules:
    """Rules by which a release series reads a table with these properties [merge.mode.conflict].

    Raises:
        Reject: bad-value if class and strategy of a table of version 8 or later disagree
            [merge.mode.conflict], and for an unknown mode [table.unknown.*].
    """
    fields = trimmed_names(props.ORDERING_FIELDS.stated(properties) or "")
    payload = _simple(props.PAYLOAD_CLASS.text(properties))
    is_mode = line.has_modes
    return MergeRules(
        line,
        mode=_mode(properties, payload, fields) if is_mode else Mode.PAYLOAD,
        payload=_own_strategy(properties, payload, is_mode)
        or payload
        or (DEFAULT_PAYLOAD if is_mode else OVERWRITE_WITH_LATEST),
        partial=_enum(props.PARTIAL_UPDATE_MODE, properties, "table.unknown.partial-mode")
        if is_mode
        else None,
        ordering_fields=fields,
        delete_field=_option(properties, props.DELETE_FIELD) or props.DELETE_FIELD.text(properties),
        delete_marker=_option(properties, props.DELETE_MARKER) or props.DELETE_MARKER.text(properties),
        unavailable=_option(properties, props.UNAVAILABLE_VALUE) or props.UNAVAILABLE_VALUE.default,
    )


def _option(properties: Mapping[str, str], option: Property[Any]) -> str | None:
    """Text of an option of merging that the table itself stores."""
    return properties.get(props.MERGE_PROPERTY + option.name)


def _enum(option: Property[T], properties: Mapping[str, str], requirement: str) -> T:
    try:
        return option.get(properties)
    except ValueError:
        message = f"{option} is {option.text(properties)!r:.40}, which is unknown to all releases"
        raise Reject("bad-value", None, requirement, message) from None


def _simple(class_name: str | None) -> str | None:
    """The simple name of a class of Hudi; a class of an application keeps its package."""
    if class_name and class_name.startswith(HUDI):
        return class_name.rpartition(".")[2]
    return class_name or None


def _own_strategy(properties: Mapping[str, str], payload: str | None, is_mode: bool) -> str | None:
    """Id of a decisive merge strategy that is not Hudi's."""
    strategy = props.MERGE_STRATEGY.stated(properties)
    if not is_mode or strategy in {None, EVENT_TIME_STRATEGY, COMMIT_TIME_STRATEGY, PAYLOAD_STRATEGY}:
        return None
    is_custom = (props.MERGE_MODE.text(properties) or "").upper() == MergeMode.CUSTOM
    return strategy if is_custom or payload is None else None


def _mode(properties: Mapping[str, str], payload: str | None, fields: tuple[str, ...]) -> Mode:
    explicit = _enum(props.MERGE_MODE, properties, _MERGE_MODE)
    strategy = props.MERGE_STRATEGY.stated(properties)
    has_modes = (props.VERSION.get(properties) or TableVersion(0)).has(Feature.MERGE_MODES)
    of_id = {EVENT_TIME_STRATEGY: Mode.EVENT_TIME, COMMIT_TIME_STRATEGY: Mode.COMMIT_TIME}.get(strategy or "")
    of_class = _MODE_OF_CLASS.get(payload, Mode.PAYLOAD) if payload else None
    if explicit is not None:
        return Mode.PAYLOAD if explicit is MergeMode.CUSTOM else Mode(explicit)
    if of_class is None and of_id is None:
        if strategy == PAYLOAD_STRATEGY:
            return Mode.PAYLOAD
        return Mode.EVENT_TIME if fields else Mode.COMMIT_TIME
    if has_modes and of_class is not None and of_id is not None and of_class is not of_id:
        message = f"payload class {payload} and merge strategy {strategy} name different modes"
        raise Reject("bad-value", None, "merge.mode.conflict", message)
    first, second = (of_id, of_class) if has_modes else (of_class, of_id)
    return first or second or Mode.PAYLOAD
