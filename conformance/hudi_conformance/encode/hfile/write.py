# SPDX-License-Identifier: Apache-2.0
"""`hfile.write`: description to HFile."""

from __future__ import annotations

from hudi_conformance.encode.hfile.description import parse_hfile_description
from hudi_conformance.encode.hfile.file import WrittenHFile, write_hfile
from hudi_conformance.model.common import JsonValue


def encode_hfile_description(description: JsonValue) -> WrittenHFile:
    """Write the described file.

    Raises:
        EncodeError: the description is malformed, or the writer rejects it.
    """
    return write_hfile(parse_hfile_description(description))
