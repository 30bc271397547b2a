# SPDX-License-Identifier: Apache-2.0
"""Two real releases read what the reference writer of timelines wrote, and must see its model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.encode.timeline.table import encode_timeline
from hudi_conformance.suite.adapter import Adapter, CannotStart
from hudi_conformance.suite.mismatch import first_mismatch
from hudi_conformance.suite.session import implementations, starter
from hudi_conformance.suite.trees import Tree
from instruments.recipes.timelines import SUFFIX, timeline_recipe_files

RELEASES = ("hudi-java-0.15.0", "hudi-java-1.2.1")
# What a release does otherwise than the model says: (release, fixture, command).
OTHERWISE = {
    # nothing written by 0.9.0 into .hoodie itself is found
    *((release, "archive_v1_0_9", "archive.list") for release in RELEASES),
    # a field that later releases no longer know
    *((release, "v2_seconds", "timeline.decode") for release in RELEASES),
    # an entry without a state: NullPointerException
    ("hudi-java-0.15.0", "archive_v1_actions", "archive.list"),
    # layout 0 is taken for 1
    ("hudi-java-0.15.0", "v0_rename", "timeline.list"),
}


@pytest.fixture(params=RELEASES, scope="module")
def release(request: pytest.FixtureRequest) -> Iterator[tuple[str, Adapter]]:
    name = request.param
    try:
        adapter = starter(implementations([name])[name])()
    except CannotStart as error:
        pytest.skip(str(error))
    yield name, adapter
    adapter.close()


def questions(name: str) -> Iterator[tuple[str, Any, dict[str, Any], Any]]:
    """Command, input, arguments and the model's answer."""
    recipe = resources.fixtures_dir() / f"timeline/{name}{SUFFIX}"
    made = encode_timeline(canonical_json.loads(recipe.read_bytes()))
    tree, views = Tree(made.files), made.views
    for view, command in (
        ("list", "timeline.list"),
        ("archived", "archive.list"),
        ("history", "timeline.history"),
    ):
        if view in views:
            yield command, tree, {}, views[view]
    if "properties" in views:
        yield "timeline.properties", made.files[".hoodie/hoodie.properties"], {}, views["properties"]
    for path, value in views.get("contents", {}).items():
        args = {"name": path.rpartition("/")[2], "layout": views["list"]["layout"]}
        yield "timeline.decode", made.files[path], args, value
    for path, value in views.get("entries", {}).items():
        yield "archive.entries", made.files[path], {}, value


def test_the_model_is_what_the_release_reads(release: tuple[str, Adapter]) -> None:
    name, adapter = release
    differing: set[tuple[str, str, str]] = set()
    equal = 0
    for recipe in timeline_recipe_files():
        fixture = recipe.name.removesuffix(SUFFIX)
        later = name == "hudi-java-0.15.0" and fixture.startswith(("v8", "v9", "history", "container"))
        for command, given, args, wanted in questions(fixture):
            answer = adapter.ask(command, given, args, ms=30_000, mib=700)
            if later and command != "timeline.properties":
                assert answer.answer in {"reject", "unsupported"}, (fixture, command)
            elif answer.answer != "value" or first_mismatch(wanted, answer.value) is not None:
                differing.add((name, fixture, command))
            else:
                equal += 1
    assert differing == {one for one in OTHERWISE if one[0] == name}
    assert equal > (100 if name == RELEASES[0] else 150)


def test_a_range_of_the_history(release: tuple[str, Adapter]) -> None:
    name, adapter = release
    if name != "hudi-java-1.2.1":
        return
    recipe = resources.fixtures_dir() / f"timeline/history_levels{SUFFIX}"
    made = encode_timeline(canonical_json.loads(recipe.read_bytes()))
    listed = made.views["history"]["instants"]
    bounds = {"from": listed[2]["time"], "to": listed[7]["time"]}
    answer = adapter.ask("timeline.history", Tree(made.files), bounds, ms=30_000, mib=700)
    assert answer.value["instants"] == listed[2:8]
