# SPDX-License-Identifier: Apache-2.0
"""Names of log files, from their parts."""

from __future__ import annotations

import re

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.views.names import LogFileName

FIRST_VERSION = 1  # [name.log.first-version]
LAST_VERSION = 2**31 - 1  # [name.log.version-range]
_TOKEN = re.compile(r"[0-9]+-[0-9]+-[0-9]+")
_FILE_ID = re.compile(r"[^._/]+")
_INSTANT = re.compile(r"[^./]*")


def encode_log_name(name: LogFileName) -> str:
    """Compose a name [name.log.form].

    >>> encode_log_name(LogFileName("f1-0", "20240101000000001", "log", 1, "1-0-1", ".cdc"))
    '.f1-0_20240101000000001.log.1_1-0-1.cdc'

    Raises:
        EncodeError: a part that a strict reader would not find again.
    """
    _check(
        _FILE_ID.fullmatch(name.file_id),
        "name.log.file-id-characters",
        "file id",
        "no '.' and no '_'",
        name.file_id,
    )
    _check(_INSTANT.fullmatch(name.instant), "name.log.form", "instant", "no '.'", name.instant)
    _check(
        name.extension in ("log", "archive"), "name.log.form", "extension", "log or archive", name.extension
    )
    _check(
        name.file_version >= FIRST_VERSION,
        "name.log.first-version",
        "file version",
        ">= 1",
        name.file_version,
    )
    _check(
        name.file_version <= LAST_VERSION,
        "name.log.version-range",
        "file version",
        f"<= {LAST_VERSION}",
        name.file_version,
    )
    _check(name.suffix in ("", ".cdc"), "name.log.cdc-suffix", "suffix", "'.cdc' or none", name.suffix)
    if name.write_token is None:
        # Readers take a name without a token [name.log.token-optional]; writers give one.
        raise EncodeError("missing-field", "name.log.write-token", "write token", "three numbers", None)
    expected = "three decimal numbers joined by '-'"
    _check(
        _TOKEN.fullmatch(name.write_token), "name.log.write-token", "write token", expected, name.write_token
    )
    return (
        f".{name.file_id}_{name.instant}.{name.extension}.{name.file_version}_{name.write_token}{name.suffix}"
    )


def _check(passed: object, requirement: str, what: str, expected: object, got: object) -> None:
    if not passed:
        raise EncodeError("bad-value", requirement, what, expected, got)
