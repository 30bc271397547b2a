# SPDX-License-Identifier: Apache-2.0
"""Map the error of a generated parser to a rejection with rule and offset.

Also converts between the three forms of a rejection: exception, data, and finding of a check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from hudi_parsers.checks import CHECKS
from kaitaistruct import EndOfStreamError, KaitaiStructError, ValidationFailedError

from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding, Rejection

Parsed: TypeAlias = Any  # an object of a generated parser: the grammar defines its attributes, untyped
_UNKNOWN_CODES = frozenset({"bad-type", "bad-version"})

# Rules about counts for which another rule, or an open question, governs negative numbers.
_OF_NEGATIVES = {
    "log.map.count-bounds": "log.map.count-negative",
    "log.avro.count": "log.avro.count-negative",
}


@dataclass(frozen=True, slots=True)
class Check:
    """Meaning of a failed check of a grammar field.

    Attributes:
        field: dotted name of the field in its grammar.
        name: its name in messages.
        width: bytes of the field that were read before the check.
        code: code of the rejection.
        requirement: violated rule; "" for that of the structure.
    """

    field: str
    name: str
    width: int
    code: str
    requirement: str


@dataclass(frozen=True, slots=True)
class Structure:
    """Rejections of a structure that generated parsers read.

    Attributes:
        name: the structure in messages.
        code: code of errors other than the listed checks.
        requirement: rule of the structure.
        checks: meaning of failed checks by the path that parsers report.
        unknown: wording of messages about an unknown type or version.
    """

    name: str
    code: str
    requirement: str
    checks: Mapping[str, Check] = field(default_factory=dict)
    unknown: str = "does not fit"

    def is_failed_check(self, error: KaitaiStructError, field: str) -> bool:
        """Whether the error is a failed check of a listed field."""
        check = self.checks.get(getattr(error, "src_path", ""))
        return check is not None and check.field == field

    def reject(
        self,
        error: KaitaiStructError,
        start: int | None = None,
        offset_of: Callable[[int], int] | None = None,
    ) -> Reject:
        """Convert a parser's error to a rejection.

        Args:
            error: raised by a generated parser.
            start: position of the structure, for errors other than failed checks; None = no position.
            offset_of: maps a position of the parser to an offset in the file; None = they are equal.
        """
        at, code, requirement = start, self.code, self.requirement
        if isinstance(error, ValidationFailedError):
            check = self.checks.get(error.src_path) or Check("", self.name, 0, self.code, "")
            if error.io is not None:
                at = error.io.pos() - check.width
            code, requirement = check.code, check.requirement or self.requirement
            value = getattr(error, "actual", b"")
            if isinstance(value, int) and value < 0:
                requirement = _OF_NEGATIVES.get(requirement, requirement)
            subject = check.name if isinstance(value, bytes) else f"{check.name} {value}"
            message = f"{subject} {self.unknown if code in _UNKNOWN_CODES else 'does not fit'}"
        elif isinstance(error, EndOfStreamError):
            code = "truncated"
            message = f"{self.name}: {error.bytes_needed} bytes needed, {error.bytes_available} left"
        else:
            message = f"{self.name}: {error}"
        return Reject(code, at if at is None or offset_of is None else offset_of(at), requirement, message)


def checks_of(*grammars: str) -> Mapping[str, Check]:
    """Checks of the grammars that describe a structure, by the path that their parsers report.

    Raises:
        ValueError: two of the grammars have a check at the same path.
    """
    checks = {path: Check(*check) for grammar in grammars for path, check in CHECKS[grammar].items()}
    if len(checks) != sum(len(CHECKS[grammar]) for grammar in grammars):
        raise ValueError(f"a path of a check in {grammars} has two meanings")
    return MappingProxyType(checks)


def rejection_of(error: Reject) -> Rejection:
    """The rejection as data."""
    return Rejection(error.code, error.at, error.requirement, error.message)


def reject_of(rejection: Rejection) -> Reject:
    """The rejection as an exception."""
    return Reject(rejection.code, rejection.at, rejection.requirement, rejection.message)


def finding_of(refusal: Reject | Rejection, subject: str = "", *, is_refusal: bool = False) -> Finding:
    """The rejection as a finding; its message names the `subject` if there is one."""
    message = f"{subject}: {refusal.message}" if subject else refusal.message
    return Finding(refusal.requirement, refusal.code, refusal.at, message, is_refusal)
