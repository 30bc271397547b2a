# SPDX-License-Identifier: Apache-2.0
"""Drawn scenarios: equal seeds draw equal ones, all are well-formed, and we write what the model says."""

from __future__ import annotations

import json
import random
from pathlib import Path

import jsonschema
import pytest
from hudi_conformance import resources
from hudi_conformance.adapters.kaitai_content import table_content
from hudi_conformance.encode.table.writer import encode_table
from hudi_conformance.scenario.draw import draw_scenario, smaller
from hudi_conformance.scenario.model import Undetermined, content_of

SCENARIOS = [draw_scenario(random.Random(seed)) for seed in range(60)]


def test_drawn_scenarios_have_the_form_of_the_schema() -> None:
    schema = json.loads((resources.schemas_dir() / "scenario.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    assert [error.message for one in SCENARIOS for error in validator.iter_errors(one)] == []
    assert [draw_scenario(random.Random(seed)) for seed in range(5)] == SCENARIOS[:5]


def test_every_operation_is_drawn() -> None:
    drawn = {step["op"] for one in SCENARIOS for step in one["steps"]}
    assert drawn >= {
        "insert", "bulk_insert", "upsert", "delete", "insert_overwrite", "insert_overwrite_table",
        "delete_partition", "compact", "schedule_compaction", "cluster", "clean", "archive", "rollback",
        "savepoint", "restore", "evolve",
    }  # fmt: skip
    assert {step["crash"] for one in SCENARIOS for step in one["steps"] if "crash" in step} == {
        "requested", "inflight", "files",
    }  # fmt: skip


def test_smaller_scenarios_have_a_step_or_a_row_less() -> None:
    for one in smaller(SCENARIOS[0]):
        assert len(json.dumps(one)) < len(json.dumps(SCENARIOS[0]))


@pytest.mark.parametrize("number", range(12))
def test_a_drawn_table_is_as_the_model_says(number: int, tmp_path: Path) -> None:
    try:
        expected = content_of(SCENARIOS[number], {})
    except Undetermined:
        pytest.skip("leaves a choice to the writer")
    for path, data in encode_table(SCENARIOS[number]).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert table_content(tmp_path, {}) == expected
