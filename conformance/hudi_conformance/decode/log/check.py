# SPDX-License-Identifier: Apache-2.0
"""Check a log file against all writer requirements that one file can violate.

Some rules depend on the table of the file; they are checked if `CheckContext` describes it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from hudi_conformance.decode.grammar import finding_of
from hudi_conformance.decode.limits import check_findings
from hudi_conformance.decode.log.content import ContentReader
from hudi_conformance.decode.log.content_check import Versions, check_content
from hudi_conformance.decode.log.fields import header_entries, header_values
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import LEN_MAGIC, ScanEnd, Walk, walk_log
from hudi_conformance.decode.source import Buffer, Input, is_utf8, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Finding
from hudi_conformance.model.log import FEATURE_OF_KEY, HeaderKey, LogBlock
from hudi_conformance.model.names import LogFileName
from hudi_conformance.model.table_version import Feature, TableVersion

LARGEST_LENGTH = 2**31 - 1
_INSTANTS = re.compile(r"[^,\s]+(?:,[^,\s]+)*")
_LOOSE_NAME = re.compile(
    r"\.(?P<file_id>.*)_(?P<instant>[^.]*)\.(?:log|archive)\.(?P<file_version>[0-9]+)(?:_[0-9]+-[0-9]+-[0-9]+(?:\.cdc)?)?"
)


@dataclass(frozen=True, slots=True)
class CheckContext:
    """Facts about a file besides its bytes; None = unknown; rules that need it are not checked.

    Attributes:
        table_version: `hoodie.table.version` of the table.
        file_name: name of the file, without folder.
        base_instant: base instant of the file slice that the file belongs to.
        initial_version: version that the table was created with. Files from before an upgrade follow
            the rules of their time; None: it was never upgraded.
    """

    table_version: int | None = None
    file_name: str | None = None
    base_instant: str | None = None
    initial_version: int | None = None

    @property
    def versions(self) -> Versions:
        """Oldest and newest version at which the file may have been written."""
        known = [version for version in (self.table_version, self.initial_version) if version is not None]
        return Versions(None if self.table_version is None else min(known), self.table_version)


def check_log(source: Input, context: CheckContext | None = None) -> list[Finding]:
    """Findings of a file, in no particular order.

    Raises:
        OSError: the file cannot be opened.
        UnsupportedInput, LimitExceeded: a content that is not supported, and so cannot be checked; more
            findings than allowed.
    """
    context = context or CheckContext()
    name, findings = check_name(context)
    instants = Instants()
    with open_source(source) as buffer:
        reader = ContentReader(buffer)
        walk = Walk(walk_log(buffer))
        for block in walk:
            findings += check_framing(block)
            if block.why is None:
                findings += check_outside(buffer, block, context, name)
                findings += check_content(buffer, block, reader, context.versions)
                instants.add(buffer, block)
            check_findings(len(findings), len(buffer))
        findings += check_end(buffer, walk.end)
    return [*findings, *check_instants(instants, name, context)]


def check_framing(block: LogBlock) -> Iterator[Finding]:
    """Yield why a block is corrupt, if it is."""
    if block.why is not None:
        yield finding_of(block.why, is_refusal=True)


def check_outside(
    buffer: Buffer, block: LogBlock, context: CheckContext, name: LogFileName | None
) -> Iterator[Finding]:
    """Yield the findings of one intact block except those of its content."""
    yield from _check_frame(buffer, block)
    yield from _check_header(buffer, block, context)
    # Files of the archived timeline have the same blocks, but no instant in their headers.
    if HeaderKey.INSTANT_TIME not in block.header and (name is None or name.extension != "archive"):
        message = "the header has no INSTANT_TIME"
        yield Finding("log.header.instant-time", "missing-field", block.ofs_header, message, True)
    if name is not None and block.type is not BlockType.COMMAND_BLOCK:
        is_cdc = block.type is BlockType.CDC_DATA_BLOCK
        if is_cdc != (name.suffix == ".cdc"):
            message = f"{block.type.name} in a file whose suffix is {name.suffix!r}"
            yield Finding("log.cdc.file", "bad-type", block.ofs_type, message)


def check_end(buffer: Buffer, end: ScanEnd) -> Iterator[Finding]:
    """Yield the findings of the end of a scan."""
    if end.rejection is not None:
        yield finding_of(end.rejection, is_refusal=True)
    if end.len_ignored:
        at = len(buffer) - end.len_ignored
        message = f"{end.len_ignored} bytes after the last block"
        yield Finding("log.recovery.short-tail", "trailing-bytes", at, message)


class Instants:
    """The first two different values of INSTANT_TIME in a file, and their offsets."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int]] = []

    def add(self, buffer: Buffer, block: LogBlock) -> None:
        """Record the instant of an intact block."""
        instant = block.header.get(HeaderKey.INSTANT_TIME)
        if len(self.found) < 2 and isinstance(instant, str) and instant not in dict(self.found):
            self.found.append((instant, header_values(buffer, block)[HeaderKey.INSTANT_TIME].ofs))


# --- frame and header --------------------------------------------------------------------------------


def _check_frame(buffer: Buffer, block: LogBlock) -> Iterator[Finding]:
    len_trailing = block.span.len - 8
    if len_trailing > LARGEST_LENGTH:
        at = block.span.ofs + LEN_MAGIC
        yield Finding("log.block.length-range", "bad-value", at, f"trailing length {len_trailing}")
    for ofs in (block.ofs_header, block.content.end):
        yield from _check_map(buffer, ofs)
    if block.footer:
        message = f"{len(block.footer)} keys in the footer"
        yield Finding("log.footer.empty", "bad-value", block.content.end, message)


def _check_map(buffer: Buffer, ofs: int) -> Iterator[Finding]:
    """Yield one finding per rule and key, at the first violation: a map may have millions."""
    places: dict[tuple[str, int], int] = {}  # by code and key
    counts: Counter[tuple[str, int]] = Counter()
    seen: set[int] = set()
    for key, value in header_entries(buffer, ofs):
        if key in seen:
            counts["duplicate", key] += 1
            places.setdefault(("duplicate", key), value.ofs - 8)
        seen.add(key)
        if not is_utf8(buffer, value.ofs, value.end):
            counts["bad-utf8", key] += 1
            places.setdefault(("bad-utf8", key), value.ofs)
    for (code, key), at in sorted(places.items(), key=itemgetter(1)):
        num = counts[code, key]
        if code == "duplicate":
            message = f"key {key} occurs again" + (f", {num} times" if num > 1 else "")
            yield Finding("log.map.unique-keys", code, at, message)
        else:
            message = f"value of key {key} is not UTF-8" + (f", nor {num - 1} more" if num > 1 else "")
            yield Finding("log.map.utf8-write", code, at, message)


def _check_header(buffer: Buffer, block: LogBlock, context: CheckContext) -> Iterator[Finding]:
    places = header_values(buffer, block)
    header = block.header
    version = context.table_version
    if version is not None:
        for key, feature in FEATURE_OF_KEY.items():
            if key in header and not TableVersion(version).has(feature):
                at = places[key].ofs - 8
                message = f"{key.name} in a table of version {version}"
                yield Finding("log.header.table-version", "bad-type", at, message)
        if (
            context.versions.have_reached(Feature.NO_BLOCK_IDENTIFIER)
            and HeaderKey.BLOCK_IDENTIFIER in header
        ):
            at = places[HeaderKey.BLOCK_IDENTIFIER].ofs - 8
            message = "BLOCK_IDENTIFIER is no longer written"
            yield Finding("log.header.block-identifier", "bad-type", at, message)
    if header.get(HeaderKey.IS_PARTIAL, "true") != "true":
        at = places[HeaderKey.IS_PARTIAL].ofs
        message = f"IS_PARTIAL is {header[HeaderKey.IS_PARTIAL]!r:.40}"
        yield Finding("log.header.partial", "bad-value", at, message)
    times = header.get(HeaderKey.COMPACTED_BLOCK_TIMES, "0")
    if isinstance(times, bytes) or _INSTANTS.fullmatch(times) is None:
        at = places[HeaderKey.COMPACTED_BLOCK_TIMES].ofs
        message = f"COMPACTED_BLOCK_TIMES {times!r:.60} is not a list of instants"
        yield Finding("log.header.compacted-times", "bad-value", at, message)


# --- the file among others ---------------------------------------------------------------------------


def check_name(context: CheckContext) -> tuple[LogFileName | None, list[Finding]]:
    """The parsed name of the file, None if it is missing or malformed, and its findings."""
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
    return finding_of(error)


def check_instants(instants: Instants, name: LogFileName | None, context: CheckContext) -> Iterator[Finding]:
    """Yield the findings that follow from the instants of all blocks of a file."""
    version, found = context.table_version, instants.found
    if version is None:
        return
    if context.versions.have_reached(Feature.INSTANT_NAMES):
        if len(found) > 1:
            message = f"instants {found[0][0]!r:.40} and {found[1][0]!r:.40} in one file"
            yield Finding("log.file.no-append-tv8", "bad-state", found[1][1], message)
        if name is not None and found and name.instant != found[0][0]:
            message = f"instant {found[0][0]!r:.40} in a file named by {name.instant!r}"
            yield Finding("name.log.instant-tv8", "bad-reference", found[0][1], message)
    elif (
        not TableVersion(version).has(Feature.INSTANT_NAMES)
        and name is not None
        and context.base_instant is not None
        and name.instant != context.base_instant
    ):
        message = f"base instant {context.base_instant!r} in a file named by {name.instant!r}"
        yield Finding("name.log.instant-tv6", "bad-reference", None, message)
