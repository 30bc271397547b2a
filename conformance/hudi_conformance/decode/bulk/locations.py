# SPDX-License-Identifier: Apache-2.0
"""Locations of very many record keys, as Arrow batches: large base files of the record index by the kernels.

Rows are those of `metadata_answers.locate`. A file group with log files, and rows that the kernels do not
accept, take the checked path.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from hudi_conformance.decode.bulk.framing import has_kernels
from hudi_conformance.decode.bulk.metadata_cells import IrregularError, check_rows, decode_cells, member
from hudi_conformance.decode.metadata.groups import FileIdFields, decode_location
from hudi_conformance.decode.metadata.keys import route
from hudi_conformance.model.common import AvroSchema
from hudi_conformance.model.metadata import RecordType

PAYLOAD = "recordIndexMetadata"
SCHEMA = pa.schema(
    [("key", pa.string()), ("partition", pa.string()), ("file_id", pa.string()), ("instant_ms", pa.int64()),
     ("position", pa.int64()), ("encoding", pa.int32())]
)  # fmt: skip
_MIN_KEYS = 1000
_MIXERS = 0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9


def by_group(keys: Sequence[str], num_groups: int) -> dict[int, list[str]]:
    """Keys by the number of the file group that they are routed to [metadata.group.route]."""
    # Importing the kernels for a few keys takes a second.
    quick = _quick_groups(keys, num_groups) if len(keys) >= _MIN_KEYS and has_kernels() else None
    if quick is not None:
        return quick
    groups: dict[int, list[str]] = {}
    for key in keys:
        groups.setdefault(route(key, num_groups), []).append(key)
    return groups


def _quick_groups(keys: Sequence[str], num_groups: int) -> dict[int, list[str]] | None:
    """As `by_group` for ASCII keys, whose UTF-16 units are their bytes; None with any other key."""
    import numpy as np

    if num_groups < 1 or not all(map(str.isascii, keys)):
        return None
    lengths = np.fromiter(map(len, keys), np.int64, len(keys))
    data = np.frombuffer("".join(keys).encode("ascii"), np.uint8)
    starts = np.cumsum(lengths) - lengths
    hashes = np.zeros(len(keys), np.uint32)
    places = np.arange(len(keys))
    for at in range(int(lengths.max(initial=0))):
        places = places[lengths[places] > at]
        hashes[places] = hashes[places] * np.uint32(31) + data[starts[places] + at]
    routes = np.abs(hashes.view(np.int32).astype(np.int64)) % num_groups
    order = np.argsort(routes, kind="stable")
    groups, begins = np.unique(routes[order], return_index=True)
    parts = np.split(np.array(keys, object)[order], begins[1:])
    return {int(group): part.tolist() for group, part in zip(groups, parts, strict=True)}


def base_batches(path: Path, keys: Sequence[str] | None) -> list[pa.RecordBatch] | None:
    """Rows of the record index in a base file, of all keys or some; None if it must take the checked path.

    Raises:
        OSError: the file cannot be read.
    """
    return decode_cells(path, PAYLOAD, keys, lambda tree: lambda cells: [_rows(cells, tree)])


def _rows(cells: pa.Table, tree: AvroSchema) -> pa.RecordBatch:
    """Decoded rows.

    Raises:
        IrregularError: a datum that the kernel does not accept, a key that is stored in the value, a payload
            of another type.
        Reject: an invalid file id.
    """
    from hudi_conformance.decode.bulk.datums import decode_datums

    rows = decode_datums(cells["value"].combine_chunks(), tree)
    if rows is None:
        raise IrregularError
    check_rows(rows, PAYLOAD, [RecordType.RECORD_INDEX])
    payload = rows[PAYLOAD]
    encoding = member(payload, "fileIdEncoding", pa.int32(), 0)
    columns = [
        cells["row"].combine_chunks().cast(pa.string()),
        member(payload, "partitionName", pa.string(), ""),
        _file_ids(payload, encoding),
        member(payload, "instantTime", pa.int64(), 0),
        member(payload, "position", pa.int64(), None),
        encoding,
    ]
    return pa.RecordBatch.from_arrays(columns, schema=SCHEMA)


def _file_ids(payload: pa.StructArray, encoding: pa.Array) -> pa.Array:
    """File ids: each distinct one is decoded once [metadata.location.encoding]."""
    import numpy as np

    halves = [member(payload, name, pa.int64(), 0) for name in ("fileIdHighBits", "fileIdLowBits")]
    index = member(payload, "fileIndex", pa.int32(), -1)
    texts = member(payload, "fileId", pa.string(), "")
    numbers = [array.to_numpy(zero_copy_only=False).astype(np.int64) for array in (*halves, index)]
    mixed = np.zeros(len(index), np.uint64)
    for array, mixer in zip(numbers, _MIXERS, strict=True):
        mixed = (mixed ^ array.view(np.uint64)) * np.uint64(mixer)
    _, first, places = np.unique(mixed, return_index=True, return_inverse=True)
    is_unmixed = all(np.array_equal(array[first][places], array) for array in numbers)
    if not is_unmixed or not pc.all(pc.equal(encoding, 0)).as_py():
        first = places = np.arange(len(index))
    fields = zip(
        encoding.take(pa.array(first)).to_pylist(), *(array[first].tolist() for array in numbers),
        texts.take(pa.array(first)).to_pylist(), strict=True,
    )  # fmt: skip
    names = pa.array([decode_location(FileIdFields(*values)) for values in fields], pa.string())
    return names.take(pa.array(places))
