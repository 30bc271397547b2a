# SPDX-License-Identifier: Apache-2.0
"""Canonical JSON of the results of the other functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hudi_conformance.canonical import hfile, log, timeline
from hudi_conformance.model.common import Rejection
from hudi_conformance.model.hfile import HFileBlock, HFileCell, HFileIndex, HFileTrailer, MetaBlock
from hudi_conformance.model.log import BlockContent, LogBlock, LogScan
from hudi_conformance.model.timeline import History, Instant, InstantContent, Timeline

_FORMS: Mapping[type[Any], Callable[[Any], dict[str, Any]]] = {
    Rejection: log.canonical_reject,
    LogScan: log.canonical_log_scan,
    LogBlock: log.canonical_log_block,
    BlockContent: log.canonical_content,
    HFileTrailer: hfile.canonical_hfile_trailer,
    HFileBlock: hfile.canonical_hfile_block,
    HFileCell: hfile.canonical_hfile_cell,
    HFileIndex: hfile.canonical_hfile_index,
    MetaBlock: lambda block: hfile.canonical_hfile_meta([block])["blocks"][0],
    Timeline: timeline.canonical_timeline,
    Instant: timeline.canonical_instant,
    InstantContent: timeline.canonical_instant_content,
    History: timeline.canonical_history,
}


def to_json(view: object) -> dict[str, Any]:
    """Canonical JSON of a view, as adapters return it (`conformance/schemas/views.schema.json`).

    64-bit integers and offsets are decimal text, bytes are hex.

    Raises:
        TypeError: a value without a canonical form.
    """
    form = _FORMS.get(type(view))
    if form is None:
        raise TypeError(f"a {type(view).__name__} has no canonical JSON")
    return form(view)
