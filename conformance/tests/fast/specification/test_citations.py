# SPDX-License-Identifier: Apache-2.0
"""Ids of requirements in sources: planted ones that do not exist are found, those of the package exist."""

from __future__ import annotations

from pathlib import Path

import hudi_conformance
import pytest
from hudi_conformance import resources
from hudi_conformance.specification import requirements
from instruments.specification import citations

INDEX = requirements.load(resources.spec_dir())


def found(folder: Path, source: str) -> list[str]:
    package = folder / "package"
    package.mkdir()
    (package / "module.py").write_text(source, encoding="utf-8")
    return [str(problem) for problem in citations.check(package, INDEX)]


@pytest.mark.parametrize("suffix", ["java", "js", "go", "rs", "cpp", "h"])
def test_a_planted_id_in_another_language_is_found(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / "adapters"
    folder.mkdir()
    source = """
        throw new Reject("bad-type", 0, "log.block.phantom", "no");  // as [hfile.phantom.*] says
        reject('log.block.size', "hfile.version.3", "log.scan");  // [log.block.size], all of [log.block.*]
    """
    (folder / f"Reader.{suffix}").write_text(source, encoding="utf-8")
    name = f"conformance/adapters/Reader.{suffix}:2"
    assert list(map(str, citations.check(folder, INDEX))) == [
        f"{name}: hfile.phantom.* is not a requirement",
        f"{name}: log.block.phantom is not a requirement",
    ]


def test_ids_in_adapters_are_seen() -> None:
    source = Path(hudi_conformance.__file__).parents[1] / "adapters" / "kaitai_java" / "src"
    known = frozenset(INDEX.requirements)
    texts = [path.read_text(encoding="utf-8") for path in source.rglob("*.java")]
    found = {item.id for text in texts for item in citations.citations_by_line(text, known)}
    assert {"log.delete.kryo-keys", "log.block.trailing-length", "limits.allocation"} <= found


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ('def f():\n    raise Reject("bad-type", 0, "log.block.phantom", "no")\n', "2: log.block.phantom"),
        ('"""Blocks.\n\nSizes are checked [log.block.phantom].\n"""\n', "3: log.block.phantom"),
        ("x = 1  # as [hfile.phantom.rule] says\n", "1: hfile.phantom.rule"),
        ('"""All of [log.phantom.*]."""\n', "1: log.phantom.*"),
        ('"""A family is no rule [log.block]."""\n', "1: log.block"),
    ],
)
def test_a_planted_id_is_found(tmp_path: Path, source: str, problem: str) -> None:
    assert found(tmp_path, source) == [f"conformance/package/module.py:{problem} is not a requirement"]


@pytest.mark.parametrize(
    "source",
    [
        'RULE = "log.block.size"\n',
        '"""The size [log.block.size], and all of [log.block.*]; not log.block.phantom in prose."""\n',
        'ask("log.scan")\nFEATURE = "hfile.version.3"\nFILE = "timeline.json"\n',
    ],
)
def test_what_exists_or_is_no_id_is_left_alone(tmp_path: Path, source: str) -> None:
    assert found(tmp_path, source) == []
