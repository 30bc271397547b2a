# SPDX-License-Identifier: Apache-2.0
"""Descriptions to log files, with the writer's record of their contents.

From the record (the *model*) follow the expected answers of `log.scan` and `log.records` without any decoder:
offsets are counted while bytes are written, values come from the description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.content import encode_content
from hudi_conformance.encode.log.description import BlockPlan, FilePlan, parse_description
from hudi_conformance.encode.log.frame import FORMAT_VERSION, Entry, Frame, encode_frame, encode_map
from hudi_conformance.encode.log.roaring import encode_positions
from hudi_conformance.encode.log.rules import check_block
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.log import HeaderKey

_SHORT_TAIL = 6  # fewer bytes than this after the last block count as end of file [log.recovery.short-tail]


@dataclass(frozen=True, slots=True)
class EncodedBlock:
    """Model of one block: its contents and offset.

    `header` and `footer` are as written; `view` is the canonical content of `log.records`, None for raw
    contents; offsets count from the start of the file, lengths are in bytes.
    """

    plan: BlockPlan
    ofs: int
    len: int
    ofs_content: int
    len_content: int
    header: Sequence[Entry]
    footer: Sequence[Entry]
    view: dict[str, Any] | None

    @property
    def kind(self) -> str:
        """Name of the block type."""
        return self.plan.type.name


@dataclass(frozen=True, slots=True)
class EncodedLog:
    """A log file and the model of its blocks. `is_sound` is False after any damaging knob."""

    data: bytes
    blocks: tuple[EncodedBlock, ...]
    is_sound: bool


def encode_log(description: JsonValue) -> EncodedLog:
    """Write the described log file [log.file.concatenation].

    Equal descriptions give equal bytes: header keys ascend by ordinal, and no clock is used.

    Raises:
        EncodeError: the description is malformed, or would violate a rule for writers.
    """
    return encode_plan(parse_description(description))


def encode_plan(plan: FilePlan, ofs_first: int = 0) -> EncodedLog:
    """Write the blocks of a plan. `ofs_first`: offset of the first one in its file."""
    out = bytearray(plan.prefix)
    blocks = []
    for i, block in enumerate(plan.blocks):
        data, model = _encode_block(block, f"blocks[{i}]", ofs_first + len(out), plan.table_version)
        blocks.append(model)
        out += data
    out += plan.append
    is_sound = not plan.prefix and len(plan.append) < _SHORT_TAIL
    is_sound = is_sound and not any(block.knobs.is_damage for block in plan.blocks)
    return EncodedLog(bytes(out), tuple(blocks), is_sound)


def _encode_block(
    plan: BlockPlan, where: str, ofs: int, table_version: int | None
) -> tuple[bytes, EncodedBlock]:
    check_block(plan, where, table_version)
    content = encode_content(plan, where)
    header = _header_entries(plan, where)
    footer = plan.knobs.footer_entries or ()
    knobs = plan.knobs
    framed = encode_frame(
        Frame(
            block_type=plan.type if knobs.type is None else knobs.type,
            header=encode_map(header, knobs.num_header),
            content=content.data,
            footer=b"" if knobs.omit_footer else encode_map(footer, knobs.num_footer),
            format_version=FORMAT_VERSION if knobs.format_version is None else knobs.format_version,
            pad_before_footer=knobs.pad_before_footer,
            len_block=knobs.len_block,
            len_trailing=knobs.len_trailing,
            len_content=knobs.len_content,
            len_block_delta=knobs.len_block_delta,
        )
    )
    ofs_content, len_content = ofs + framed.ofs_content, len(content.data)
    view = content.view
    return framed.data, EncodedBlock(
        plan, ofs, len(framed.data), ofs_content, len_content, header, footer, view
    )


def _header_entries(plan: BlockPlan, where: str) -> tuple[Entry, ...]:
    """Header in ascending order of ordinals, unless a knob overrides it [log.map.order-free]."""
    if plan.knobs.header_entries is not None:
        return plan.knobs.header_entries
    header = dict(plan.header)
    if plan.positions is not None:
        header[HeaderKey.RECORD_POSITIONS] = encode_positions(plan.positions)
    order = sorted(header)
    if plan.knobs.header_order is not None:
        names = [key.name for key in order]
        if sorted(plan.knobs.header_order) != sorted(names):
            subject = f"{where}.knobs.header_order"
            raise EncodeError("bad-value", "log.map.order-free", subject, names, plan.knobs.header_order)
        order = [HeaderKey[name] for name in plan.knobs.header_order]
    return tuple((int(key), header[key].encode("utf-8")) for key in order)
