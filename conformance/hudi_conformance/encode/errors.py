# SPDX-License-Identifier: Apache-2.0
"""Misuse of the writer, as an error that names the rule it would break."""

from __future__ import annotations

from hudi_conformance.errors import CODES


class EncodeError(ValueError):
    """A description that this writer refuses to turn into bytes.

    Attributes:
        code: member of `hudi_conformance.errors.CODES`.
        requirement: slug id of the writer requirement that the output would break.
        message: what is wrong, with expected and got.
    """

    def __init__(self, code: str, requirement: str, what: str, expected: object, got: object) -> None:
        if code not in CODES:
            raise ValueError(f"unregistered code {code!r}")
        self.code = code
        self.requirement = requirement
        self.message = f"{what}: expected {expected}, got {_shown(got)}"
        super().__init__(f"{self.message} [{code}; {requirement}]")


def _shown(value: object) -> str:
    """Show a value in an error text, cut so that a hostile description cannot flood the log."""
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
