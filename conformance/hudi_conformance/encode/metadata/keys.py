# SPDX-License-Identifier: Apache-2.0
"""Keys, file groups and ids of the reference writer of metadata tables."""

from __future__ import annotations

import base64
import hashlib
import re
import struct

import xxhash

from hudi_conformance.encode.errors import EncodeError

SEED = struct.unpack(">Q", struct.pack(">q", struct.unpack(">i", bytes.fromhex("dabadaba"))[0]))[0]
ALL_PARTITIONS = "__all_partitions__"
_ID_NAMES = {
    "files": "files", "column_stats": "col-stats", "partition_stats": "partition-stats",
    "bloom_filters": "bloom-filters", "record_index": "record-index",
}  # fmt: skip
_UUID_ID = re.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(0|[1-9][0-9]{0,9}))?")
_IN_PATHS = "\"#%'*/:=?[\\]^{-"


def hashed(text: str) -> str:
    """Hash of a column or partition [metadata.key.hash]."""
    number = xxhash.xxh64_intdigest(text.encode(), seed=SEED)
    return base64.b64encode(struct.pack(">Q", number)).decode()


def hashed_partition(path: str) -> str:
    """Hash of a partition path [metadata.key.empty-partition]."""
    return hashed(path if path else ".")


def hashed_file(name: str) -> str:
    """Hash of a file name [metadata.key.file-hash]."""
    return base64.b64encode(hashlib.md5(name.encode(), usedforsecurity=False).digest()).decode()


def stats_key(column: str, partition: str, file: str | None, *, is_expression: bool) -> str:
    """Key of a row of statistics, of a file or of a partition [metadata.key.compose]."""
    parts = [hashed(column)]
    if file is None and is_expression:
        parts.append(hashed("__partition_stat__"))
    parts.append(hashed_partition(partition))
    if file is not None:
        parts.append(hashed_file(file))
    return "".join(parts)


def secondary_part(value: str | None) -> str:
    """Secondary key with escapes [metadata.secondary.key]."""
    if value is None:
        return "\x00"
    for char in "\\", "$", "\x00":
        value = value.replace(char, f"\\{char}")
    return value


def group_of(text: str, num_groups: int) -> int:
    """File group of a text [metadata.group.route]."""
    number = 0
    for (unit,) in struct.iter_unpack(">H", text.encode("utf-16-be")):
        number = (number * 31 + unit) % 2**32
    signed = number - 2**32 * (number >= 2**31)
    return abs(signed) % num_groups


def id_of(index: str, number: int, data_partition: str | None) -> str:
    """File id of a file group [metadata.group.id] [metadata.group.partitioned]."""
    name = _ID_NAMES.get(index) or index.replace("_", "-")
    middle = [] if data_partition is None else [_in_path(data_partition)]
    return "-".join([name, *middle, f"{number:04d}", "0"])


def _in_path(path: str) -> str:
    return "".join(f"%{ord(c):02X}" if c in _IN_PATHS or ord(c) < 32 or c == "\x7f" else c for c in path)


def location_fields(file_id: str) -> dict[str, str | int]:
    """Fields of a row of the record index that name a file group [metadata.location.encoding]."""
    match = _UUID_ID.fullmatch(file_id)
    if match is None or int(match[2] or 0) > 2**31 - 1:
        return {
            "fileIdHighBits": "-1", "fileIdLowBits": "-1", "fileIndex": -1, "fileId": file_id,
            "fileIdEncoding": 1,
        }  # fmt: skip
    high, low = map(str, struct.unpack(">qq", bytes.fromhex(match[1].replace("-", ""))))
    index = int(match[2]) if match[2] else -1
    return {
        "fileIdHighBits": high, "fileIdLowBits": low, "fileIndex": index, "fileId": "", "fileIdEncoding": 0,
    }  # fmt: skip


def checked_index(index: str) -> str:
    """Check the name of a partition of a metadata table.

    Raises:
        EncodeError: it is not one.
    """
    if index in _ID_NAMES or index.startswith(("secondary_index_", "expr_index_")):
        return index
    raise EncodeError("bad-value", "metadata.group.id", "index", "a partition of a metadata table", index)


def before_separator(key: str) -> str:
    """A key of a secondary index up to and including its separator; the complete key if it has none."""
    match = re.match(r"(?:[^\\$]|\\.)*\$", key, re.DOTALL)
    return key if match is None else match[0]
