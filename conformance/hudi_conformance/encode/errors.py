# SPDX-License-Identifier: Apache-2.0
"""Misuse of the writer, as an error that names the rule that the output would violate."""

from __future__ import annotations

from hudi_conformance.errors import CODES


class EncodeError(ValueError):
    """A description that this writer rejects.

    Attributes:
        code: member of `hudi_conformance.errors.CODES`.
        requirement: slug id of the writer requirement that the output would violate.
        message: the problem, with expected and actual value.
    """

    def __init__(self, code: str, requirement: str, subject: str, expected: object, actual: object) -> None:
        if code not in CODES:
            raise ValueError(f"unregistered code {code!r}")
        self.code = code
        self.requirement = requirement
        self.message = f"{subject}: expected {expected}, got {_excerpt(actual)}"
        super().__init__(f"{self.message} [{code}; {requirement}]")


def _excerpt(value: object) -> str:
    """Show a value in an error text, truncated so that a hostile description cannot flood the log."""
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."


def check(  # noqa: PLR0917 - the parts of an EncodeError after the condition
    passed: object, code: str, requirement: str, subject: str, expected: object, actual: object
) -> None:
    """Raise EncodeError unless a condition holds."""
    if not passed:
        raise EncodeError(code, requirement, subject, expected, actual)
