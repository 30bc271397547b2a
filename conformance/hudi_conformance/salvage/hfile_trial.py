# SPDX-License-Identifier: Apache-2.0
"""Missing or wrong properties of a damaged HFile, determined by trial: codec, parts of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hudi_conformance.decode.hfile.codec import inflate, inflate_all
from hudi_conformance.decode.hfile.encodings import Layout
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.hfile import Codec, HFileBlock, HFileCell
from hudi_conformance.salvage.account import REFUSALS

LAYOUTS = (
    Layout(has_tags=False, has_mvcc=True),
    Layout(has_tags=False, has_mvcc=False),
    Layout(has_tags=True, has_mvcc=True),
    Layout(has_tags=True, has_mvcc=False),
)


def inflate_by_trial(
    block: HFileBlock, stored: bytes, codecs: Sequence[Codec], bound: int
) -> tuple[Codec, bytes]:
    """The first codec that inflates a payload to its stated length, and the payload.

    Raises:
        Reject, LimitExceeded: none; the reason is that of the first one.
    """
    failed: Reject | LimitExceeded | None = None
    announced = block.uncompressed_size_without_header
    for codec in codecs:
        try:
            payload = inflate(codec, stored, announced, block.stored_ofs, block.ofs + 12, bound=bound)
        except (Reject, LimitExceeded) as error:
            failed = failed or error
            continue
        return codec, payload
    raise failed or Reject("decompress", block.stored_ofs, "hfile.codec.one", "no codec to try")


def inflate_any(codec: Codec, block: HFileBlock, stored: bytes, bound: int) -> bytes | None:
    """The payload by a codec, for any length in the header; None for none."""
    try:
        return inflate_all(codec, stored, block.stored_ofs, bound=bound)
    except (Reject, LimitExceeded):
        return None


def guess_layout(
    read: Callable[[Layout], Iterable[HFileCell]], layouts: Sequence[Layout], len_payload: int
) -> Layout | None:
    """The first layout in which a block can be read to its end, with keys in order."""
    for layout in layouts:
        before = b""
        try:
            for cell in read(layout):
                if cell.row < before or len(cell.family) > len_payload:
                    break
                before = cell.row
            else:
                return layout
        except REFUSALS:
            continue
    return None


def cut_block(block: HFileBlock, end: int) -> HFileBlock:
    """A plain block with wrong sizes, as if it ended at `end`."""
    length = end - block.stored_ofs
    return block._replace(
        on_disk_size_without_header=length, uncompressed_size_without_header=length, stored_len=length
    )
