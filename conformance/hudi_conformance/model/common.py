# SPDX-License-Identifier: Apache-2.0
"""Types shared by the views of every format: untyped values, a span of bytes, a rejection, a finding."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

JsonValue: TypeAlias = Any  # parsed JSON; shapes are checked where it is read
AvroSchema: TypeAlias = Any  # an Avro schema as parsed JSON: text, list or object
AvroValue: TypeAlias = Any  # a value of an Avro schema: its type is the schema's


@dataclass(frozen=True, slots=True)
class Span:
    """A run of bytes of the file."""

    ofs: int
    len: int

    @property
    def end(self) -> int:
        """Offset of the first byte after the span."""
        return self.ofs + self.len


@dataclass(frozen=True, slots=True)
class Rejection:
    """Reason of a rejection, as data (the fields of `errors.Reject`)."""

    code: str
    at: int | None
    requirement: str
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A requirement that a file violates, as reported by a check.

    `is_refusal`: a reader rejects the input, rather than reading it although it is wrong.
    """

    requirement: str
    code: str
    at: int | None
    message: str
    is_refusal: bool = field(default=False, compare=False)
