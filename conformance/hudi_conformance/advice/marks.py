# SPDX-License-Identifier: Apache-2.0
"""Features of a table in a folder, by the marks of `spec/features.toml`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hudi_conformance.decode.folder import read_file, walk_folder
from hudi_conformance.decode.log.scan import walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.listing import read_table_properties
from hudi_conformance.decode.timeline.names import decode_instant_name
from hudi_conformance.errors import LimitExceeded, Reject
from hudi_conformance.model.base_file import BaseFileName
from hudi_conformance.model.log import HeaderKey
from hudi_conformance.model.names import UUID
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.values import NATIVE
from hudi_conformance.model.timeline import LAYOUT_2, State
from hudi_conformance.specification.features import Feature

MAX_LOGS = 500  # log files whose blocks are read
_MAX_BLOCKS = 1000  # of one
MAX_INSTANTS = 5000  # completed ones whose contents are read
_TIMELINE = re.compile(r"\.hoodie/(timeline/)?[^/]+")
_LOG = re.compile(r"(?!\.hoodie/)(.*/)?\.[^/]*\.(log|cdc)\.[^/]*")
_NUMBER_OR_UUID = re.compile(rf"{UUID}|\d+")
_BUCKET = re.compile(r"\d{8}-[0-9a-f]{4}-")


@dataclass(slots=True)
class _Facts:
    """Data with which marks are compared."""

    properties: Mapping[str, str]
    files: Sequence[str]
    actions: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    schemas: set[str] = field(default_factory=set)
    blocks: set[str] = field(default_factory=set)
    headers: set[str] = field(default_factory=set)
    log_schemas: set[str | bytes] = field(default_factory=set)
    num_unread: int = 0


@dataclass(frozen=True, slots=True)
class Marks:
    """Ids of the features of a table, and the numbers of unread log files and instants."""

    features: frozenset[str]
    num_unread: int


def marks_of(folder: Path, features: Iterable[Feature]) -> Marks:
    """Features whose marks a table has; files that cannot be read have none.

    Raises:
        OSError: the folder cannot be read.
        Reject: it has no properties of a table, or they cannot be read.
    """
    facts = _Facts(read_table_properties(folder).entries, sorted(_files(folder)))
    _read_instants(folder, facts)
    _read_logs(folder, facts)
    first: dict[str, Feature] = {}  # of features with the same mark, which a table does not distinguish
    for feature in features:
        first.setdefault(json.dumps(feature.mark, sort_keys=True), feature)
    ids = frozenset(feature.id for feature in first.values() if _has(facts, feature.mark))
    return Marks(ids, facts.num_unread)


def _files(folder: Path) -> Iterator[str]:
    """Paths of all files except those of the metadata table, which is a separate table."""
    for below, name in walk_folder(folder, frozenset()):
        if not f"{below}/".startswith(".hoodie/metadata/"):
            yield f"{below}/{name}" if below else name


def _read_instants(folder: Path, facts: _Facts) -> None:
    completed = []
    for path in filter(_TIMELINE.fullmatch, facts.files):
        instant = decode_instant_name(path.rpartition("/")[2], LAYOUT_2)
        if instant is not None:
            facts.actions.add(instant.action)
            completed += [path] if instant.state is State.COMPLETED else []
    facts.num_unread += max(len(completed) - MAX_INSTANTS, 0)
    for path in completed[-MAX_INSTANTS:]:
        layout = LAYOUT_2 if path.count("/") > 1 else 1
        try:
            content = decode_instant(read_file(folder / path), path.rpartition("/")[2], layout).value
        except (Reject, LimitExceeded, OSError):
            continue
        if isinstance(content, Mapping):
            more = content.get("extraMetadata")
            members = {**content, **more} if isinstance(more, Mapping) else content
            facts.keys.update(key for key, value in members.items() if value)
            schema = members.get("schema")
            facts.schemas.update([schema] if isinstance(schema, str) and schema else ())


def _read_logs(folder: Path, facts: _Facts) -> None:
    logs = [path for path in facts.files if _LOG.fullmatch(path)]
    facts.num_unread += max(len(logs) - MAX_LOGS, 0)
    for path in logs[-MAX_LOGS:]:
        try:
            with open_source(folder / path) as buffer:
                for number, block in enumerate(walk_log(buffer, has_texts=False)):
                    if number >= _MAX_BLOCKS:
                        facts.num_unread += 1
                        break
                    if block.why is None:
                        facts.blocks.add(block.type.name)
                        facts.headers.update(HeaderKey(key).name for key in block.header if key in _KEYS)
                        facts.log_schemas.add(block.header.get(HeaderKey.SCHEMA, ""))
        except (Reject, OSError):
            continue


_KEYS = frozenset(HeaderKey)


def _has(facts: _Facts, mark: Mapping[str, str]) -> bool:
    match mark:
        case {"property": name}:
            return _has_property(facts.properties, name, mark.get("value"))
        case {"file": path}:
            return _has_file(facts.files, path)
        case {"suffix": suffix}:
            return any(path.endswith(suffix) and not path.startswith(".hoodie/") for path in facts.files)
        case {"action": action}:
            return action in facts.actions
        case {"commit": "schema"}:  # every commit has one
            return len(facts.schemas) > 1
        case {"commit": key}:
            return key in facts.keys
        case {"block": block}:
            return block in facts.blocks
        case {"header": header}:
            return header in facts.headers
        case {"type": kind}:
            return any(kind in _values(schema, "logicalType") for schema in facts.schemas)
        case {"column": name}:
            texts = (t if isinstance(t, str) else str(t, "utf-8", "replace") for t in facts.log_schemas)
            return any(name in _values(schema, "name") for schema in facts.schemas.union(texts))
    return False


def _has_property(properties: Mapping[str, str], name: str, value: str | None) -> bool:
    defaults = {prop.name: f"{prop.default}" for prop in (props.TYPE, props.BASE_FILE_FORMAT)}
    stated = properties.get(name, defaults.get(name))
    if name == props.INITIAL_VERSION.name:  # a different version is the mark
        return stated is not None and stated != props.VERSION.text(properties)
    if name == props.FORMAT.name and stated == NATIVE:
        return False
    return bool(stated) and (value is None or f"{stated}".upper() == value.upper())


def _has_file(files: Sequence[str], example: str) -> bool:
    """Whether a file name matches an example, except for numbers and file ids."""
    if "/" not in example:  # a base file, by a file id that begins with the number of a bucket
        bases = [name for path in files if (name := path.rpartition("/")[2]) and BaseFileName.parse(name)]
        return bool(bases) and all(map(_BUCKET.match, bases))
    if example.endswith("/"):
        return any(path.startswith(example) for path in files)
    folder, _, name = example.rpartition("/")
    pattern = re.compile(f"{_form(folder)}/(.*/)?{_form(name)}")
    return any(map(pattern.fullmatch, files))


def _form(example: str) -> str:
    texts = iter(_NUMBER_OR_UUID.split(example))
    pattern = re.escape(next(texts))
    for token, text in zip(_NUMBER_OR_UUID.findall(example), texts, strict=True):
        pattern += (UUID if "-" in token else r"\d+") + re.escape(text)
    return pattern


def _values(schema: str, key: str) -> set[str]:
    """Values of a key, in the schema and all nested parts."""
    values: set[str] = set()

    def visit(fields: dict[str, object]) -> dict[str, object]:
        values.update(text for text in (fields.get(key),) if isinstance(text, str))
        return fields

    try:
        json.loads(schema, object_hook=visit)
    except (ValueError, RecursionError):
        return set()
    return values
