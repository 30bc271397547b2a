# SPDX-License-Identifier: Apache-2.0
"""Functions of tables and schemas with values that real tables rarely have: what they return, or refuse."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.bootstrap import SourceFile
from hudi_conformance.semantics.keys.ring import node_of
from hudi_conformance.semantics.merge.column_types import compare_columns, hangs_on_values
from hudi_conformance.semantics.merge.resolve import resolver
from hudi_conformance.semantics.merge.rules import Line, rules_of
from hudi_conformance.semantics.schema_ids.parse import parse_history, parse_schema
from hudi_conformance.semantics.schema_ids.renaming import renaming
from hudi_conformance.semantics.slices.files import BaseFile
from hudi_conformance.table.engine_rows import compared_columns, nullable
from hudi_conformance.table.features import check_files, check_types, visible_files
from hudi_conformance.table.listing import ListingDifference
from hudi_conformance.table.partition_columns import partition_columns
from hudi_conformance.table.schemas import reader_schema
from hudi_conformance.table.shown_types import shown
from hudi_conformance.table.sources import Sources, source_path
from hudi_conformance.table.view import checked_view


def bases(names: list[str]) -> list[BaseFile]:
    return [BaseFile("", "f", "0", "1", name) for name in names]


CALLS: dict[str, Callable[..., object]] = {
    "checked_view": checked_view,
    "check_files": lambda properties, names, written: check_files(properties, bases(names), written),
    "check_types": check_types,
    "compare_columns": compare_columns,
    "compared_columns": lambda tree, names: compared_columns(
        tree, [pa.table({key: [] for key in names})], ()
    ),
    "hangs_on_values": hangs_on_values,
    "listing": lambda size, stated: ListingDifference("p/a", size, stated).text,
    "node_of": lambda key: node_of([], key, ["id"], Line.V1_2),
    "nullable": nullable,
    "parse_history": parse_history,
    "parse_schema": parse_schema,
    "partition_columns": lambda properties, schemas: (
        (columns := partition_columns(properties, schemas)) and columns.schema.tree
    ),
    "partition_values": lambda properties, schemas, path: partition_columns(properties, schemas).values(path),
    "reader_schema": lambda text, has_meta: reader_schema(text, has_meta).tree,
    "renamed": lambda old, new, tree: renaming(parse_schema(old), parse_schema(new)).tree(tree),
    "resolve": lambda writer, reader, values: list(map(resolver(writer, reader), values)),
    "rules_of": lambda properties, line: rules_of(properties, Line(line)),
    "shown": lambda node: shown(node, "c"),
    "source_path": lambda base, folder, uri: source_path(
        Sources(base, None if folder is None else Path(folder)), SourceFile(uri, None)
    ),
    "visible_files": lambda properties, names: [
        item.name for item in visible_files(properties, bases(names))
    ],
}


def outcome(call: str, arguments: list[Any]) -> str:
    try:
        return repr(CALLS[call](*arguments))
    except Reject as error:
        return f"{error.code} {error.requirement}: {error.message}"
    except (UnsupportedInput, ValueError) as error:
        return f"{type(error).__name__}: {error}"


ENTRIES = tomllib.loads(Path(__file__).with_name("outcomes.toml").read_text("utf-8"))["call"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_what_a_call_returns_or_refuses(entry: dict[str, Any]) -> None:
    found = {arguments: outcome(entry["name"], json.loads(arguments)) for arguments in entry["outcomes"]}
    assert found == entry["outcomes"]
