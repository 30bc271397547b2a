# SPDX-License-Identifier: Apache-2.0
"""Fields of a file of any format by their paths: offset, length, value, and the rule that governs each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from hudi_conformance.decode.source import Buffer

MAX_VALUE = 64  # bytes kept of a value

Refusal = TypeVar("Refusal", bound=Exception)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a file.

    Attributes:
        path: its address in edits of cases.
        ofs: offset of its first byte.
        len: number of its bytes.
        value: the number of an integer field, otherwise the bytes, truncated to `MAX_VALUE`.
        requirement: slug id of the rule that governs it.
    """

    path: str
    ofs: int
    len: int
    value: int | bytes
    requirement: str

    @property
    def end(self) -> int:
        """Offset of the first byte after the field."""
        return self.ofs + self.len


def integer_field(buffer: Buffer, path: str, ofs: int, size: int, requirement: str) -> Field:
    """The field of a signed big-endian integer of `size` bytes."""
    value = int.from_bytes(buffer[ofs : ofs + size], "big", signed=True)
    return Field(path, ofs, size, value, requirement)


def bytes_field(buffer: Buffer, path: str, ofs: int, size: int, requirement: str) -> Field:
    """The field of `size` bytes."""
    return Field(path, ofs, size, bytes(buffer[ofs : ofs + min(size, MAX_VALUE)]), requirement)


def fields_before_damage(
    walk: Iterator[Field], *refusals: type[Refusal]
) -> tuple[list[Field], Refusal | None]:
    """Fields that a walk yields, and the error of `refusals` that stopped it early, if any."""
    fields: list[Field] = []
    try:
        for field in walk:
            fields.append(field)  # noqa: PERF402 - fields before damage are kept
    except refusals as error:
        return fields, error
    return fields, None
