# SPDX-License-Identifier: Apache-2.0
"""`audit.coverage`: folders that are no table any more, and paths of which nothing was checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from hudi_conformance.audit.coverage import is_below
from strategies.damage import audit, lines

PROPERTIES = "hoodie.table.name=t\nhoodie.table.version=6\n"
LOST = "damage error timeline.table.folder missing-field {}/.hoodie/hoodie.properties"
UNCHECKED = "unreadable error - nothing-checked {}"


def write(folder: Path, *paths: str) -> Path:
    """Files of a lake; partition metadata state a depth of 1."""
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("partitionDepth=1\n" if target.name == ".hoodie_partition_metadata" else "x")
    return folder


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param([], [UNCHECKED.format("lake")], id="empty"),
        pytest.param(["a.txt", "b/c.txt"], [UNCHECKED.format("lake")], id="other-files"),
        pytest.param(["t/.hoodie/x"], [LOST.format("lake/t")], id="no-properties"),
        pytest.param(["t/.hoodie/timeline/x"], [LOST.format("lake/t")], id="no-properties-below-a-timeline"),
        pytest.param(
            ["t/.hoodie/x", "u/.hoodie/x"], [LOST.format("lake/t"), LOST.format("lake/u")], id="two"
        ),
        pytest.param(
            ["t/.hoodie/metadata/.hoodie/x", "t/.hoodie/y"], [LOST.format("lake/t")], id="one-in-another"
        ),
        pytest.param(
            ["t/.hoodie/metadata/.hoodie/x"], [LOST.format("lake/t/.hoodie/metadata")], id="inner-alone"
        ),
        pytest.param(
            ["t/p/.hoodie_partition_metadata"], [LOST.format("lake/t")], id="partition-metadata-alone"
        ),
        pytest.param(
            ["t/p/.hoodie_partition_metadata.parquet"],
            [LOST.format("lake/t/p")],
            id="partition-metadata-in-parquet",
        ),
        pytest.param(["t/p/.hoodie_partition_metadata", "t/.hoodie/x"], [LOST.format("lake/t")], id="both"),
        pytest.param(["t/p/x.hoodie_partition_metadata"], [UNCHECKED.format("lake")], id="another-name"),
    ],
)
def test_folders_that_are_no_table(files: list[str], expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    write(tmp_path / "lake", *files)
    rows = [row for row in audit(tmp_path / "lake") if row.surface != "base-file"]
    assert lines(rows, tmp_path) == sorted(expected)


def test_partition_metadata_that_state_no_depth(tmp_path: Path) -> None:
    path = write(tmp_path / "lake", "t/p/.hoodie_partition_metadata") / "t/p/.hoodie_partition_metadata"
    path.write_text("commitTime=1\npartitionDepth=x\n")
    assert lines(audit(tmp_path / "lake"), tmp_path) == [LOST.format("lake/t/p")]


@pytest.mark.parametrize(("depth", "folder"), [(0, "lake/a/b/c"), (2, "lake/a"), (3, "lake")])
def test_table_is_found_by_the_depth(depth: int, folder: str, tmp_path: Path) -> None:
    path = write(tmp_path / "lake", "a/b/c/.hoodie_partition_metadata") / "a/b/c/.hoodie_partition_metadata"
    path.write_text(f"#x\n partitionDepth = {depth} \n")
    assert lines(audit(tmp_path / "lake"), tmp_path) == [LOST.format(folder)]


def test_each_path_without_anything_checked(tmp_path: Path) -> None:
    """Of several paths those are reported of which nothing was checked, with the number of their files."""
    write(tmp_path, "empty/a.txt", "empty/b.txt", "full/a.hfile", "lost/.hoodie/x")
    rows = audit(tmp_path / "empty", tmp_path / "full", tmp_path / "lost")
    assert [(row.path, row.code) for row in rows if row.code == "nothing-checked"] == [
        (str(tmp_path / "empty"), "nothing-checked")
    ]
    assert (
        "2 files, all of unknown formats"
        in next(row for row in rows if row.code == "nothing-checked").message
    )


def test_path_that_ends_in_a_slash(tmp_path: Path) -> None:
    write(tmp_path, "full/a.txt")
    [row] = audit(Path(f"{tmp_path}/full/"))
    assert row.path == f"{tmp_path}/full"


@pytest.mark.parametrize(
    ("path", "roots", "expected"),
    [
        ("/a/b", ["/a"], True),
        ("/a/b", ["/a/"], True),
        ("/a", ["/a"], True),
        ("/ab", ["/a"], False),
        ("/a", ["/a/b"], False),
        ("/b/c", ["/a", "/b"], True),
        ("/a", [], False),
        ("s3://x/y", ["s3://x"], True),
        ("s3://xy", ["s3://x"], False),
        ("file:///a/b", ["/a"], True),
        ("file:///a/b", ["file:///a"], True),
        ("file:///ab", ["file:///a"], False),
    ],
)
def test_paths_below_others(path: str, roots: list[str], expected: bool) -> None:
    assert is_below(path, roots) is expected
