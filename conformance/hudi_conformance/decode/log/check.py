# SPDX-License-Identifier: Apache-2.0
"""What a writer did wrong: every requirement for writers that one file can break.

Some rules depend on the table around a file; they are checked when `CheckContext` says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.content_check import Versions, check_content
from hudi_conformance.decode.log.fields import header_entries, header_values
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import LEN_HEAD, LEN_MAGIC, ScanEnd, walk_log
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.views.common import Finding, Rejection
from hudi_conformance.views.log import BlockType, HeaderKey, LogBlock
from hudi_conformance.views.names import LogFileName

LARGEST_LENGTH = 2**31 - 1
VERSION_OF_INSTANT_NAMES = 8  # table version since which a log file is named by the instant that wrote it
_SINCE_TABLE_VERSION = {
    HeaderKey.COMPACTED_BLOCK_TIMES: 5,
    HeaderKey.RECORD_POSITIONS: 6,
    HeaderKey.BLOCK_IDENTIFIER: 6,
    HeaderKey.IS_PARTIAL: 8,
    HeaderKey.BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS: 8,
}
_INSTANTS = re.compile(r"[^,\s]+(?:,[^,\s]+)*")
_LOOSE_NAME = re.compile(
    r"\.(?P<file_id>.*)_(?P<instant>[^.]*)\.(?:log|archive)\.(?P<file_version>[0-9]+)(?:_[0-9]+-[0-9]+-[0-9]+(?:\.cdc)?)?"
)


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What is known about a file besides its bytes; None = unknown, and what needs it is not checked.

    Attributes:
        table_version: `hoodie.table.version` of the table.
        file_name: name of the file, without folder.
        base_instant: base instant of the file slice that the file belongs to.
        initial_version: version that the table was made with. Files that were there before an upgrade
            keep to the rules of their time; None: it was never upgraded.
    """

    table_version: int | None = None
    file_name: str | None = None
    base_instant: str | None = None
    initial_version: int | None = None

    @property
    def versions(self) -> Versions:
        """Versions between which the file may have been written."""
        known = [version for version in (self.table_version, self.initial_version) if version is not None]
        return Versions(None if self.table_version is None else min(known), self.table_version)


def check_log(source: Input, context: CheckContext | None = None) -> list[Finding]:
    """Findings of a file, in no particular order.

    Raises:
        OSError: the file cannot be opened.
        UnsupportedInput, LimitExceeded: a content that is not read here, and so cannot be checked.
    """
    with open_source(source) as buffer:
        return list(walk_findings(buffer, context or CheckContext()))


def walk_findings(buffer: Buffer, context: CheckContext) -> Iterator[Finding]:
    """Yield what `check_log` lists."""
    name, findings = check_name(context)
    yield from findings
    reader = ContentReader(buffer)
    instants = Instants()
    walk = walk_log(buffer)
    while True:
        try:
            block = next(walk)
        except StopIteration as stop:
            end: ScanEnd = stop.value
            break
        yield from check_framing(block)
        if block.why is None:
            yield from check_block(buffer, block, reader, context, name)
            instants.add(buffer, block)
    yield from check_end(buffer, end)
    yield from check_instants(instants, name, context)


def check_framing(block: LogBlock) -> Iterator[Finding]:
    """Yield why a block is corrupt, if it is."""
    if block.why is not None:
        yield _finding(block.why)


def check_block(
    buffer: Buffer, block: LogBlock, reader: ContentReader, context: CheckContext, name: LogFileName | None
) -> Iterator[Finding]:
    """Yield what is wrong with one intact block.

    Raises:
        UnsupportedInput, LimitExceeded: a content that is not read here, and so cannot be checked.
    """
    yield from check_outside(buffer, block, context, name)
    yield from check_content(buffer, block, reader, context.versions)


def check_outside(
    buffer: Buffer, block: LogBlock, context: CheckContext, name: LogFileName | None
) -> Iterator[Finding]:
    """Yield what is wrong with one intact block, but for its content."""
    yield from _check_frame(buffer, block)
    yield from _check_header(buffer, block, context)
    # Files of the archived timeline have the same blocks, but no instant in their headers.
    if HeaderKey.INSTANT_TIME not in block.header and (name is None or name.extension != "archive"):
        at = block.span.ofs + LEN_HEAD + 8
        yield Finding("log.header.instant-time", "missing-field", at, "the header has no INSTANT_TIME", True)
    if name is not None and block.type is not BlockType.COMMAND_BLOCK:
        is_cdc = block.type is BlockType.CDC_DATA_BLOCK
        if is_cdc != (name.suffix == ".cdc"):
            message = f"{block.type.name} in a file whose suffix is {name.suffix!r}"
            yield Finding("log.cdc.file", "bad-type", block.span.ofs + LEN_HEAD + 4, message)


def check_end(buffer: Buffer, end: ScanEnd) -> Iterator[Finding]:
    """Yield what is wrong with how a scan ended."""
    if end.rejection is not None:
        yield _finding(end.rejection)
    if end.len_ignored:
        at = len(buffer) - end.len_ignored
        message = f"{end.len_ignored} bytes after the last block"
        yield Finding("log.recovery.no-append", "trailing-bytes", at, message)


class Instants:
    """The first two different values of INSTANT_TIME in a file, and where they lie."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int]] = []

    def add(self, buffer: Buffer, block: LogBlock) -> None:
        """Take note of an intact block."""
        instant = block.header.get(HeaderKey.INSTANT_TIME)
        if len(self.found) < 2 and isinstance(instant, str) and all(instant != at for at, _ in self.found):
            self.found.append((instant, header_values(buffer, block)[HeaderKey.INSTANT_TIME].ofs))


def _finding(why: Rejection) -> Finding:
    return Finding(why.requirement, why.code, why.at, why.message, True)


# --- frame and header --------------------------------------------------------------------------------


def _check_frame(buffer: Buffer, block: LogBlock) -> Iterator[Finding]:
    len_trailing = block.span.len - 8
    if len_trailing > LARGEST_LENGTH:
        at = block.span.ofs + LEN_MAGIC
        yield Finding("log.block.length-range", "bad-value", at, f"trailing length {len_trailing}")
    ofs_header = block.span.ofs + LEN_HEAD + 8
    for ofs in (ofs_header, block.content.end):
        seen: set[int] = set()
        for key, value in header_entries(buffer, ofs):
            if key in seen:
                yield Finding("log.map.unique-keys", "duplicate", value.ofs - 8, f"key {key} occurs again")
            seen.add(key)
            if not _is_utf8(bytes(buffer[value.ofs : value.end])):
                yield Finding("log.map.utf8-write", "bad-utf8", value.ofs, f"value of key {key} is not UTF-8")
    if block.footer:
        message = f"{len(block.footer)} keys in the footer"
        yield Finding("log.footer.empty", "bad-value", block.content.end, message)


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _check_header(buffer: Buffer, block: LogBlock, context: CheckContext) -> Iterator[Finding]:
    places = header_values(buffer, block)
    header = block.header
    version = context.table_version
    if version is not None:
        for key, since in _SINCE_TABLE_VERSION.items():
            if key in header and version < since:
                at = places[key].ofs - 8
                message = f"{key.name} in a table of version {version}"
                yield Finding("log.header.table-version", "bad-type", at, message)
        if context.versions.has_reached(VERSION_OF_INSTANT_NAMES) and HeaderKey.BLOCK_IDENTIFIER in header:
            at = places[HeaderKey.BLOCK_IDENTIFIER].ofs - 8
            yield Finding(
                "log.header.block-identifier", "bad-type", at, "BLOCK_IDENTIFIER is not written any more"
            )
    if header.get(HeaderKey.IS_PARTIAL, "true") != "true":
        at = places[HeaderKey.IS_PARTIAL].ofs
        yield Finding(
            "log.header.partial", "bad-value", at, f"IS_PARTIAL is {header[HeaderKey.IS_PARTIAL]!r:.40}"
        )
    times = header.get(HeaderKey.COMPACTED_BLOCK_TIMES, "0")
    if isinstance(times, bytes) or _INSTANTS.fullmatch(times) is None:
        at = places[HeaderKey.COMPACTED_BLOCK_TIMES].ofs
        message = f"COMPACTED_BLOCK_TIMES {times!r:.60} is no list of instants"
        yield Finding("log.header.compacted-times", "bad-value", at, message)


# --- the file among others ---------------------------------------------------------------------------


def check_name(context: CheckContext) -> tuple[LogFileName | None, list[Finding]]:
    """The file's name taken apart, if there is one that can be, and what is wrong with it."""
    text = context.file_name
    if text is None:
        return None, []
    try:
        name = decode_name(text)
    except Reject as error:
        return None, [_explain_name(text, error)]
    if name.file_version == 0:
        return name, [Finding("name.log.first-version", "bad-value", None, f"file version 0 in {text!r}")]
    return name, []


def _explain_name(text: str, error: Reject) -> Finding:
    loose = _LOOSE_NAME.fullmatch(text)
    if loose is not None and int(loose["file_version"][-20:]) > LARGEST_LENGTH:
        return Finding("name.log.version-range", "bad-value", None, f"file version in {text!r}")
    if loose is not None and (not loose["file_id"] or set("._") & set(loose["file_id"])):
        return Finding("name.log.file-id-characters", "bad-value", None, f"file id in {text!r}")
    return Finding(error.requirement, error.code, error.at, error.message)


def check_instants(instants: Instants, name: LogFileName | None, context: CheckContext) -> Iterator[Finding]:
    """Yield what the instants of the blocks of a whole file say about it."""
    version, found = context.table_version, instants.found
    if version is None:
        return
    if context.versions.has_reached(VERSION_OF_INSTANT_NAMES):
        if len(found) > 1:
            message = f"instants {found[0][0]!r:.40} and {found[1][0]!r:.40} in one file"
            yield Finding("log.file.no-append-tv8", "bad-state", found[1][1], message)
        if name is not None and found and name.instant != found[0][0]:
            message = f"instant {found[0][0]!r:.40} in a file named by {name.instant!r}"
            yield Finding("name.log.instant-tv8", "bad-reference", found[0][1], message)
    elif (
        version < VERSION_OF_INSTANT_NAMES
        and name is not None
        and context.base_instant is not None
        and name.instant != context.base_instant
    ):
        message = f"base instant {context.base_instant!r} in a file named by {name.instant!r}"
        yield Finding("name.log.instant-tv6", "bad-reference", None, message)
