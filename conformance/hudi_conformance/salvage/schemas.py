# SPDX-License-Identifier: Apache-2.0
"""Schemas of blocks, also of those whose own is destroyed: the blocks of a file mostly have the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import ne

from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, cached_schema
from hudi_conformance.decode.log.avro_content import LEN_HEAD
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.block_type import Payload
from hudi_conformance.model.log import HeaderKey, LogBlock
from hudi_conformance.salvage.account import Loss, reason_of
from hudi_conformance.salvage.resync import Records
from hudi_conformance.salvage.schema_repair import repaired

MAX_BORROWED = 16  # different schemas of a file that are tried
MAX_DAMAGED = 8  # characters in which a damaged schema differs
_RULE = "log.header.schema-json"


class Schemas:
    """Schemas of one file.

    Attributes:
        doubtful: text that is the schema of the current block if no other block's schema fits it.
    """

    def __init__(self, buffer: Buffer, blocks: Iterable[LogBlock], note: Callable[[str], None]) -> None:
        """`blocks` are the intact ones, needed when a schema has to be borrowed."""
        self._buffer = buffer
        self._blocks = blocks
        self._note = note
        self._known: list[tuple[str, AvroSchema, int]] | None = None
        self._seen: dict[str, int] = {}
        self.doubtful: str | None = None

    def of(self, block: LogBlock) -> tuple[str, AvroSchema, list[Loss]]:
        """Text and schema of a block, and the losses in them.

        Raises:
            Reject: it has none that can be read, and that of no other block fits.
        """
        losses = []
        raw = block.header.get(HeaderKey.SCHEMA)
        if isinstance(raw, bytes):
            # Releases up to 0.14 wrote headers in the charset of the platform; all read them so.
            losses.append(self._lost("charset", block, "bad-schema", "the schema is not UTF-8"))
            raw = raw.decode("utf-8", "replace")
        why = Reject("missing-field", block.ofs_header, "log.header.schema", "the header has no SCHEMA")
        texts = [raw] if raw is not None else [text for text in block.header.values() if text[:1] == "{"]
        for text in map(str, texts):
            try:
                schema = cached_schema(text)
            except SchemaError as error:
                why = Reject("bad-schema", self._ofs(block), _RULE, str(error))
                continue
            if raw is None:
                losses.append(self._lost("schema", block, "missing-field", "it is under another key"))
            else:
                self._compare(text, block.span.ofs)
            return text, schema, losses
        other = self._other(block, raw)
        if other is None:
            raise why
        text, schema, source = other
        return text, schema, [self._lost("schema", block, why.code, f"{why.message}; {source}")]

    def _other(self, block: LogBlock, raw: str | None) -> tuple[str, AvroSchema, str] | None:
        """A schema that replaces that of a block, and its description."""
        for text, schema, ofs in self.borrowed():
            if self._fits(block, schema):
                return text, schema, f"read with the schema of the block at {ofs}"
        mended = None if raw is None else repaired(raw)
        if mended is not None and self._fits(block, mended[1]):
            return *mended, "read with the only schema that differs in one character or word"
        if self.doubtful is not None:
            try:
                return self.doubtful, cached_schema(self.doubtful), "read with one of another length"
            except SchemaError:
                pass
        return None

    def _compare(self, text: str, ofs: int) -> None:
        """Note a schema that differs from another as little as by damage."""
        if text in self._seen or len(self._seen) > MAX_BORROWED:
            return
        for other, start in self._seen.items():
            if len(other) == len(text) and (num := sum(map(ne, other, text))) <= MAX_DAMAGED:
                what = f"the schemas of the blocks at {start} and {ofs} differ in {num} characters"
                self._note(f"{what}: one of them may be damaged")
        self._seen[text] = ofs

    def borrowed(self) -> Iterator[tuple[str, AvroSchema, int]]:
        """Text, schema and offset of the first block of each schema in intact blocks."""
        if self._known is None:
            self._known = []
            texts = set()
            for block in self._blocks:
                text = block.header.get(HeaderKey.SCHEMA)
                if not isinstance(text, str) or text in texts:
                    continue
                texts.add(text)
                try:
                    self._known.append((text, cached_schema(text), block.span.ofs))
                except (SchemaError, LimitExceeded):
                    continue
                if len(self._known) == MAX_BORROWED:
                    break
        yield from self._known

    def _fits(self, block: LogBlock, schema: AvroSchema) -> bool:
        """Whether the content has records of the schema; for others, their reader decides."""
        if block.type.payload is not Payload.AVRO:
            return True
        content = block.content
        return has_records(bytes(self._buffer[content.ofs : content.end]), schema, LEN_HEAD)

    def _ofs(self, block: LogBlock) -> int:
        """Where the schema lies in an intact header."""
        raw = block.header.get(HeaderKey.SCHEMA)
        text = raw.encode() if isinstance(raw, str) else raw or b"{"
        ofs = self._buffer.find(text, block.ofs_header, block.content.ofs)
        return max(ofs, block.ofs_header)

    def _lost(self, what: str, block: LogBlock, code: str, message: str) -> Loss:
        why = Reject(code, self._ofs(block), _RULE, message)
        return Loss(what, why.at or 0, 0, block_ofs=block.span.ofs, **reason_of(why))


def has_records(data: bytes, schema: AvroSchema, pos: int) -> bool:
    """Whether records of the schema are in `data` from `pos` on."""
    return schema.len_min > 0 and Records(data, 0, schema).next_start(pos) < len(data)
