# SPDX-License-Identifier: Apache-2.0
"""generated/ is what the lock says, and drift is told; all without the compiler."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hudi_conformance import resources
from hudi_conformance.toolchain import ksc


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ksc.generated_dir(), tmp_path / "generated", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(resources.ksy_dir(), tmp_path / "ksy")
    return tmp_path


def test_generated_files_are_of_these_grammars():
    assert ksc.stale_by_digest() == []


def test_every_generated_file_says_so():
    tree = ksc.read_tree()
    tree.pop(ksc.LOCK_NAME)
    assert len(tree) > 30
    assert [name for name, text in tree.items() if b"generated file" not in text.splitlines()[0]] == []


def test_both_languages_have_a_parser_for_each_grammar():
    names = {path.stem for path in resources.ksy_dir().glob("*.ksy")}
    tree = ksc.read_tree()
    assert {f"python/hudi_parsers/{name}.py" for name in names} <= tree.keys()
    classes = {name.title().replace("_", "") for name in names}
    assert {f"java/hudi_parsers/{name}.java" for name in classes} <= tree.keys()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("ksy/varint.ksy", "grammar varint.ksy"),
        ("generated/java/hudi_parsers/Varint.java", "generated file java/hudi_parsers/Varint.java"),
        ("generated/python/hudi_parsers/varint.py", "generated file python/hudi_parsers/varint.py"),
    ],
)
def test_a_changed_byte_is_noticed(copy: Path, path: str, said: str):
    file = copy / path
    file.write_bytes(file.read_bytes() + b"\n")
    assert ksc.stale_by_digest(copy / "generated", copy / "ksy") == [f"{said} is not what LOCK.json says"]


def test_a_missing_and_a_foreign_file_are_noticed(copy: Path):
    (copy / "generated/java/hudi_parsers/Varint.java").unlink()
    (copy / "generated/java/hudi_parsers/Other.java").write_text("")
    problems = ksc.stale_by_digest(copy / "generated", copy / "ksy")
    assert [problem.split()[2] for problem in problems] == [
        "java/hudi_parsers/Other.java",
        "java/hudi_parsers/Varint.java",
    ]


def test_write_tree_makes_the_folder_equal(copy: Path):
    folder = copy / "generated"
    tree = ksc.read_tree(folder)
    (folder / "java/hudi_parsers/Varint.java").unlink()
    (folder / "java/hudi_parsers/Other.java").write_text("")
    (folder / "python/hudi_parsers/varint.py").write_text("")
    changes = ksc.write_tree(tree, folder)
    assert changes == [
        "unknown java/hudi_parsers/Other.java",
        "missing java/hudi_parsers/Varint.java",
        "differs python/hudi_parsers/varint.py",
    ]
    assert ksc.read_tree(folder) == tree
    assert ksc.write_tree(tree, folder) == []


def test_style_warnings_count_as_problems():
    report = {
        "a.ksy": {
            "output": {},
            "warnings": [{"file": "./a.ksy", "path": ["seq", "0", "id"], "message": "use `num_x`"}],
        },
        "b.ksy": {"errors": [{"file": None, "path": None, "message": "no such type"}], "warnings": []},
    }
    assert ksc.list_problems(report) == ["a.ksy: /seq/0/id: use `num_x`", "b.ksy: /: no such type"]


def test_lock_names_the_compiler():
    lock = json.loads((ksc.generated_dir() / ksc.LOCK_NAME).read_text(encoding="utf-8"))
    assert lock["compiler"] == {"artifact": "kaitai-struct-compiler_2.13", "version": "0.11"}
    assert len(lock["jars"]) == 7
