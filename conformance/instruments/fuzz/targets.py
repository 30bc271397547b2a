# SPDX-License-Identifier: Apache-2.0
"""What is fuzzed: one function per decoder, from bytes to nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.adapters.kaitai.request import Stopped
from hudi_conformance.decode.avro.container import decode_container, walk_records
from hudi_conformance.decode.avro.datum import Datum
from hudi_conformance.decode.avro.schema import SchemaError, parse_schema
from hudi_conformance.decode.log.deletes import decode_deletes
from hudi_conformance.decode.log.names import order_key
from hudi_conformance.decode.log.positions import decode_positions
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.decode.timeline.properties import decode_properties
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.common import Span

from instruments.fuzz import equality

REFUSALS = (Reject, LimitExceeded, UnsupportedInput, Stopped)
Run = Callable[[bytes], object]


@dataclass(frozen=True, slots=True)
class Target:
    """A decoder.

    Attributes:
        name: unique, the name of its corpus.
        run: decodes one input; a member of `REFUSALS` is an answer, everything else a find.
    """

    name: str
    run: Run


def attempt(target: Target, data: bytes) -> str:
    """Class of the answer: `value` or the name of the rejection; whatever else escapes is a find."""
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


def _log(command: str) -> Run:
    function = kaitai_python.FILE_COMMANDS[command]
    return lambda data: function(data, {})


TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target("log-scan", equality.check_scan),
        Target("log-records", equality.check_records),
        Target("log-check", _log("log.check")),
        Target("log-reverse", _log("log.reverse")),
        Target("log-salvage", _log("log.salvage")),
        Target("log-positions", _positions),
        Target("log-deletes", lambda data: _consume(decode_deletes(data, Span(0, len(data))))),
        Target("log-name", _name),
        Target("archive-entries", _log("archive.entries")),
        Target("avro-datum", _datum),
        Target("avro-container", _container),
        Target("hfile-cells", equality.check_cells),
        Target("hfile-get", equality.check_lookups),
        Target("hfile-check", _log("hfile.check")),
        Target("hfile-index", _log("hfile.index")),
        Target("hfile-info", _log("hfile.info")),
        Target("hfile-records", _log("hfile.records")),
        Target("timeline-name", _instant),
        Target("timeline-properties", decode_properties),
    )
}
