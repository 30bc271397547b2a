# SPDX-License-Identifier: Apache-2.0
"""What scenarios mean, worked out by hand, and that the stored contents are what the model says."""

from __future__ import annotations

import json
import runpy
from typing import Any

import jsonschema
import pytest
import whole_suite
from hudi_conformance import resources
from instruments.scenario.model import Undetermined, content_of

CASES = [case for case in whole_suite.opened()[0].cases if case.cmd == "table.write"]
REFUSED = {"refused-no-type", "refused-version-10", "refused-no-operation"}


def row(key: str, ordering: int, text: str) -> dict[str, Any]:
    return {"id": key, "ord": ordering, "val": text}


def scenario(*steps: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"version": 9, "type": "COPY_ON_WRITE", "steps": list(steps), **members}


def upsert(*rows: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"op": "upsert", "rows": list(rows), **members}


def values(made: dict[str, Any]) -> dict[str, str]:
    return {one["_hoodie_record_key"]: one["val"] for one in content_of(made, {})["snapshot"]}


FIRST = upsert(row("a", 5, "one"), row("b", 5, "one"))


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([FIRST, upsert(row("a", 6, "two"))], {"a": "two", "b": "one"}),
        ([FIRST, upsert(row("a", 5, "tie"))], {"a": "tie", "b": "one"}),
        ([FIRST, upsert(row("a", 4, "late"))], {"a": "one", "b": "one"}),
        ([FIRST, {"op": "delete", "keys": [{"id": "a"}]}], {"b": "one"}),
        ([FIRST, upsert(row("a", 9, "dead"), crash="files")], {"a": "one", "b": "one"}),
        ([FIRST, upsert(row("c", 1, "new")), {"op": "rollback"}], {"a": "one", "b": "one"}),
        ([FIRST, {"op": "insert_overwrite_table", "rows": [row("z", 1, "z")]}], {"z": "z"}),
        (
            [
                FIRST,
                {"op": "savepoint"},
                upsert(row("a", 7, "x")),
                upsert(row("c", 7, "x")),
                {"op": "restore"},
            ],
            {"a": "one", "b": "one"},
        ),
    ],
)
def test_rows_of_a_scenario(steps: list[dict[str, Any]], expected: dict[str, str]) -> None:
    assert values(scenario(*steps)) == expected
    assert values(scenario(*steps, type="MERGE_ON_READ")) == expected


def test_the_last_write_counts_by_commit_time() -> None:
    made = scenario(FIRST, upsert(row("a", 4, "last")), merge_mode="COMMIT_TIME_ORDERING")
    assert values(made) == {"a": "last", "b": "one"}


def test_commits_are_ranked() -> None:
    made = scenario(FIRST, upsert(row("a", 6, "two")), {"op": "cluster"})
    assert content_of(made, {"commits": True})["commits"] == [1, 0]
    late = scenario(FIRST, upsert(row("a", 4, "late")))
    with pytest.raises(Undetermined, match="late event"):
        content_of(late, {"commits": True})


def test_what_base_files_hold_is_known_after_a_compaction_only() -> None:
    steps = [FIRST, upsert(row("a", 6, "two"))]
    views = {"views": ["read_optimized"]}
    with pytest.raises(Undetermined, match="compaction"):
        content_of(scenario(*steps, type="MERGE_ON_READ"), views)
    rows = content_of(scenario(*steps, {"op": "compact"}, type="MERGE_ON_READ"), views)["read_optimized"]
    assert [one["val"] for one in rows] == ["two", "one"]


def test_a_row_that_may_come_back_is_undetermined() -> None:
    """Deleted, and written again with an older ordering value: a base file wins, a log file does not."""
    steps = [FIRST, {"op": "delete", "keys": [{"id": "a"}]}, upsert(row("a", 1, "again"))]
    assert values(scenario(*steps)) == {"a": "again", "b": "one"}
    with pytest.raises(Undetermined, match="which files"):
        values(scenario(*steps, type="MERGE_ON_READ"))


def test_stored_contents_are_those_of_the_model() -> None:
    files = runpy.run_path(str(resources.adapters_dir().parent / "tools" / "scenario_rows.py"))[
        "expected_files"
    ]()
    assert len(files) >= 4
    for name, text in files.items():
        assert (resources.fixtures_dir() / name).read_text("utf-8") == text, (
            "run conformance/tools/scenario_rows.py"
        )


def test_scenarios_have_the_form_of_the_schema() -> None:
    schema = json.loads((resources.schemas_dir() / "scenario.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    assert len(CASES) >= 120
    wrong = {case.id.rpartition("/")[2] for case in CASES if not validator.is_valid(case.args["write"])}
    assert wrong == REFUSED
