# SPDX-License-Identifier: Apache-2.0
"""The compiler, run again: the same bytes as in generated/, drift has an exit code, warnings stop it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.toolchain import ToolMissing
from instruments.parsers import ksc
from instruments.parsers.__main__ import command as regenerate


@pytest.fixture(autouse=True)
def _compiler() -> None:
    try:
        ksc.find_java()
        ksc.fetch_jars(ksc.compiler_lock())
    except ToolMissing as missing:
        pytest.skip(str(missing))


@pytest.mark.whole("`.ci/run` and `tox` run the same command, `regenerate --check`")
def test_check_finds_nothing():
    done = CliRunner().invoke(regenerate, ["--check"])
    assert done.exit_code == 0, done.output
    assert "up to date" in done.output


@pytest.mark.whole("`instruments.parsers --check` compiles all languages, and compares what is committed")
@pytest.mark.parametrize("language", ["python", "go"])
def test_one_language_is_what_it_is_among_all(language: str):
    tree = ksc.build_tree(languages=[language])
    found = ksc.read_tree()
    assert {name for name in tree if name.startswith(f"{language}/")} == {
        name for name in found if name.startswith(f"{language}/")
    }
    assert all(found[name] == text for name, text in tree.items() if name != ksc.LOCK_NAME)


def test_check_names_a_stale_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    built = ksc.read_tree()  # what the compiler writes, as `regenerate --check` shows
    monkeypatch.setattr(ksc, "build_tree", lambda: built)
    shutil.copytree(ksc.generated_dir(), tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(ksc, "generated_dir", lambda: tmp_path)
    stale = tmp_path / "java" / "hudi_parsers" / "Varint.java"
    stale.write_bytes(stale.read_bytes()[:-1])
    done = CliRunner().invoke(regenerate, ["--check"])
    assert done.exit_code == 1
    assert done.output.splitlines()[0] == "differs java/hudi_parsers/Varint.java"
    assert CliRunner().invoke(regenerate, []).exit_code == 0
    assert ksc.read_tree(tmp_path)["java/hudi_parsers/Varint.java"].endswith(b"\n")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"- id: num_records": "- id: count", "expr: num_records": "expr: count"},
            "use `num_records` instead",
        ),
        ({"type: record\n": "type: recrod\n"}, "unable to find type"),
    ],
)
def test_warnings_and_errors_stop_it(tmp_path: Path, changes: dict[str, str], said: str):
    name = "hudi_log_avro_content.ksy"
    text = (resources.ksy_dir() / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ksc.GrammarError, match=said):
        ksc.build_tree(tmp_path)
