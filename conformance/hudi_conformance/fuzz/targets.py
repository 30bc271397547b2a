# SPDX-License-Identifier: Apache-2.0
"""What is fuzzed: one function per decoder, from bytes to nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.adapters.kaitai.request import Stopped
from hudi_conformance.decode.avro.container import decode_container, walk_records
from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.log.names import order_key
from hudi_conformance.decode.log.positions import decode_positions
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.fuzz import equality
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.model.common import Span
from hudi_conformance.model.log import HeaderKey

REFUSALS = (Reject, LimitExceeded, UnsupportedInput, Stopped)
MAX_LEN = 8192  # bytes of an input; longer ones repeat what shorter ones do
Run = Callable[[bytes], object]


@dataclass(frozen=True, slots=True)
class Target:
    """A decoder.

    Attributes:
        name: unique, the name of its corpus.
        run: decodes one input; a member of `REFUSALS` is an answer, everything else a find.
        seeds: suffix of the fixtures that it starts from, or empty.
        part: cuts the decoder's own input out of a fixture, for decoders of a part of a file.
    """

    name: str
    run: Run
    seeds: str = ""
    part: Callable[[bytes], Iterator[bytes]] | None = None


def attempt(target: Target, data: bytes) -> str:
    """Class of the answer: `value` or the name of the refusal; whatever else escapes is a find."""
    try:
        target.run(data)
    except REFUSALS as refusal:
        return type(refusal).__name__
    return "value"


def _consume(items: Iterable[object]) -> None:
    deque(items, maxlen=0)


def _container(data: bytes) -> None:
    _consume(walk_records(data, decode_container(data)))


def _datum(data: bytes) -> None:
    """A schema, a zero byte, and one datum of it."""
    text, _, rest = data.partition(b"\0")
    try:
        schema = parse_schema(text.decode("utf-8", "replace"))
    except SchemaError:
        return
    schema.decode(Datum(rest), 0)


def _positions(data: bytes) -> None:
    decode_positions(data.decode("latin-1"), 0)


def _name(data: bytes) -> None:
    order_key(data.decode("utf-8", "surrogateescape"))


def _instant(data: bytes) -> None:
    for layout in (1, 2):
        decode_instant_name(data.decode("utf-8", "surrogateescape"), layout)


def _contents_of(kind: BlockType) -> Callable[[bytes], Iterator[bytes]]:
    def contents(data: bytes) -> Iterator[bytes]:
        for block in scan_log(data).blocks:
            if block.type is kind and block.content.len:
                yield data[block.content.ofs : block.content.end]

    return contents


def _positions_of(data: bytes) -> Iterator[bytes]:
    for block in scan_log(data).blocks:
        value = block.header.get(HeaderKey.RECORD_POSITIONS)
        if isinstance(value, str):
            yield value.encode()


def _datums_of(data: bytes) -> Iterator[bytes]:
    for block in scan_log(data).blocks:
        schema = block.header.get(HeaderKey.SCHEMA)
        if block.type is BlockType.AVRO_DATA_BLOCK and isinstance(schema, str) and block.content.len > 12:
            yield schema.encode() + b"\0" + data[block.content.ofs + 12 : block.content.end]


def _log(command: str) -> Run:
    function = kaitai_python.FILE_COMMANDS[command]
    return lambda data: function(data, {})


TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target("log-scan", equality.check_scan, "log"),
        Target("log-records", equality.check_records, "log"),
        Target("log-check", _log("log.check"), "log"),
        Target("log-reverse", _log("log.reverse"), "log"),
        Target("log-salvage", _log("log.salvage"), "log"),
        Target("log-positions", _positions, "log", _positions_of),
        Target("log-deletes", lambda data: _consume(decode_deletes(data, Span(0, len(data)))), "log",
               _contents_of(BlockType.DELETE_BLOCK)),
        Target("log-name", _name),
        Target("archive-entries", _log("archive.entries"), "log"),
        Target("avro-datum", _datum, "log", _datums_of),
        Target("avro-container", _container, "avro"),
        Target("hfile-cells", equality.check_cells, "hfile"),
        Target("hfile-get", equality.check_lookups, "hfile"),
        Target("hfile-check", _log("hfile.check"), "hfile"),
        Target("hfile-index", _log("hfile.index"), "hfile"),
        Target("hfile-info", _log("hfile.info"), "hfile"),
        Target("hfile-records", _log("hfile.records"), "hfile"),
        Target("timeline-name", _instant),
        Target("timeline-properties", decode_properties),
    )
}  # fmt: skip
