# SPDX-License-Identifier: Apache-2.0
"""Drawn scenarios: equal seeds draw equal ones, all are well-formed, and we write what the model says."""

from __future__ import annotations

import datetime
import json
import random
from pathlib import Path

import jsonschema
import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai.content import table_content
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.suite.trees import Tree
from instruments.scenario.draw import Scenario, draw_scenario, smaller, with_types
from instruments.scenario.model import Undetermined, content_of

SCENARIOS = [draw_scenario(random.Random(seed)) for seed in range(60)]
TYPED = [with_types(one, random.Random(seed)) for seed, one in enumerate(SCENARIOS)]


def test_drawn_scenarios_have_the_form_of_the_schema() -> None:
    schema = json.loads((resources.schemas_dir() / "scenario.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    assert [error.message for one in [*SCENARIOS, *TYPED] for error in validator.iter_errors(one)] == []
    assert [draw_scenario(random.Random(seed)) for seed in range(5)] == SCENARIOS[:5]


def test_every_operation_is_drawn() -> None:
    drawn = {step["op"] for one in SCENARIOS for step in one["steps"]}
    assert drawn >= {
        "insert",
        "bulk_insert",
        "upsert",
        "delete",
        "insert_overwrite",
        "insert_overwrite_table",
        "delete_partition",
        "compact",
        "schedule_compaction",
        "cluster",
        "clean",
        "archive",
        "rollback",
        "savepoint",
        "restore",
        "evolve",
    }
    assert {step["crash"] for one in SCENARIOS for step in one["steps"] if "crash" in step} == {
        "requested",
        "inflight",
        "files",
    }


def test_smaller_scenarios_have_a_step_or_a_row_less() -> None:
    for one in smaller(SCENARIOS[0]):
        assert len(json.dumps(one)) < len(json.dumps(SCENARIOS[0]))


@pytest.mark.parametrize("version", [0, 6, 8, 9])
def test_files_of_instants_have_the_times_of_their_instants(version: int) -> None:
    """In layout 1 Hudi 1.x takes that of a completed instant for its completion time."""
    steps = [
        {"op": "insert", "rows": [{"id": "a", "ord": 1}]},
        {"op": "upsert", "rows": [{"id": "a", "ord": 2}]},
        {"op": "schedule_compaction"},
        {"op": "upsert", "rows": [{"id": "a", "ord": 3}]},
    ]
    table = encode_table({"version": version, "type": "MERGE_ON_READ", "steps": steps})
    names = {path.rpartition("/")[2]: path for path in table.files}
    found = [(name, table.times[names[name]]) for name in sorted(names) if names[name] in table.times]
    assert len(found) == 3 * 3 + 1
    for name, mtime in found:
        begun, _, completed = name.partition(".")[0].partition("_")
        is_done = not name.endswith((".requested", ".inflight"))
        assert bool(completed) == (is_done and version >= 8)
        changed = datetime.datetime.fromtimestamp(mtime / 1000, datetime.UTC)
        text = changed.strftime("%Y%m%d%H%M%S") + f"{mtime % 1000:03d}"
        assert text == (completed or begun) if completed or not is_done else text > begun
    ordered = sorted((name[:17], mtime) for name, mtime in found)
    assert [mtime for _, mtime in ordered] == sorted(table.times.values())


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("drawn", [SCENARIOS, TYPED], ids=["plain", "types"])
def test_a_drawn_table_is_as_the_model_says(drawn: list[Scenario], number: int, tmp_path: Path) -> None:
    try:
        expected = content_of(drawn[number], {})
    except Undetermined:
        pytest.skip("leaves a choice to the writer")
    Tree(encode_table(drawn[number]).files).write(tmp_path)
    assert table_content(tmp_path, {}) == expected
