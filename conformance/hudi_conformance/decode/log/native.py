# SPDX-License-Identifier: Apache-2.0
"""Names of native log files, of the unreleased table version 10: provisional, see `spec/native_log.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(
    r"(?P<file_id>[^._]+)_(?P<write_token>[0-9]+-[0-9]+-[0-9]+)_(?P<instant>[0-9]{14,20})_(?P<file_version>[0-9]+)"
    r"\.(?P<kind>log|deletes|cdc)\.(?P<form>[^._]+)"
)


@dataclass(frozen=True, slots=True)
class NativeLogName:
    """Parts of the name.

    Attributes:
        kind: `log` for rows, `deletes` or `cdc`.
        form: format of the file, such as `parquet`.
    """

    file_id: str
    write_token: str
    instant: str
    file_version: int
    kind: str
    form: str


def decode_native_name(name: str) -> NativeLogName | None:
    """Parts of the name of a native log file, None for any other name."""
    match = _NAME.fullmatch(name)
    if match is None or len(match["file_version"]) > 10:
        return None
    return NativeLogName(
        match["file_id"], match["write_token"], match["instant"], int(match["file_version"]),
        match["kind"], match["form"],
    )  # fmt: skip
