# SPDX-License-Identifier: Apache-2.0
"""Two independent routes meet: the decoder's view of the writer's bytes is the writer's model."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hudi_conformance.adapters.kaitai import python as kaitai_python
from hudi_conformance.canonical.log import canonical_log_positions, canonical_log_records, canonical_log_scan
from hudi_conformance.decode.log.content import read_contents, read_positions
from hudi_conformance.decode.log.names import decode_name
from hudi_conformance.decode.log.scan import scan_log
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.encode.log.file import EncodedLog
from hudi_conformance.encode.log.names import encode_log_name
from hudi_conformance.model.names import LogFileName
from hypothesis import given, settings
from hypothesis import strategies as st
from instruments.fuzz import equality
from instruments.recipes.files import recipe_files
from instruments.writer.hfile_views import expected_views
from instruments.writer.log_views import expected_positions, expected_records, expected_scan
from sampling import at_length
from strategies.files import hfiles, logs

RECIPES = recipe_files()


def answer(command: str, data: bytes) -> Any:
    source = {"b64": base64.b64encode(data).decode("ascii")}
    return kaitai_python.answer({"v": 1, "seq": "1", "cmd": command, "in": source, "args": {}})["value"]


def check(made: EncodedLog) -> None:
    scan, records, positions = expected_scan(made), expected_records(made), expected_positions(made)
    if scan is not None:
        assert canonical_log_scan(scan_log(made.data)) == scan
    if records is not None:
        assert canonical_log_records(read_contents(made.data)[0]) == records
    if positions is not None:
        assert canonical_log_positions(read_positions(made.data)[0]) == positions


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.name.split(".")[0])
def test_base_fixtures(recipe: Path) -> None:
    check(encode_log(json.loads(recipe.read_text(encoding="utf-8"))))


# --- valid files by chance -----------------------------------------------------------------------------


@settings(max_examples=at_length(150, 60))
@given(logs(), st.binary(max_size=5))
def test_made_up_descriptions(blocks: list[dict[str, Any]], tail: bytes) -> None:
    # Stray bytes at the end that begin with a whole magic would be a block; five cannot.
    made = encode_log({"blocks": blocks, "append_hex": tail.hex()})
    assert made.is_sound
    check(made)
    equality.check_scan(made.data)
    equality.check_records(made.data)


@settings(max_examples=at_length(150, 60))
@given(hfiles())
def test_made_up_hfiles(description: dict[str, Any]) -> None:
    made = encode_hfile_description(description)
    views = expected_views(made)
    for command, view in views.items():
        assert answer(f"hfile.{command}", made.data) == view
    equality.check_cells(made.data)
    equality.check_lookups(made.data)
    assert answer("hfile.check", made.data) == {"findings": []}


NAME_PART = st.text(st.characters(codec="utf-8", exclude_characters="._/\n"), min_size=1, max_size=12)


@given(
    st.builds(
        LogFileName,
        file_id=NAME_PART,
        instant=st.text("0123456789", max_size=17),
        extension=st.sampled_from(["log", "archive"]),
        file_version=st.integers(1, 2**31 - 1),
        write_token=st.tuples(*[st.integers(0, 10**6)] * 3).map(lambda token: "-".join(map(str, token))),
        suffix=st.sampled_from(["", ".cdc"]),
    )
)
def test_names(name: LogFileName) -> None:
    assert decode_name(encode_log_name(name)) == name
