# SPDX-License-Identifier: Apache-2.0
"""The text of a record key, by key generator and release, and its parts [key.record.*].

Keys have no escapes, so their parts are ambiguous, and releases split them differently [key.parts.*].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from hudi_conformance.errors import Reject
from hudi_conformance.semantics.merge.rules import Line

NULL, EMPTY = "__null__", "__empty__"
_LINES_OF_NAMES = frozenset({Line.V0_9, Line.V1_2})  # one field of a complex key: with its name
_FIRST_WITHOUT_OPTION = 9  # table version


class Generator(StrEnum):
    """Key generators, by the names of `hoodie.table.keygenerator.type`."""

    SIMPLE = "SIMPLE"
    COMPLEX = "COMPLEX"
    CUSTOM = "CUSTOM"
    NON_PARTITION = "NON_PARTITION"
    GLOBAL_DELETE = "GLOBAL_DELETE"


def record_key(
    generator: Generator,
    values: Mapping[str, str | None],
    line: Line,
    *,
    table_version: int | None,
    is_new_encoding: bool,
) -> str:
    """Key of a row.

    Args:
        generator: key generator of the table.
        values: text of each key field, in the order of the table's key fields.
        line: release series that writes.
        table_version: version that it writes; None for its default.
        is_new_encoding: `hoodie.write.complex.keygen.new.encoding`, of 1.1 and later.

    Raises:
        Reject: bad-value if no part of the key exists [key.record.nothing].
    """
    if not any(values.values()):
        raise Reject("bad-value", None, "key.record.nothing", f"no value of the key fields {list(values)}")
    is_option = is_new_encoding and table_version is not None and table_version < _FIRST_WITHOUT_OPTION
    has_names = line in _LINES_OF_NAMES and not (line is Line.V1_2 and is_option)
    if len(values) == 1 and not (
        generator is Generator.GLOBAL_DELETE or (generator is Generator.COMPLEX and has_names)
    ):
        [only] = values.values()
        return only or ""
    return ",".join(f"{name}:{_shown(value)}" for name, value in values.items())


def _shown(value: str | None) -> str:
    return NULL if value is None else value or EMPTY


def key_values(key: str, fields: Sequence[str], line: Line) -> list[str | None]:
    """Values of the named fields in a record key; all values if no field is named [key.parts.*]."""
    return (_values_1x if line.has_modes else _values_0x)(key, [field for field in fields if field])


def _values_0x(key: str, fields: Sequence[str]) -> list[str | None]:
    """Each comma ends a part; a part without a colon is a value [key.parts.0x]."""
    if ":" not in key:
        return [key]
    parts = key.split(",")
    while parts and not parts[-1]:  # Java omits trailing empty ones
        parts.pop()
    pairs = [part.split(":", 1) for part in parts]
    return [
        _value(pair[-1]) if len(pair) > 1 else pair[0]
        for pair in pairs
        if len(pair) == 1 or not fields or pair[0] in fields
    ]


def _values_1x(key: str, fields: Sequence[str]) -> list[str | None]:
    """A part ends at the last comma before the next colon, if that is after its own one [key.parts.1x]."""
    if "," not in key or ":" not in key:
        return [key]
    values: list[str | None] = []
    start = 0
    while start < len(key):
        colon = key.index(":", start)
        comma = _end_of_part(key, colon)
        end = len(key) if comma is None else comma
        if not fields or key[start:colon] in fields:
            values.append(_value(key[colon + 1 : end]))
        start = end + 1
    return values or [key]


def _end_of_part(key: str, colon: int) -> int | None:
    following = key.find(":", colon + 1)
    while following >= 0:
        comma = key.rfind(",", colon, following)
        if comma >= 0:
            return comma
        following = key.find(":", following + 1)
    return None


def _value(text: str) -> str | None:
    return None if text == NULL else "" if text == EMPTY else text
