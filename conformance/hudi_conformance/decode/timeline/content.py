# SPDX-License-Identifier: Apache-2.0
"""Contents of instant files: JSON or an Avro container, by action, state and layout [timeline.content.*]."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import accumulate

from hudi_conformance.canonical.json import no_constant
from hudi_conformance.decode.avro.container import MAGIC, decode_container, walk_records
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.actions import COMMITS
from hudi_conformance.model.common import AvroValue, JsonValue
from hudi_conformance.model.timeline import LAYOUT_2, Instant, InstantContent, State

Members = Callable[[list[tuple[str, JsonValue]]], dict[str, JsonValue]]
MAX_JSON_BYTES = 256 << 20
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,4})?\Z")
_SILENT_REQUESTED = frozenset({"commit", "deltacommit"})
_SILENT_INFLIGHT = frozenset(
    {"compaction", "logcompaction", "rollback", "restore", "savepoint", "indexing"}
)  # [timeline.content.pending-empty]


def decode_instant(data: bytes, name: str, layout: int) -> InstantContent:
    """Name and content of an instant's file.

    Raises:
        Reject: a name that does not denote an instant, or a content of another kind than the name requires.
        LimitExceeded: a content that is nested too deeply, or too large.
    """
    instant = decode_instant_name(name, layout)
    if instant is None:
        requirement = "timeline.name.layout-2" if layout >= LAYOUT_2 else "timeline.name.layout-1"
        raise Reject("bad-value", None, requirement, f"{name!r:.80} is not an instant name")
    if not data:
        return InstantContent(instant, "empty")  # [timeline.content.empty-completed]
    if is_silent(instant) and not data.startswith(MAGIC):
        return InstantContent(instant, "ignored")
    if not is_silent(instant) and is_json(instant, layout):
        return InstantContent(instant, "json", None, decode_json(data))
    schema, value = decode_one_record(data)
    return InstantContent(instant, "avro", schema, value)


def is_silent(instant: Instant) -> bool:
    """Whether readers ignore the content of the file."""
    if instant.state is State.REQUESTED:
        return instant.action in _SILENT_REQUESTED
    return instant.state is State.INFLIGHT and instant.action in _SILENT_INFLIGHT


def is_json(instant: Instant, layout: int) -> bool:
    """Whether the file is JSON: commits of layouts 0 and 1, not requested [timeline.content.format]."""
    return layout < LAYOUT_2 and instant.action in COMMITS and instant.state is not State.REQUESTED


def decode_one_record(data: bytes) -> tuple[JsonValue, AvroValue]:
    """Schema and only record of a container [timeline.content.avro-one].

    Raises:
        Reject: as `decode_container` and `walk_records`; missing-field without a record, trailing-bytes for
            more than one.
    """
    container = decode_container(data)
    count = sum(block.num_records for block in container.blocks)
    requirement = "timeline.content.avro-one"
    if count == 0:
        raise Reject("missing-field", container.ofs_blocks, requirement, "a container without a record")
    if count > 1:
        totals = accumulate(block.num_records for block in container.blocks)
        ofs = next(b.ofs for b, total in zip(container.blocks, totals, strict=True) if total > 1)
        message = f"a container of {count} records, expected one"
        raise Reject("trailing-bytes", ofs, requirement, message)
    (record,) = walk_records(data, container)
    return container.schema.tree, record


def decode_container_records(data: bytes) -> list[AvroValue]:
    """All records of a container.

    Raises:
        Reject: as `decode_container` and `walk_records` do.
    """
    return list(walk_records(data, decode_container(data)))


def decode_json(data: bytes, members: Members | None = None) -> dict[str, JsonValue]:
    """The object of a JSON file; integers stay integers [timeline.content.json].

    Args:
        data: the file.
        members: builds an object from its members, in order; None: the last of equal names counts.

    Raises:
        Reject: bad-value at 0 for anything but an object; truncated if the file ends inside it.
    """
    if len(data) > MAX_JSON_BYTES:
        raise LimitExceeded(f"JSON of {len(data)} bytes")
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=no_constant, object_pairs_hook=members)
    except UnicodeDecodeError as error:
        raise Reject("bad-value", 0, "timeline.content.json", f"not UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise LimitExceeded("JSON is nested too deep") from None
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError) and _is_cut(error):
            message = f"the JSON ends before its object does: {error}"
            raise Reject("truncated", len(data), "timeline.content.json-cut", message) from None
        raise Reject("bad-value", 0, "timeline.content.json", f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Reject("bad-value", 0, "timeline.content.json", f"JSON {type(value).__name__}, expected object")
    return value


def _is_cut(error: json.JSONDecodeError) -> bool:
    """Whether the error is a premature end of the text."""
    text = error.doc.rstrip()
    if not text.lstrip().startswith("{"):
        return False
    rest = text[error.pos :]
    is_literal = bool(rest) and any(literal.startswith(rest) for literal in ("true", "false", "null", "-"))
    escape = _CUT_ESCAPE.search(text)
    is_escape = "escape" in error.msg and escape is not None and error.pos >= escape.start()
    return error.pos >= len(text) or error.msg.startswith("Unterminated string") or is_literal or is_escape
