# SPDX-License-Identifier: Apache-2.0
"""Names of log files, from their parts."""

from __future__ import annotations

import re

from hudi_conformance.encode.errors import check
from hudi_conformance.model.names import LogFileName

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
        EncodeError: a part that a strict reader would not parse back.
    """
    version, token, file_id = name.file_version, name.write_token, name.file_id
    for passed, rule, subject, expected, actual in (
        (
            _FILE_ID.fullmatch(name.file_id),
            "file-id-characters",
            "file id",
            "no '.' and no '_'",
            name.file_id,
        ),
        (_INSTANT.fullmatch(name.instant), "form", "instant", "no '.'", name.instant),
        (name.extension in ("log", "archive"), "form", "extension", "log or archive", name.extension),
        (version >= FIRST_VERSION, "first-version", "file version", ">= 1", version),
        (version <= LAST_VERSION, "version-range", "file version", f"<= {LAST_VERSION}", version),
        (name.suffix in ("", ".cdc"), "cdc-suffix", "suffix", "'.cdc' or none", name.suffix),
    ):
        check(passed, "bad-value", f"name.log.{rule}", subject, expected, actual)
    # Readers accept a name without a token [name.log.token-optional]; writers add one.
    check(token is not None, "missing-field", "name.log.write-token", "write token", "three numbers", None)
    expected = "three decimal numbers joined by '-'"
    check(_TOKEN.fullmatch(str(token)), "bad-value", "name.log.write-token", "write token", expected, token)
    return f".{file_id}_{name.instant}.{name.extension}.{version}_{token}{name.suffix}"
