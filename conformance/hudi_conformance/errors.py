# SPDX-License-Identifier: Apache-2.0
"""The exception by which bytes are rejected: `Reject`, with a code of a closed registry.

Invariant: for any bytes, a decoder of this package returns a view or raises `Reject`. Any other
exception that escapes is a defect of this package.
"""

from __future__ import annotations

import re

FRAMING_CODES: dict[str, str] = {
    "bad-magic": "a structure starts with unexpected bytes",
    "bad-version": "an undefined version number",
    "truncated": "the bytes end before the structure does",
    "length-mismatch": "a length contradicts a second length, its content, or the remaining bytes",
    "offset-out-of-range": "an offset is out of range",
    "overlap": "two structures claim the same bytes",
    "bad-type": "an ordinal outside its enum",
    "bad-varint": "a variable-length integer is too long or does not end",
    "bad-checksum": "a checksum differs from the bytes that it covers",
    "decompress": "compressed bytes do not decompress, or exceed a limit when they do",
    "bad-utf8": "text that is not well-formed UTF-8",
    "trailing-bytes": "bytes remain although a structure must fill its space",
    "count-too-large": "a count is negative, or exceeds the remaining bytes",
}
MEANING_CODES: dict[str, str] = {
    "bad-schema": "a schema that cannot be parsed",
    "schema-mismatch": "bytes that cannot be decoded with their schema",
    "bad-order": "elements are not in the required order",
    "duplicate": "an element occurs twice where it may occur once",
    "missing-field": "a required element is missing",
    "bad-value": "a well-formed value that no rule allows",
    "bad-reference": "a reference to a missing element",
    "bad-state": "a step that is not allowed in this state",
}
# An implementation may reject without a reason. Those of this package never do.
UNSPECIFIED = "unspecified"
CODES: frozenset[str] = frozenset(FRAMING_CODES) | frozenset(MEANING_CODES)
_REQUIREMENT = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")


class Reject(Exception):  # noqa: N818 - the protocol's name of this answer
    """Bytes that break a requirement.

    Attributes:
        code: member of `CODES`.
        at: byte offset in the input at which the offending field starts, or None if there is none.
        requirement: slug id of the broken requirement.
        message: a sentence that states the violation, with expected and actual value.
    """

    def __init__(self, code: str, at: int | None, requirement: str, message: str) -> None:
        if code not in CODES or not _REQUIREMENT.fullmatch(requirement):
            raise ValueError(f"unregistered rejection code {code!r}, or not a requirement: {requirement!r}")
        super().__init__(f"{message} [{code}{'' if at is None else f' at byte {at}'}; {requirement}]")
        self.code = code
        self.at = at
        self.requirement = requirement
        self.message = message


class LimitExceeded(Exception):  # noqa: N818 - answer `limit` of the protocol
    """Input rejected because of a limit of this program, not of the format."""

    code = "limit"


class UnsupportedInput(Exception):  # noqa: N818 - answer `unsupported` of the protocol
    """Input of a kind that this program does not read, for example an extra that is not installed."""

    code = "unsupported"


# Reasons why a file cannot be read. An audit reports them with the file; checks of other files skip it.
READ_FAILURES = (Reject, LimitExceeded, UnsupportedInput, OSError, UnicodeDecodeError)
