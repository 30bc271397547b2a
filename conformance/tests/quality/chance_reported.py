# SPDX-License-Identifier: Apache-2.0
"""How an audit keeps findings, and what plans name; for mutants drawn by chance.

drawn:unit-NAME    what was put in comes out: as many, of the same files, and only equal ones together
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from chance_asked import Failure, imported
from chance_next_steps import SEVERITIES, row_of
from chance_units import unit
from hudi_conformance import resources
from hudi_conformance.specification.requirements import load

# --- folds, combinations, baselines, batches -------------------------------------------------------------


@unit("folds")
def _() -> Failure:
    """Findings are equal but for names, paths and numbers; how many there are in which files."""
    folds = imported("audit.folds")
    base = row_of(message="block 5 of '/a b/c' has \"x y\" at /t/f")
    for other, is_equal in (
        (replace(base, message="block 77x of 'z' has \"\" at u/v.log"), True),
        (replace(base, message='block 5 of x has "x y" at /t/f'), False),
        (replace(base, message="blocks 5 of '/a b/c' has \"x y\" at /t/f"), False),
        (replace(base, path="/u", ofs=7, block=1), True),
        (replace(base, code="x"), False),
        (replace(base, verdict="note"), False),
        (replace(base, severity="info"), False),
        (replace(base, requirement="c.d"), False),
        (replace(base, requirement=None), False),
    ):
        if (folds.key_of(other) == folds.key_of(base)) is not is_equal:
            return f"{other} and {base}"
    if folds.key_of(replace(base, requirement=None))[2] or folds.key_of(base)[2] != "a.b":
        return "a rule is no part of the key"
    chance = random.Random("folds")
    for num in (1, 2, 3, 4, 9, 1200):
        rows = [
            replace(base, path=f"/t/{chance.randrange(3)}", ofs=chance.choice([None, 0, 5, 12]))
            for _ in range(num)
        ]
        fold = folds.Fold(rows[0])
        for row in rows:
            fold.add(row)
        places = [row.path if row.ofs is None else f"{row.path} at byte {row.ofs}" for row in rows[:3]]
        files = len({row.path for row in rows})
        words = "one file" if files == 1 else f"{files} files"
        if fold.text() != f"{num:,} equal findings in {words}, the first: {'; '.join(places)}":
            return fold.text()
        if fold.to_json() != {
            "requirement": "a.b", "code": "bad-value", "severity": "error", "message": base.message,
            "findings": num, "files": files, "first": places,
        }:  # fmt: skip
            return f"{fold.to_json()}"
    return None


def _rest_of(rows: list[Any]) -> Any:
    """One row for findings beyond those that are rows of their own."""
    if len(rows) == 1:
        return rows[0]
    first, places = rows[0], [row.ofs or 0 for row in rows]
    can = {row.salvageable for row in rows}
    return replace(
        first,
        message=f"{len(rows):,} more findings of this rule, the first: {first.message[:200]}",
        len=None if first.ofs is None else max(max(places) - first.ofs, 0) + 1,
        salvageable=can.pop() if len(can) == 1 else None,
    )


@unit("combined-rows")
def _() -> Failure:
    """Drawn findings beyond the first 1,000 of verdict, code, rule and severity are one row of each."""
    combine, chance = imported("audit.combine"), random.Random("combined")
    kinds: list[dict[str, Any]] = [
        {}, {"code": "x"}, {"requirement": None}, {"severity": "info"}, {"verdict": "note"},
        {"requirement": "c.d"},
    ]  # fmt: skip
    for turn in range(40):
        chosen = chance.sample(kinds, 2)
        first = [row for kind in chosen for row in [replace(row_of(ofs=1), **kind)] * 1000]
        more = [
            replace(
                row_of(
                    ofs=chance.choice([None, 0, 3, 70, 9]), message="m" * chance.choice([1, 199, 200, 201])
                ),
                salvageable=chance.choice([True, False, None] if turn % 2 else [True, True, True, None]),
                **chance.choice(chosen),
            )
            for _ in range(chance.randrange(9))
        ]
        groups: dict[str, list[Any]] = {}
        for row in more:
            groups.setdefault(f"{row.verdict} {row.code} {row.requirement} {row.severity}", []).append(row)
        expected = [*first, *map(_rest_of, groups.values())]
        found = list(combine.combined([*first, *more]))
        if found != expected:
            return f"{turn}: {found[2000:]}, expected {expected[2000:]}"
    several = [row_of(ofs=at) for at in range(2300)]
    if list(combine.combined(several))[1000:] != [_rest_of(several[1000:])]:
        return "1,300 more"
    return None


@unit("baselines")
def _() -> Failure:
    """A baseline is written and read; what is none says so; paths are below the first root that fits."""
    baseline = imported("audit.baseline")
    rows = [
        row_of("/l/b"),
        row_of("/l/a"),
        row_of("/l/b", message="other"),
        row_of("/m/c", "io", None),
        row_of("/n"),
    ]
    keys = [
        ["", "log", "a.b"],
        ["/n", "log", "a.b"],
        ["a", "log", "a.b"],
        ["b", "log", "a.b"],
        ["c", "log", "io"],
    ]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "x.json"
        baseline.write_baseline(path, [*rows, row_of("/l")], [Path("/l"), "/m/"])
        if json.loads(path.read_text("utf-8")) != {"baseline": 1, "findings": keys}:
            return path.read_text("utf-8")
        if any(line[:1].isspace() for line in path.read_text("utf-8").splitlines()):
            return "a member is not at the start of its line"
        if baseline.read_baseline(path) != {tuple(key) for key in keys}:
            return "another baseline is read"
        for text, is_one in (
            ('{"baseline": 1, "findings": []}', True),
            ('{"baseline": 2, "findings": []}', False),
            ('{"baseline": 0, "findings": []}', False),
            ('{"findings": []}', False),
            ('{"baseline": 1}', False),
            ('{"baseline": 1, "findings": [["a", "b"]]}', False),
            ('{"baseline": 1, "findings": [5]}', False),
            ("[]", False),
            ("5", False),
            ("{", False),
            ("", False),
        ):
            path.write_text(text)
            if _raises(baseline.BaselineError, baseline.read_baseline, path) is is_one:
                return f"{text} is{'' if is_one else ' not'} refused"
        if not _raises(baseline.BaselineError, baseline.read_baseline, Path(place) / "gone"):
            return "no file is a baseline"
    for path_of, roots, expected in (
        ("/l/p/a", ["/l", "/l/p"], "p/a"),
        ("/l/p/a", ["/l/p", "/l"], "a"),
        ("/lp/a", ["/l"], "/lp/a"),
        ("/l", ["/l/"], ""),
        ("/l/a", [], "/l/a"),
        ("/l/a", ["/"], "l/a"),
    ):
        if baseline.key_of(row_of(path_of, "c", None), roots) != (expected, "log", "c"):
            return f"{path_of} below {roots}"
    return None


def _raises(error: type[Exception], call: Callable[..., Any], *args: Any) -> bool:
    try:
        call(*args)
    except error:
        return True
    return False


@unit("finding-rows")
def _() -> Failure:
    """Rows as batches and back, with their next steps."""
    findings, chance = imported("audit.findings"), random.Random("rows")
    rows = [
        row_of(f"/t/{number}", ofs=chance.choice([None, number]), block=chance.choice([None, 1]),
             salvageable=chance.choice([None, True, False]), severity=chance.choice(SEVERITIES))
        for number in range(50)
    ]  # fmt: skip
    batches = list(findings.to_batches(rows, "run"))
    if list(findings.from_batches(batches)) != rows:
        return "other rows"
    if any(batch["run_id"].to_pylist() != ["run"] * batch.num_rows for batch in batches):
        return "another run"
    if findings.rank(row_of(ofs=None)) != findings.rank(row_of(ofs=0)):
        return "a finding without a place is not as one at the start"
    texts = [text for batch in batches for text in batch["next"].to_pylist()]
    if texts != [imported("audit.next_steps").next_step(row).text for row in rows]:
        return "other next steps"
    return None


@unit("finding-levels")
def _() -> Failure:
    """Rows of rules of each level: all that the finding says, and the severity."""
    findings, finding_of = imported("audit.findings"), imported("views.common").Finding
    words = {"MUST": "error", "SHOULD": "warning", "MAY": "info"}
    levels = {one.level: one.id for one in load(resources.spec_dir()).requirements.values()}
    for level, rule in levels.items():
        made = findings.FindingRow.of(
            finding_of(rule, "c", 7, "m"), "/p", "s", verdict="note", salvageable=False, instant="1",
            kind="k", block=2, size=9,
        )  # fmt: skip
        expected = findings.FindingRow(
            "/p", "s", "note", "c", "m", rule, words[level], 7, 9, 2, "k", "1", False
        )
        if made != expected:
            return f"{made}, expected {expected}"
    return None


# --- what plans name -------------------------------------------------------------------------------------


_NO_TEXTS: tuple[Any, ...] = (None, "", 5, b"x", [], {})


@unit("plans-to-read")
def _() -> Failure:
    """Files that compactions and clusterings read, of plans whose members may be of any type."""
    files_to_read = imported("audit.plans").files_to_read
    item = {"partitionPath": "p/q", "dataFilePath": "a.parquet", "deltaFilePaths": [".b.log", "r/.c.log"]}
    paths = ["p/q/a.parquet", "p/q/.b.log", "p/q/.c.log"]
    bare = {"dataFilePath": "p/q/a.parquet"}
    for plan, expected in (
        ({}, []),
        ({"operations": [item]}, paths),
        (
            {"operations": [item, {**item, "partitionPath": "s"}]},
            [*paths, "s/a.parquet", "s/.b.log", "s/.c.log"],
        ),
        ({"operations": [bare]}, ["a.parquet"]),
        ({"operations": [{**bare, "partitionPath": ""}, {**bare, "partitionPath": None}]}, ["a.parquet"] * 2),
        (
            {"clusteringPlan": {"inputGroups": [{"slices": [item]}, {"slices": [bare]}]}},
            [*paths, "a.parquet"],
        ),
        (
            {"operations": [bare], "clusteringPlan": {"inputGroups": [{"slices": [item]}]}},
            ["a.parquet", *paths],
        ),
        *(({"operations": wrong}, []) for wrong in (None, {}, "abc", 5, [None], ["abc"], [5], [[]])),
        *(({"operations": [{**item, "dataFilePath": wrong}]}, paths[1:]) for wrong in _NO_TEXTS),
        *(
            ({"operations": [{**item, "deltaFilePaths": wrong}]}, paths[:1])
            for wrong in (None, "abc", {"x": 1}, 5)
        ),
        *(({"operations": [{**item, "deltaFilePaths": [wrong]}]}, paths[:1]) for wrong in _NO_TEXTS),
        *(
            ({"clusteringPlan": wrong}, [])
            for wrong in (None, [], "abc", {"inputGroups": "abc"}, {"inputGroups": [5]})
        ),
        *(({"clusteringPlan": {"inputGroups": [{"slices": wrong}]}}, []) for wrong in (None, "abc", [5], {})),
    ):
        found = list(files_to_read(plan))
        if found != expected:
            return f"{plan}: {found}, expected {expected}"
    return None


@unit("plans-to-delete")
def _() -> Failure:
    """Files that cleans and rollbacks delete, of plans whose members may be of any type."""
    files_to_delete = imported("audit.plans").files_to_delete
    paths, names = "filePathsToBeDeletedPerPartition", "filesToBeDeletedPerPartition"
    for plan, expected in (
        ({}, []),
        (
            {paths: {"p": [{"filePath": "p/a"}, {"filePath": "p/b"}], "q": [{"filePath": "q/c"}]}},
            ["p/a", "p/b", "q/c"],
        ),
        ({names: {"p": ["a", "b"]}}, ["a", "b"]),
        ({names: {"p": ["a"]}, paths: {"p": [{"filePath": "b"}]}}, ["b", "a"]),
        (
            {"RollbackRequests": [{"filesToBeDeleted": ["a", "b"]}, {"filesToBeDeleted": ["c"]}]},
            ["a", "b", "c"],
        ),
        ({"RollbackRequests": [{"filesToBeDeleted": ["c"]}], names: {"p": ["a"]}}, ["a", "c"]),
        *(({names: wrong}, []) for wrong in (None, [], "abc", 5, {"p": None}, {"p": "abc"}, {"p": {"a": 1}})),
        *(({names: {"p": [wrong, "z"]}}, ["z"]) for wrong in _NO_TEXTS),
        *(({paths: {"p": [{"filePath": wrong}, "z"]}}, ["z"]) for wrong in _NO_TEXTS),
        *(({"RollbackRequests": wrong}, []) for wrong in (None, {}, "abc", [5], [None], ["abc"], [{}])),
        *(
            ({"RollbackRequests": [{"filesToBeDeleted": wrong}]}, [])
            for wrong in (None, "abc", {"a": 1}, [None], [""], [5])
        ),
    ):
        found = list(files_to_delete(plan))
        if found != expected:
            return f"{plan}: {found}, expected {expected}"
    return None
