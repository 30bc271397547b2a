# SPDX-License-Identifier: Apache-2.0
"""What other projects put into their builds: the action and the hooks."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import cli

ROOT = resources.data_root()
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
PROGRAM = "from hudi_conformance.cli import main\nmain()\n"


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_a_hook_calls_a_command_that_there_is(hook: dict[str, Any]) -> None:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "hudi-conformance"
    result = CliRunner().invoke(cli, [*arguments, "--help"])
    assert result.exit_code == 0
    assert f"Usage: cli {' '.join(arguments)} " in result.output
    assert hook["language"] == "python"


def test_hooks_are_told_apart_and_find_lists() -> None:
    assert len({hook["id"] for hook in HOOKS}) == len(HOOKS)
    pattern = re.compile(next(hook["files"] for hook in HOOKS if "files" in hook))
    assert pattern.search("conformance/expectations/hudi-java-1.2.1.toml")
    assert pattern.search("expectations/mine.toml")
    assert not pattern.search("expectations/sub/mine.toml")


def test_the_action_uses_what_it_declares() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(ACTION["inputs"])
    outputs = set(re.findall(r"steps\.run\.outputs\.([a-z-]+)", text))
    script = ACTION["runs"]["steps"][1]["run"]
    assert outputs == set(re.findall(r'echo "([a-z-]+)=', script)) == set(ACTION["outputs"])


def step(tmp_path: Path, **given: str) -> tuple[int, dict[str, str]]:
    """Run the second step as a runner would: exit code and outputs."""
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    program = tmp_path / "venv" / "bin" / "hudi-conformance"
    program.write_text(
        f"#!{sys.executable}\nfrom hudi_conformance.cli import main\nmain()\n", encoding="utf-8"
    )
    program.chmod(0o755)
    (tmp_path / "outputs").touch()
    inputs = {name.upper().replace("-", "_"): one["default"] for name, one in ACTION["inputs"].items()}
    environment = {
        **os.environ,
        **inputs,
        "CASES": "name/parse",
        "OUT": str(tmp_path / "out"),
        "VENV": str(tmp_path / "venv"),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        **given,
    }
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", ACTION["runs"]["steps"][1]["run"]],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    lines = (tmp_path / "outputs").read_text(encoding="utf-8").splitlines()
    return done.returncode, dict(line.split("=", 1) for line in lines)


def test_the_action_judges_the_reference(tmp_path: Path) -> None:
    code, outputs = step(tmp_path)
    assert (code, outputs["exit-code"]) == (0, "0")
    assert Path(outputs["report"]).is_file()
    assert Path(outputs["badge"]).is_file()
    assert "kaitai-python" in (tmp_path / "summary").read_text(encoding="utf-8")


@pytest.mark.parametrize(("fail_on", "expected"), [("unexpected", 1), ("never", 0)])
def test_the_action_fails_a_wrong_adapter(tmp_path: Path, fail_on: str, expected: int) -> None:
    text = (resources.adapters_dir() / "templates" / "python_adapter.py").read_text(encoding="utf-8")
    wrong = text.replace('"file_version": int(match[4])', '"file_version": int(match[4]) + 1')
    assert wrong != text
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    adapter = f"{sys.executable} {tmp_path / 'wrong.py'}"
    code, outputs = step(tmp_path, ADAPTER=adapter, FAIL_ON=fail_on)
    assert (code, outputs["exit-code"]) == (expected, "1")


def test_a_run_that_did_not_happen_always_fails(tmp_path: Path) -> None:
    code, outputs = step(tmp_path, ADAPTER="/no/such/program", FAIL_ON="never")
    assert (code, outputs["exit-code"]) == (3, "3")


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PIN = re.compile(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
NAMED = 'python3 conformance/tools/name_repository.py "$GITHUB_REPOSITORY"'
checkout = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a checkout is needed")


@checkout
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_uses_actions_by_commit(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert lines
    assert [line for line in lines if not PIN.fullmatch(line.strip().removeprefix("- "))] == []


@checkout
def test_an_action_has_one_version() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    pins = set(re.findall(r"uses: (\S+)@(\S+ # \S+)", text))
    assert len({action for action, _ in pins}) == len(pins) > 5


@checkout
def test_what_publishes_names_its_repository_first() -> None:
    """Whatever is built of a checkout is built after its addresses lead to the repository that publishes."""
    publishing = [path for path in WORKFLOWS if path.name not in {"ci.yml", "releases.yml", "stored-run.yml"}]
    assert len(publishing) == len(WORKFLOWS) - 3
    for path in publishing:
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            if any("checkout@" in step.get("uses", "") for step in job["steps"]):
                commands = [step["run"] for step in job["steps"] if "run" in step]
                assert commands[0] == NAMED, f"{path.name}: {name}"


@checkout
def test_pull_requests_run_everything() -> None:
    """A workflow tests pull requests by the complete run, on all versions, without rights to write."""
    # YAML 1.1 reads the key `on` as true
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    assert {"push", "pull_request"} <= workflow[True].keys()
    commands = [step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"]]
    assert "bash .ci/run" in commands
    assert any(command.startswith("bash .ci/commits ") for command in commands)
    rights = [right for job in workflow["jobs"].values() for right in job["permissions"].items()]
    assert set(rights) == {("contents", "read")}
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    versions = [name.rpartition(" ")[2] for name in stated if "Python :: 3." in name]
    assert workflow["jobs"]["versions"]["strategy"]["matrix"]["python"] == versions


@checkout
def test_the_scheduled_run_uses_extras_that_exist() -> None:
    text = (ROOT / ".github/workflows/stored-run.yml").read_text(encoding="utf-8")
    extras = re.findall(r"--editable '\.\[([a-z,-]+)\]'", text)
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(extras) == 1
    assert set(extras[0].split(",")) <= stated["optional-dependencies"].keys()
    assert "--implementation all" in text


def commit(folder: Path, *messages: str) -> None:
    words = ["git", "-c", "user.name=a", "-c", "user.email=a@invalid", "commit", "-q", "--allow-empty"]
    for message in messages:
        words += ["--message", message]
    subprocess.run(words, cwd=folder, check=True)


@checkout
@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        (("Add a case", "A reader accepted it."), ""),
        (("ä" * 72, "Characters count, not bytes."), ""),
        (("a" * 73, "Why."), "the subject has 73 characters"),
        (("Add a case",), "expected a body"),
    ],
    ids=["valid", "longest", "too long", "no body"],
)
def test_messages_of_commits_are_checked(tmp_path: Path, messages: tuple[str, ...], problem: str) -> None:
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci/commits"
    script.write_bytes((ROOT / ".ci/commits").read_bytes())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    commit(tmp_path, "First")
    commit(tmp_path, *messages)
    done = subprocess.run(
        ["bash", script, "HEAD~1..HEAD"], capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == bool(problem)
    assert problem in done.stdout


FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))


@checkout
@pytest.mark.parametrize(
    "path", [path for path in FORMS if path.name != "config.yml"], ids=lambda path: path.stem
)
def test_a_form_for_issues_is_one_that_the_host_accepts(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert all(field["type"] in {"input", "textarea", "dropdown", "checkboxes"} for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


@checkout
def test_no_address_keeps_the_placeholder(tmp_path: Path) -> None:
    tool = ROOT / "conformance/tools/name_repository.py"
    files = [ROOT / "README.md", ROOT / "pyproject.toml", ROOT / "conformance/packages/go/go.mod"]
    files += [ROOT / "conformance/tools/build_site/mkdocs.yml", tool]
    for path in files:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    for command in (["git", "init", "-q"], ["git", "add", "."]):
        subprocess.run(command, cwd=tmp_path, check=True)
    command = [sys.executable, tool, "Acme/formats", "--root", tmp_path]
    assert (
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
        == "Acme/formats in 4 files\n"
    )
    texts = {
        path.relative_to(tmp_path).as_posix(): path.read_text()
        for path in tmp_path.rglob("*.*")
        if path.is_file()
    }
    assert texts["conformance/packages/go/go.mod"].startswith("module github.com/Acme/formats/generated/go\n")
    assert "site_url: https://acme.github.io/formats/\n" in texts["conformance/tools/build_site/mkdocs.yml"]
    # and in the whole checkout no file has another form of it
    module = runpy.run_path(str(tool))
    for path in module["tracked"](ROOT):
        text = module["named"](path.read_text(encoding="utf-8"), "acme/formats")
        left = [line for line in text.splitlines() if re.search(rf"\b{module['PLACEHOLDER']}\b", line)]
        assert left == [], path
    assert subprocess.run([*command[:2], "no name"], check=False, capture_output=True).returncode == 2
