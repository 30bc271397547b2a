# SPDX-License-Identifier: Apache-2.0
"""Contents of the blocks of a log file: records, deleted keys, commands.

A block whose content is rejected does not stop the scan: the rejection is part of that block's view.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from hudi_conformance.decode.avro.schema import PRIMITIVES, AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.grammar import reject_of, rejection_of
from hudi_conformance.decode.limits import BYTES_OF_ROW, BYTES_OF_VALUE, check_allowance
from hudi_conformance.decode.log.avro_content import AvroContent, left_over, walk_avro_content
from hudi_conformance.decode.log.deletes import decode_deletes, decode_payload_span, decode_version
from hudi_conformance.decode.log.fields import header_values
from hudi_conformance.decode.log.positions import BYTES_OF_POSITION, decode_positions
from hudi_conformance.decode.log.scan import ScanEnd, Walk, walk_log, within_allowance
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.common import AvroValue, Finding, JsonValue, Rejection
from hudi_conformance.model.log import BlockContent, HeaderKey, LogBlock

ROLLBACK = "ROLLBACK_BLOCK"
_CHUNK = 4096  # records between two checks of their memory


def read_contents(source: Input) -> tuple[list[BlockContent], ScanEnd]:
    """Contents of all blocks of a file, and how the scan over it ended.

    Raises:
        OSError: the file cannot be opened.
        UnsupportedInput: a content in an unsupported encoding.
        LimitExceeded: a content that is too large.
    """
    with open_source(source) as buffer:
        walk = walk_kept_contents(buffer)
        return list(walk), walk.end


def walk_kept_contents(buffer: Buffer) -> Walk[BlockContent]:
    """The contents that `read_contents` returns, one by one; `end` states how the scan ended.

    Raises:
        UnsupportedInput, LimitExceeded: as there, while it is iterated.
    """

    def walk() -> Generator[BlockContent, None, ScanEnd]:
        blocks = Walk(walk_contents(buffer, is_kept=True))
        yield from within_allowance(blocks, len(buffer))
        return blocks.end

    return Walk(walk())


def walk_contents(buffer: Buffer, *, is_kept: bool = False) -> Generator[BlockContent, None, ScanEnd]:
    """Yield the contents of the blocks; the generator's value is the `ScanEnd` of the scan."""
    reader, walk = ContentReader(buffer, is_kept=is_kept), Walk(walk_log(buffer))
    for block in walk:
        yield reader.read(block)
    return walk.end


class Records:
    """Iterates over what `ContentReader.walk` yields; after the last record `content` is its value."""

    def __init__(self, generator: Generator[AvroValue, None, BlockContent]) -> None:
        self._generator = generator
        self.content: BlockContent

    def __iter__(self) -> Iterator[AvroValue]:
        self.content = yield from self._generator


class ContentReader:
    """Reads contents of blocks of one buffer; a repeated schema is parsed once.

    `is_kept`: the caller keeps the contents of the file, so the allowance is for all of them.
    """

    def __init__(self, buffer: Buffer, *, is_kept: bool = False) -> None:
        self._buffer = buffer
        self._is_kept = is_kept
        self._taken = 0  # bytes of the records that were read, of one block unless they are kept
        self._schema_text: str | None = None
        self._schema: AvroSchema | None = None

    def read(self, block: LogBlock) -> BlockContent:
        """Decode the content of one block; a rejection is part of the view.

        Raises:
            UnsupportedInput, LimitExceeded: a content that is not supported.
        """
        if block.type.payload is Payload.UNKNOWN:
            return BlockContent(block)
        if block.type.payload is Payload.DELETES:
            content = self._deletes(block)
        elif block.type.payload is Payload.COMMAND:
            content = self._command(block)
        else:
            content = self._records(block)
        return _with_instant(content)

    def schema(self, block: LogBlock) -> AvroSchema:
        """The schema in the block's header.

        Raises:
            Reject: `missing-field`, or `bad-schema` at the header value.
        """
        text = block.header.get(HeaderKey.SCHEMA)
        if text is None:
            raise reject_of(_missing(block, HeaderKey.SCHEMA))
        if text != self._schema_text:
            at = header_values(self._buffer, block)[HeaderKey.SCHEMA].ofs
            if isinstance(text, bytes):
                raise Reject("bad-schema", at, "log.header.schema-json", "the schema is not UTF-8")
            try:
                self._schema = cached_schema(text)
            except SchemaError as error:
                raise Reject("bad-schema", at, "log.header.schema-json", str(error)) from None
            self._schema_text = text
        assert self._schema is not None
        return self._schema

    def walk(self, block: LogBlock) -> Generator[AvroValue, None, BlockContent]:
        """Yield the records of a data block; the generator's value is its content with `records` empty.

        Raises:
            UnsupportedInput, LimitExceeded: a content that is not supported.
        """
        return _with_instant((yield from self._walk(block)))

    def _records(self, block: LogBlock) -> BlockContent:
        if block.type.payload is Payload.AVRO:
            return self._avro_records(block)
        walk = Records(self._walk(block))
        records = list(self._within_allowance(walk))
        content = walk.content
        return content if content.records is None else replace(content, records=records)

    def _avro_records(self, block: LogBlock) -> BlockContent:
        """As `_records`, in fewer steps per record."""
        try:
            schema = self.schema(block)
        except Reject as error:
            return BlockContent(block, rejection=rejection_of(error))
        avro = AvroContent()
        walk = walk_avro_content(self._buffer, block.content, schema, avro)
        records: list[AvroValue] = []
        self._begin()
        while chunk := [record for record, _ in islice(walk, _CHUNK)]:
            records += chunk
            self._take(chunk, len(records))
        return _of_avro(block, schema, avro, None if avro.records is None else records)

    def _within_allowance(self, records: Iterable[AvroValue]) -> Iterator[AvroValue]:
        """Yield the records of a block, all of which are in memory at once."""
        self._begin()
        unread, num = iter(records), 0
        while chunk := list(islice(unread, _CHUNK)):
            num += len(chunk)
            self._take(chunk, num)
            yield from chunk

    def _begin(self) -> None:
        if not self._is_kept:
            self._taken = 0

    def _take(self, chunk: Sequence[AvroValue], num: int) -> None:
        """Count records, `num` of the block so far, against the memory allowance of the file."""
        # A record may take many times its bytes: a column with one repeated value has almost none.
        flat = _flat_weight(self._schema)
        self._taken += sum(map(_weight, chunk)) if flat is None else flat * len(chunk)
        check_allowance(self._taken, len(self._buffer), f"{num} records and more of a block")

    def _walk(self, block: LogBlock) -> Generator[AvroValue, None, BlockContent]:
        try:
            schema = self.schema(block)
        except Reject as error:
            return BlockContent(block, rejection=rejection_of(error))
        buffer, content = self._buffer, block.content
        if block.type.payload is Payload.AVRO:
            avro = AvroContent()
            for record, _ in walk_avro_content(buffer, content, schema, avro):
                yield record
            return _of_avro(block, schema, avro, avro.records)
        rejection = None
        findings: list[Finding] = []
        try:
            if block.type.payload is Payload.HFILE:
                from hudi_conformance.decode.hfile.records import decode_record  # noqa: PLC0415 - slow
                from hudi_conformance.decode.log.hfile_content import walk_cells  # noqa: PLC0415 - slow

                yield from (decode_record(cell, schema) for cell in walk_cells(buffer, content, findings))
            else:
                # Not at the top: importing Arrow takes longer than reading a small file.
                from hudi_conformance.decode.parquet.rows import decode_parquet_content  # noqa: PLC0415

                yield from decode_parquet_content(buffer, content, schema)
        except Reject as error:
            rejection = rejection_of(error)
        return BlockContent(block, schema=schema.tree, records=[], rejection=rejection, findings=findings)

    def _deletes(self, block: LogBlock) -> BlockContent:
        version = None
        try:
            version = decode_version(self._buffer, block.content)
            deletes = list(decode_deletes(self._buffer, block.content))
        except Reject as error:
            # One value, not a list of them: a part of it is meaningless.
            return BlockContent(block, version, rejection=rejection_of(error))
        span = block.content
        end = decode_payload_span(self._buffer, span).end
        if end == span.end:
            return BlockContent(block, version, deletes=deletes)
        message = f"{span.end - end} bytes after the payload"
        finding = Finding("log.delete.form", "trailing-bytes", end, message)
        return BlockContent(block, version, deletes=deletes, findings=[finding])

    def _command(self, block: LogBlock) -> BlockContent:
        number = block.header.get(HeaderKey.COMMAND_BLOCK_TYPE)
        if number is None:
            return BlockContent(block, rejection=_missing(block, HeaderKey.COMMAND_BLOCK_TYPE))
        if number != "0":
            at = header_values(self._buffer, block)[HeaderKey.COMMAND_BLOCK_TYPE].ofs
            message = f"command {number!r:.40} instead of '0'"
            return BlockContent(block, rejection=Rejection("bad-value", at, "log.command.type", message))
        return BlockContent(block, command=ROLLBACK, findings=tuple(self._target(block)))

    def _target(self, block: LogBlock) -> Iterator[Finding]:
        """Check the target of a command alone: no other part of a block repeats it."""
        target = block.header.get(HeaderKey.TARGET_INSTANT_TIME)
        if target is not None and not (isinstance(target, str) and target.isascii() and target.isdigit()):
            at = header_values(self._buffer, block)[HeaderKey.TARGET_INSTANT_TIME].ofs
            message = f"target instant {target!r:.40} is not decimal digits"
            yield Finding("timeline.instant.form", "bad-value", at, message)


def _of_avro(
    block: LogBlock, schema: AvroSchema, avro: AvroContent, records: list[AvroValue] | None
) -> BlockContent:
    findings = tuple(left_over(avro, block.content))
    return BlockContent(
        block, avro.version, schema.tree, records, rejection=avro.rejection, findings=findings
    )


def read_positions(source: Input) -> tuple[list[tuple[LogBlock, Sequence[int] | Rejection | None]], ScanEnd]:
    """Record positions of every block: None if it has none, a `Rejection` if they do not decode."""
    with open_source(source) as buffer:
        walk = Walk(walk_log(buffer))
        blocks: list[tuple[LogBlock, Sequence[int] | Rejection | None]] = []
        num = 0
        for block in within_allowance(walk, len(buffer)):
            positions = block_positions(buffer, block)
            blocks.append((block, positions))
            if positions is not None and not isinstance(positions, Rejection):
                num += len(positions)
                check_allowance(num * BYTES_OF_POSITION, len(buffer), f"{num} record positions")
        return blocks, walk.end


def block_positions(buffer: Buffer, block: LogBlock) -> Sequence[int] | Rejection | None:
    """Record positions of one block: None if it has none, a `Rejection` if they do not decode."""
    text = block.header.get(HeaderKey.RECORD_POSITIONS)
    if text is None:
        return None
    at = header_values(buffer, block)[HeaderKey.RECORD_POSITIONS].ofs
    try:
        return decode_positions(text, at).rows
    except Reject as error:
        return rejection_of(error)


def _with_instant(content: BlockContent) -> BlockContent:
    """The content, rejected if the header has no instant."""
    if HeaderKey.INSTANT_TIME in content.block.header:
        return content
    # The first violation is the one reported; the content is still part of the view.
    return replace(content, rejection=_missing(content.block, HeaderKey.INSTANT_TIME))


def _weight(value: AvroValue) -> int:
    """Memory of a decoded value in bytes, without its texts."""
    if isinstance(value, dict):
        parts: Iterable[AvroValue] = value.values()
    elif isinstance(value, list):
        parts = value
    else:
        return BYTES_OF_VALUE
    num_bytes = BYTES_OF_ROW + BYTES_OF_VALUE * len(value)
    return num_bytes + sum(_weight(part) for part in parts if isinstance(part, dict | list))


def _flat_weight(schema: AvroSchema | None) -> int | None:
    """Weight of each record of a schema without records, lists and maps in its fields; None for others."""
    tree = None if schema is None else schema.tree
    fields = tree.get("fields") if isinstance(tree, dict) else None
    if not isinstance(fields, list) or any(_is_nested(field["type"]) for field in fields):
        return None
    return BYTES_OF_ROW + BYTES_OF_VALUE * len(fields)


def _is_nested(kind: JsonValue) -> bool:
    """Whether values of a type contain other values; named types always count as such."""
    if isinstance(kind, list):
        return any(map(_is_nested, kind))
    name = kind.get("type") if isinstance(kind, dict) else kind
    return name not in {*PRIMITIVES, "enum", "fixed"}


_REQUIREMENTS = {
    HeaderKey.INSTANT_TIME: "log.header.instant-time",
    HeaderKey.SCHEMA: "log.header.schema",
    HeaderKey.COMMAND_BLOCK_TYPE: "log.command.type",
}


def _missing(block: LogBlock, key: HeaderKey) -> Rejection:
    message = f"the header has no {key.name}"
    return Rejection("missing-field", block.ofs_header, _REQUIREMENTS[key], message)
