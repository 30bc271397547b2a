# SPDX-License-Identifier: Apache-2.0
"""Unsupported features of tables: a table that has one is rejected by name, never read wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hudi_conformance.decode.base_file import CODECS
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.base_file import FORMATS, HFILE, LANCE, ORC, PARQUET, format_of
from hudi_conformance.model.common import AvroSchema as AvroTree
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.values import NATIVE
from hudi_conformance.semantics.slices.files import BaseFile

EXTERNAL = "_hudiext"  # ends the names of files that no Hudi writer named
LOG_NAME = re.compile(r"\.(log|cdc)(\.|$)")  # also of names that no reader takes
_LOGICAL_TYPES = frozenset({
    "decimal", "big-decimal", "uuid", "date", "duration", "time-millis", "time-micros", "timestamp-millis",
    "timestamp-micros", "timestamp-nanos", "local-timestamp-millis", "local-timestamp-micros",
    "local-timestamp-nanos", "vector", "blob", "variant",
})  # fmt: skip
_MAX_DEPTH = 64


def check_files(
    properties: Mapping[str, str], base_files: Iterable[BaseFile], written: Iterable[str]
) -> None:
    """Check the formats of base files, and their names.

    Args:
        properties: `hoodie.properties`.
        base_files: of the table.
        written: paths in the write stats of its commits.

    Raises:
        Reject: bad-value: an unknown format [table.unknown.base-format].
        UnsupportedInput: a format that is not read, skeletons of a bootstrap, files with external names.
    """
    if props.FORMAT.get(properties) != NATIVE:
        raise UnsupportedInput(
            f"{props.FORMAT} is {props.FORMAT.get(properties)!r:.40}, which is unsupported"
        )
    try:
        form = FORMATS[props.BASE_FILE_FORMAT.get(properties)]
    except ValueError:
        text = props.BASE_FILE_FORMAT.text(properties)
        message = f"{props.BASE_FILE_FORMAT} is {text!r:.40}, expected {', '.join(FORMATS)}"
        raise Reject("bad-value", None, "table.unknown.base-format", message) from None
    if form not in CODECS:
        raise UnsupportedInput(
            f"base files of the format {form.name} ({props.BASE_FILE_FORMAT}) are not read"
        )
    for name in _by_suffix(base.name for base in base_files).values():
        stored = format_of(name)
        if stored is not None and stored not in CODECS:
            raise UnsupportedInput(f"{name}: base files of the format {stored.name} are not read")
    for path in written:
        if format_of(path) is not None:
            continue
        if path.endswith(EXTERNAL):
            raise UnsupportedInput(f"{path:.200}: files that Hudi did not name ({EXTERNAL}) are not read")
        if path and not LOG_NAME.search(path):
            raise UnsupportedInput(f"{path:.200}: a commit wrote a file of an unknown format")


def visible_files(properties: Mapping[str, str], base_files: Sequence[BaseFile]) -> list[BaseFile]:
    """Base files that views read: those of the table's format, or of several [table.base-file.formats].

    Raises:
        UnsupportedInput: several formats including Lance, which releases omit.
    """
    form = (props.BASE_FILE_FORMAT.stated(properties) or PARQUET.name).upper()
    formats = {form}
    if (props.MULTIPLE_FORMATS.stated(properties) or "").strip().lower() == "true":
        formats = {PARQUET.name, ORC.name, HFILE.name}
        if form == LANCE.name or any(format_of(base.name) is LANCE for base in base_files):
            raise UnsupportedInput(
                f"base files of several formats ({props.MULTIPLE_FORMATS}) with Lance files"
            )
    stored_formats = map(format_of, _by_suffix(base.name for base in base_files).values())
    if all(stored is None or stored.name in formats for stored in stored_formats):
        return list(base_files)
    return [base for base in base_files if (stored := format_of(base.name)) is None or stored.name in formats]


def _by_suffix(names: Iterable[str]) -> dict[str, str]:
    """One name for each suffix: a table has thousands of names and few formats."""
    return {name.rpartition(".")[2]: name for name in names}


def check_types(tree: AvroTree) -> None:
    """Check the logical types of a schema.

    Raises:
        UnsupportedInput: an unsupported type.
    """
    for name, kind in _logical_types(tree, "", 0):
        if kind not in _LOGICAL_TYPES:
            raise UnsupportedInput(f"column {name} has the logical type {kind!r:.40}, which is unsupported")


def _logical_types(tree: AvroTree, name: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(tree, list):
        for branch in tree:
            yield from _logical_types(branch, name, depth + 1)
    if not isinstance(tree, Mapping):
        return
    kind = tree.get("logicalType")
    if isinstance(kind, str):
        yield name, kind
    members = tree.get("fields")
    for member in members if isinstance(members, list) else ():
        yield from _logical_types(member.get("type"), f"{name}.{member.get('name')}".lstrip("."), depth + 1)
    for part in ("type", "items", "values"):
        if isinstance(tree.get(part), (Mapping, list)):
            yield from _logical_types(tree[part], name, depth + 1)
