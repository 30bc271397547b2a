# SPDX-License-Identifier: Apache-2.0
"""Expected answers about a written log file, in canonical form. No decoder takes part."""

from __future__ import annotations

from typing import Any

from hudi_conformance.canonical.log import canonical_log_block, canonical_log_positions
from hudi_conformance.encode.log.file import EncodedBlock, EncodedLog
from hudi_conformance.encode.log.frame import FORMAT_VERSION
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey, LogBlock


def expected_scan(log: EncodedLog) -> dict[str, Any] | None:
    """Answer that `log.scan` must return, None for damaged output."""
    return {"blocks": [canonical_log_block(_block(block)) for block in log.blocks]} if log.is_sound else None


def expected_records(log: EncodedLog) -> dict[str, Any] | None:
    """Answer that `log.records` must return, None for damaged output or raw contents."""
    if not log.is_sound or any(block.view is None for block in log.blocks):
        return None
    return {"blocks": [{"kind": b.kind, "ofs": str(b.ofs), **(b.view or {})} for b in log.blocks]}


def expected_positions(log: EncodedLog) -> dict[str, Any] | None:
    """Answer that `log.positions` must return, None for damaged output or raw positions."""
    if not log.is_sound or any(HeaderKey.RECORD_POSITIONS in block.plan.header for block in log.blocks):
        return None
    return canonical_log_positions((_block(block), block.plan.positions) for block in log.blocks)


def _block(block: EncodedBlock) -> LogBlock:
    """The block as a scan returns it; only an undamaged one has known header keys."""
    header = {HeaderKey(key): value for key, value in block.header}
    span, content = Span(block.ofs, block.len), Span(block.ofs_content, block.len_content)
    return LogBlock(block.plan.type, span, FORMAT_VERSION, header, content, dict(block.footer))
