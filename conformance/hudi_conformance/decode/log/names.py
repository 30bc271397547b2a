# SPDX-License-Identifier: Apache-2.0
"""Names of log files: parsing one, and the order of the files of a slice."""

from __future__ import annotations

import re

from hudi_conformance.errors import Reject
from hudi_conformance.model.names import LogFileName

# The name must match from end to end [name.log.whole-match]; the write token may be absent
# [name.log.token-optional], and `.cdc` can only follow a token [name.log.cdc-suffix].
_NAME = re.compile(
    r"\.(?P<file_id>[^._]+)_(?P<instant>[^.]*)\.(?P<extension>log|archive)\.(?P<file_version>[0-9]+)"
    r"(?:_(?P<write_token>[0-9]+-[0-9]+-[0-9]+)(?P<suffix>\.cdc)?)?"
)
_LARGEST_VERSION = 2**31 - 1
_MAX_DIGITS = 10


def decode_name(name: str) -> LogFileName:
    """Parse the name of a log file (no folder in front).

    Raises:
        Reject: `bad-value` if it is not the name of a log file [name.log.form].
    """
    match = _NAME.fullmatch(name)
    if match is None:
        prefix = _NAME.match(name)
        if prefix is not None:
            message = f"{name[prefix.end() :]!r} follows the name of a log file in {name!r}"
            raise Reject("bad-value", None, "name.log.whole-match", message)
        raise Reject("bad-value", None, "name.log.form", f"{name!r} is not the name of a log file")
    digits = match["file_version"].lstrip("0") or "0"
    if len(digits) > _MAX_DIGITS or int(digits) > _LARGEST_VERSION:
        message = f"file version {digits[:32]} does not fit into 32 bits"
        raise Reject("bad-value", None, "name.log.form", message)
    return LogFileName(
        file_id=match["file_id"],
        instant=match["instant"],
        extension=match["extension"],
        file_version=int(digits),
        write_token=match["write_token"],
        suffix=match["suffix"] or "",
    )


def order_key(name: str) -> tuple[bytes, int, bytes, bytes]:
    """Sort key of a log file inside its slice [name.log.order].

    The order is by instant, file version, write token (absent first, then as text) and suffix; text is
    compared by UTF-16 code units.

    Raises:
        Reject: as `decode_name`.
    """
    parts = decode_name(name)
    return (_utf16(parts.instant), parts.file_version, _utf16(parts.write_token or ""), _utf16(parts.suffix))


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")
