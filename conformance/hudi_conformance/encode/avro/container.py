# SPDX-License-Identifier: Apache-2.0
"""Avro object containers as the timeline stores plans and metadata: one record, no codec.

The sync marker, which is random in other writers, is a digest of the content: equal input gives equal bytes.
Headers contain the schema text unchanged, which fastavro's container writer would rearrange.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from hudi_conformance.encode.avro.binary import encode_datum, encode_long
from hudi_conformance.encode.errors import EncodeError

MAGIC = b"Obj\x01"
LEN_SYNC = 16
_META = {"type": "map", "values": "bytes"}


@dataclass(frozen=True, slots=True)
class ContainerKnobs:
    """Deviations of a container; None means correct.

    `codec` is written into the metadata; `deflate` is also applied, other names are not. `count` and `size`
    are the stated numbers of a block, `block_sync` the marker after it.
    """

    codec: str | None = None
    count: int | None = None
    size: int | None = None
    block_sync: bytes | None = None
    magic: bytes = MAGIC
    blocks: int = 1

    @property
    def is_damage(self) -> bool:
        """Whether a reader must reject the container."""
        return (
            self.codec not in {None, "null", "deflate"}
            or self.count is not None
            or self.size is not None
            or self.block_sync is not None
            or self.magic != MAGIC
        )


def encode_container(schema: str, data: Sequence[bytes], knobs: ContainerKnobs | None = None) -> bytes:
    """Write already encoded records [timeline.content.avro].

    With `knobs.blocks` above 1 the records are split into that many blocks, of which the last may be empty.

    Raises:
        EncodeError: fewer than one block.
    """
    deviations = knobs or ContainerKnobs()
    if deviations.blocks < 1:
        raise EncodeError(
            "bad-value", "timeline.content.avro", "blocks of a container", "at least 1", deviations.blocks
        )
    meta = {"avro.schema": schema.encode()}
    if deviations.codec is not None:
        meta["avro.codec"] = deviations.codec.encode()
    sync = hashlib.sha256(schema.encode() + b"".join(data)).digest()[:LEN_SYNC]
    out = bytearray(deviations.magic + encode_datum(_META, meta) + sync)
    share = -(-len(data) // deviations.blocks)
    for number in range(deviations.blocks if data else 0):
        part = data[number * share : (number + 1) * share]
        body = b"".join(part)
        if deviations.codec == "deflate":
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            body = packer.compress(body) + packer.flush()
        out += encode_long(len(part) if deviations.count is None else deviations.count)
        out += encode_long(len(body) if deviations.size is None else deviations.size)
        out += body + (sync if deviations.block_sync is None else deviations.block_sync)
    return bytes(out)
