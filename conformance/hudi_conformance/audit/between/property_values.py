# SPDX-License-Identifier: Apache-2.0
"""Checks of single values of the table's properties: known, as writers spell them, not empty."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from hudi_conformance.audit.between.instants import schema_error
from hudi_conformance.audit.between.subject import Subject, damage, violation
from hudi_conformance.audit.findings import UNREADABLE, WARNING, FindingRow
from hudi_conformance.errors import UnsupportedInput
from hudi_conformance.model.base_file import FORMATS
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties import values as property_types
from hudi_conformance.model.properties.key import Property

PATH = f".hoodie/{props.FILE}"
_FLAG = re.compile("true|false", re.IGNORECASE)
_CLASS = re.compile(r"(\w+\.)+\w+(\$\w+)*")
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_FORMS: Mapping[Property[Any], re.Pattern[str]] = {
    props.META_FIELDS: _FLAG,
    props.CDC_ENABLED: _FLAG,
    props.HIVE_STYLE: _FLAG,
    props.DROP_PARTITION_COLUMNS: _FLAG,
    props.MULTIPLE_FORMATS: _FLAG,
    props.URL_ENCODE: _FLAG,
    props.PAYLOAD_CLASS: _CLASS,
    props.KEY_GENERATOR_CLASS: _CLASS,
    props.MERGE_STRATEGY: _UUID,
}
_OF_NEWER_RELEASES: Mapping[Property[Any], tuple[Sequence[str], str]] = {
    props.TYPE: (tuple(property_types.TableType), "table.type.known"),
    props.FORMAT: ((property_types.NATIVE,), "table.unknown.table-format"),
    props.BASE_FILE_FORMAT: (tuple(FORMATS), "table.unknown.base-format"),
    props.MERGE_MODE: (tuple(property_types.MergeMode), "table.unknown.merge-mode"),
    props.PARTIAL_UPDATE_MODE: (tuple(property_types.PartialUpdateMode), "table.unknown.partial-mode"),
}
_EXACT = (props.TYPE, props.BASE_FILE_FORMAT)  # readers accept the others in any case
_NOT_EMPTY = (
    *_FORMS, *_OF_NEWER_RELEASES, props.RECORD_KEY_FIELDS, props.PRECOMBINE_FIELD, props.ORDERING_FIELDS,
    props.KEY_GENERATOR_TYPE, props.BOOTSTRAP_BASE, props.CREATE_SCHEMA,
)  # fmt: skip
_STRATEGIES = (
    property_types.PAYLOAD_STRATEGY,
    property_types.EVENT_TIME_STRATEGY,
    property_types.COMMIT_TIME_STRATEGY,
)
_SIMILAR = 0.8  # ratio of difflib: a difference of one or two characters
_MARK = BOM_UTF8.decode("latin-1")


def check_values(subject: Subject) -> Iterator[FindingRow]:
    """Values that no writer sets."""
    properties = subject.facts.timeline.properties
    for key in _NOT_EMPTY:
        if key.text(properties) == "":
            message = f"{key} is empty, but writers set a value or omit the property"
            yield violation(PATH, "property-value", "missing-field", message, severity=WARNING)
    for key, form in _FORMS.items():
        text = key.stated(properties)
        if text is not None and not form.fullmatch(text.strip()):
            yield damage(PATH, "property-value", "bad-value", f"{key} is {text!r:.60}")
    for key, (values, rule) in _OF_NEWER_RELEASES.items():
        text = (key.stated(properties) or "").strip()
        if not text or text in values or (key not in _EXACT and text.lower() in map(str.lower, values)):
            continue
        similar = _similar(key, text, values)
        yield from similar
        if not similar:
            message = f"not checked: {key} is {text!r:.60}, which is unknown"
            yield FindingRow(PATH, "table", UNREADABLE, UnsupportedInput.code, message, rule)
    strategy = (props.MERGE_STRATEGY.stated(properties) or "").strip()
    if strategy.lower() not in _STRATEGIES:
        yield from _similar(props.MERGE_STRATEGY, strategy, _STRATEGIES)


def _similar(key: Property[Any], text: str, values: Sequence[str]) -> list[FindingRow]:
    similar = [value for value in values if get_close_matches(text.lower(), [value.lower()], 1, _SIMILAR)]
    message = f"{key} is {text!r:.60}, which is not defined; {{}} is similar"
    return [damage(PATH, "property-value", "bad-value", message.format(value)) for value in similar[:1]]


def check_text(subject: Subject) -> Iterator[FindingRow]:
    """A byte order mark, which changes the name of the first property; an unreadable create schema."""
    properties = subject.facts.timeline.properties
    for key in properties:
        if key.startswith(_MARK) and not key.startswith(f"{_MARK}#"):  # before a comment it hides nothing
            message = (
                f"a byte order mark before {key.removeprefix(_MARK)!r:.60}: readers do not find the property"
            )
            yield damage(PATH, "property-value", "bad-value", message)
    text = props.CREATE_SCHEMA.text(properties)
    reason = schema_error(text) if text else None
    if reason is not None:
        message = f"{props.CREATE_SCHEMA} cannot be parsed: {reason}"
        yield damage(PATH, "property-value", "bad-schema", message)
