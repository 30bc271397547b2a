# SPDX-License-Identifier: Apache-2.0
"""Hudi 1.2.1 reads metadata tables of the reference writer: drawn tables, all questions, the same answers.

HUDI_CONFORMANCE_WHOLE draws 51 of them, as `tox -e slow` does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.adapters.kaitai.metadata import metadata_files, metadata_locate, metadata_stats
from hudi_conformance.encode.metadata.table import encode_metadata
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.session import implementations, starter
from hudi_conformance.suite.trees import Tree
from metadata_tables import COLUMNS, SECONDARY, drawn_table

NUM_TABLES = 51 if "HUDI_CONFORMANCE_WHOLE" in os.environ else 5
OURS = {
    "metadata.files": metadata_files,
    "metadata.stats": metadata_stats,
    "metadata.locate": metadata_locate,
}


@pytest.fixture(scope="module")
def adapter() -> Iterator[Adapter]:
    name = "hudi-java-1.2.1"
    try:
        adapter = starter(implementations([name])[name])()
    except CannotStart as error:
        pytest.skip(str(error))
    yield adapter
    adapter.close()


def questions(seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    drawn = drawn_table(seed)
    yield "metadata.files", {}
    yield "metadata.stats", {"index": "column_stats", "columns": sorted(COLUMNS)}
    yield "metadata.locate", {"index": "record_index", "keys": [*sorted(drawn.expected.places), "absent"]}
    if drawn.description["table_version"] >= 8:
        names = sorted({*drawn.expected.names.values(), "absent"})
        yield "metadata.locate", {"index": SECONDARY, "keys": names}


@pytest.mark.parametrize("seed", range(NUM_TABLES))
def test_hudi_answers_as_we_do_about_a_drawn_table(adapter: Adapter, tmp_path: Path, seed: int) -> None:
    files = encode_metadata(drawn_table(seed).description)
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    for command, args in questions(seed):
        answer = adapter.ask(command, Tree(files), args, ms=120_000, mib=700)
        assert answer.answer == "value", (command, answer.message)
        assert first_mismatch(OURS[command](tmp_path, args), answer.value) is None, (command, args)
