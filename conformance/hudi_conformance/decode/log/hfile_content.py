# SPDX-License-Identifier: Apache-2.0
"""Content of HFile blocks of a log file: the cells of a complete HFile [log.hfile.form]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Finding, Span
from hudi_conformance.model.hfile import HFileCell


def walk_cells(
    buffer: Buffer, content: Span, findings: list[Finding] | None = None, *, takes_zero_words: bool = False
) -> Iterator[HFileCell]:
    """Yield the cells of the HFile in `content`; none for empty content [log.hfile.empty].

    Offsets of cells, findings and rejections are those in the log file [hudi.hfile.in-log]. At the end
    `findings` receives those of `CellReader.scan`. `takes_zero_words` as for `HFile`.

    Raises:
        Reject: not an HFile.
        UnsupportedInput: an unsupported codec, or encrypted.
        LimitExceeded: a block that exceeds the bounds of decompression.
    """
    if content.len == 0:
        return
    reported: list[Finding] | None = None if findings is None else []
    try:
        file = HFile(buffer, content.ofs, content.end, takes_zero_words=takes_zero_words)
        for cell in CellReader.of(file).scan(reported):
            yield cell._replace(ofs_key=content.ofs + cell.ofs_key, ofs_value=content.ofs + cell.ofs_value)
    except Reject as error:
        raise Reject(error.code, _moved(error.at, content), error.requirement, error.message) from None
    finally:
        if findings is not None:
            findings += [replace(finding, at=_moved(finding.at, content)) for finding in reported or ()]


def _moved(at: int | None, content: Span) -> int | None:
    return None if at is None else content.ofs + at
