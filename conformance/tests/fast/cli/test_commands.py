# SPDX-License-Identifier: Apache-2.0
"""The command line on a small suite of its own: what is printed, what is written, every exit code."""

from __future__ import annotations

import json
import lzma
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
import rich_click as click
import suite_factory as factory
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import COMMANDS, cli, run_cli
from hudi_conformance.suite import events as suite_events
from hudi_conformance.suite import session
from hudi_conformance.toolchain.registry import load_implementations
from instruments.specification.__main__ import command as specification

TOY = Path(__file__).parents[2] / "quality" / "miniatures"


def adapter(name: str) -> str:
    return shlex.join([sys.executable, "-S", str(TOY / f"{name}.py")])


SPEC = """# Toy

> **`toy.magic`** — MUST · reader · log 1 · since 0.5.0
> A file begins with a hash. It may also be empty.
> *source* made up

> **`toy.block`** — SHOULD · reader · log 1 · since 0.5.0
> A block is as long as the file.
> *source* made up
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small suite: three cases that the toy adapter passes."""
    root = tmp_path / "suite"
    cases = root / "conformance/cases/log"
    cases.mkdir(parents=True)
    (root / "conformance/expectations").mkdir()
    (root / "conformance/implementations.toml").write_text("", encoding="utf-8")
    (root / "spec").mkdir()
    (root / "spec/toy.md").write_text(SPEC, encoding="utf-8")
    factory.fixtures(root / "fixtures")
    block = """{ blocks = ['{"kind":"COMMAND_BLOCK","ofs":"0","len":"3"}'] }"""
    hexed = {"base": "None", "edit": "None"}
    (cases / "test.toml").write_text(
        factory.manifest_text(
            factory.case_text("block", **hexed, hex='"23 00 00"', req='["toy.block"]', expect=block),
            factory.case_text(
                "bad", **hexed, hex='"ff"', req='["toy.magic"]', expect='{ reject = ["bad-magic"], at = "0" }'
            ),
            factory.case_text(
                "cut",
                base='"log/two.log"',
                edit='[{ op = "xor", at = "blocks[0].magic", hex = "01" }]',
                req='["toy.magic"]',
                expect='{ reject = ["bad-magic"], blocks = [] }',
            ),
        ),
        encoding="utf-8",
    )
    monkeypatch.setattr(resources, "data_root", lambda: root)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert run_cli(["cases", "lock"]) == 0
    return root


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    capsys.readouterr()

    def call(*args: str) -> tuple[int, str, str]:
        code = run_cli(args)
        out = capsys.readouterr()
        return code, out.out, out.err

    return call


# --- run -----------------------------------------------------------------------------------------------


def test_run_writes_everything_and_exits_0(run: Run, home: Path) -> None:
    code, out, err = run("run", "--adapter", adapter("toy"), "--out", "out")
    assert (code, err.strip()) == (0, "")  # rich 13.7 ends its progress with empty lines
    assert "left out" not in out
    assert "\x1b" not in out
    events = list(suite_events.read(Path("out/events.jsonl.xz")))
    assert events[0]["command_line"] == [
        "hudi-conformance",
        "run",
        "--adapter",
        adapter("toy"),
        "--out",
        "out",
    ]
    assert events[-1]["counts"] == {"toy": {"pass": 3}}
    assert {e["level"] for e in events if e["event"] == "case"} == {"MUST", "SHOULD"}
    assert len(ET.parse("out/junit.xml").getroot().findall(".//testcase")) == 3
    assert Path("out/index.html").stat().st_size > 1000
    assert "toy" in Path("out/summary.md").read_text(encoding="utf-8")
    for name in ("events.jsonl.xz", "index.html", "junit.xml", "summary.md"):
        assert f"out/{name}" in out


def test_run_that_is_not_as_expected_exits_1_and_says_how_to_ask_again(run: Run) -> None:
    code, out, _ = run("run", "--adapter", adapter("off_by_one"))
    assert code == 1
    for part in (
        "log/test/block",
        "wrong-value",
        "toy.block",
        "A block is as long",
        '"3"',
        '"4"',
        "$.blocks[0].len",
        "reproduce:",
    ):
        assert part in out
    reproduce = next(line for line in out.splitlines() if "reproduce:" in line).partition("reproduce: ")[2]
    words = shlex.split(reproduce)
    assert words[0] == "hudi-conformance"
    code, out, _ = run(*words[1:])
    assert code == 1
    assert "log/test/block" in out
    assert "log/test/bad" not in out


def test_run_json(run: Run) -> None:
    code, out, _ = run("run", "--adapter", adapter("off_by_one"), "--json")
    told = json.loads(out)
    assert (code, told["exit"]) == (1, 1)
    assert told["counts"] == {"toy": {"new": 1, "pass": 2}}
    assert [event["case"] for event in told["unexpected"]] == ["log/test/block"]


def test_run_two_adapters_of_one_name(run: Run) -> None:
    _, out, _ = run(
        "run", "--adapter", adapter("toy"), "--adapter", adapter("off_by_one"), "--jobs", "2", "--json"
    )
    assert json.loads(out)["counts"] == {"toy": {"pass": 3}, "toy-2": {"new": 1, "pass": 2}}


@pytest.mark.parametrize(
    ("choice", "ids"),
    [
        (["--cases", "log/test/b*"], {"block", "bad"}),
        (["--cases", "log/test/bad", "--cases", "log/test/cut"], {"bad", "cut"}),
        (["--req", "toy.magic"], {"bad", "cut"}),
        (["--level", "should"], {"block"}),
        (["--surface", "log"], {"block", "bad", "cut"}),
        (["--level", "must", "--cases", "log/test/b*"], {"bad"}),
    ],
)
def test_choices(run: Run, choice: list[str], ids: set[str]) -> None:
    code, _, _ = run("run", "--adapter", adapter("toy"), "--out", "o", *choice)
    events = list(suite_events.read(Path("o/events.jsonl.xz")))
    assert code == 0
    assert {e["id"].rpartition("/")[2] for e in events if e["event"] == "case"} == ids


LISTED = '[[group]]\nreason = "r"\nkind = "bug"\noutcome = "wrong-value"\ncases = ["log/test/block"]\n'


@pytest.mark.parametrize(
    "line",
    [
        "snapsht table",
        "expect chek",
        "spec shwo",
        "run --implementation hudi-jav-1.2.1",
        "list --cases log/recovry",
        "list --req log.recovry",
        "list --feature merge-on-raed",
        "show log/recovery/empty-fiel",
        "defects report hbase-checksum-mismatch-retruned",
    ],
)
def test_a_mistyped_name_is_answered_by_similar_ones(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(line.split()) == 2
    assert "; did you mean " in capsys.readouterr().err


def test_run_with_a_list(run: Run) -> None:
    Path("list.toml").write_text(LISTED, encoding="utf-8")
    code, out, _ = run("run", "--adapter", adapter("off_by_one"), "--expect", "list.toml")
    assert code == 0
    code, out, _ = run("run", "--adapter", adapter("toy"), "--expect", "list.toml")
    assert code == 1
    assert "remove" in out
    Path("list.toml").write_text(LISTED.replace("test/block", "nobody/*"), encoding="utf-8")
    code, out, _ = run("run", "--adapter", adapter("toy"), "--expect", "list.toml")
    assert code == 1
    assert "matches no case" in out


def test_profiles(run: Run) -> None:
    assert run("run", "--adapter", adapter("no_reason"))[0] == 0
    assert run("run", "--adapter", adapter("no_reason"), "--profile", "strict")[0] == 1
    assert run("run", "--adapter", adapter("off_by_one"), "--profile", "robust")[0] == 0
    assert run("run", "--adapter", adapter("falls_over"), "--profile", "robust")[0] == 1


def test_run_once(run: Run) -> None:
    assert run("run", "--adapter", adapter("toy"), "--once")[0] == 0


def shipped(name: str, module: str) -> str:
    keys = {"title": "t", "language": "python", "homepage": "", "about": "", "module": module}
    return f"[{name}]\n" + "".join(f'{key} = "{value}"\n' for key, value in keys.items())


def test_shipped_implementations_and_those_that_cannot_start(run: Run, home: Path) -> None:
    (home / "conformance/implementations.toml").write_text(
        shipped("kaitai-python", "hudi_conformance.adapters.kaitai.python")
        + shipped("broken", "hudi_conformance.adapters.nobody"),
        encoding="utf-8",
    )
    code, out, _ = run("run", "--cases", "log/test/cut")
    assert code == 0  # what cannot start is left out when nobody asked for it by name …
    assert "left out: broken" in out
    code, _, err = run(
        "run", "--cases", "log/test/cut", "--implementation", "broken", "--implementation", "kaitai-python"
    )
    assert code == 3  # … and is an error when somebody did
    assert "left out: broken: " in err


@pytest.mark.parametrize(
    "args",
    [
        ["run", "--adapter", "x", "--profile", "lax"],
        ["run", "--implementation", "nobody"],
        ["run", "--adapter", "x", "--cases", "log/none/*"],
        ["run", "--adapter", "x", "--req", "log.none"],
        ["run", "--adapter", "x", "--surface", "hfile"],
        ["run", "--adapter", "x", "--level", "may"],
        ["run", "--adapter", "x", "--cases", "log/test/block", "--req", "toy.magic"],
        ["run", "--adapter", "x", "--adapter", "y", "--expect", "list.toml"],
        ["run", "--adapter", "'"],
        ["run", "--adapter", ""],
        ["run", "--once"],
        ["run", "--jobs", "0"],
        ["smoke"],
        ["show", "log/none/none"],
        ["show", "nobody"],
        ["explain"],
        ["report", "no-file"],
        ["compare", "a"],
        ["guess"],
        ["expect", "guess"],
    ],
)
def test_usage_errors_exit_2(run: Run, args: list[str]) -> None:
    Path("list.toml").write_text(LISTED, encoding="utf-8")
    code, _, err = run(*args)
    assert code == 2, err
    assert err.strip()


@pytest.mark.parametrize("name", ["garbage_hello", "missing", "non_deterministic"])
def test_an_adapter_that_fails_its_start_exits_3(run: Run, name: str) -> None:
    code, _, err = run("run", "--adapter", adapter(name))
    assert code == 3
    assert ("answers the same request alike" if name == "non_deterministic" else name) in err


def test_a_damaged_suite_exits_4(run: Run, home: Path) -> None:
    file = home / "conformance/cases/log/test.toml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace('hex = "ff"', 'hex = "fe"'), encoding="utf-8")
    code, _, err = run("run", "--adapter", adapter("toy"))
    assert code == 4
    assert "cases/log/test.toml:12 log/test/bad: its input has changed" in err
    file.write_text(good.replace("cmd =", "command ="), encoding="utf-8")
    code, _, err = run("list")
    assert code == 4
    assert "unknown keys ['command']" in err
    file.write_text(good, encoding="utf-8")
    (home / "conformance/expectations/it.toml").write_text("[[group]]\n", encoding="utf-8")
    (home / "conformance/implementations.toml").write_text(shipped("it", "nobody"), encoding="utf-8")
    code, _, err = run("run")
    assert code == 4
    assert "conformance/expectations/it.toml:1: it.toml, group 1: needs a reason" in err


def test_an_internal_error_exits_5(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("hudi_conformance.suite.manifest.load_manifests", broken)
    code, _, err = run("list")
    assert code == 5
    assert "ZeroDivisionError" in err


def test_an_interrupt_exits_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hudi_conformance.suite.runner.run", interrupted)
    assert run("run", "--adapter", adapter("toy"))[0] == 130


def test_annotations_for_github(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, _ = run("run", "--adapter", adapter("off_by_one"))
    assert "::error title=hudi-conformance::toy: log/test/block: wrong-value (new)" in out


# --- the rest ------------------------------------------------------------------------------------------


def test_smoke(run: Run) -> None:
    code, out, _ = run("smoke", "--adapter", adapter("toy"))
    assert code == 0
    assert "checks passed" in out
    code, out, _ = run("smoke", "--adapter", adapter("falls_over"))
    assert code == 3
    assert "this is your adapter, not your reader" in out
    code, out, _ = run("smoke", "--adapter", adapter("garbage_hello"), "--json")
    assert code == 3
    assert json.loads(out)[adapter("garbage_hello")][0]["ok"] is False


def test_help_says_what_each_command_says_of_itself_without_importing_it() -> None:
    context = click.Context(cli)
    own = {name: (cli.get_command(context, name).help or "").split("\n\n")[0] for name in COMMANDS}
    assert {name: " ".join(text.split()) for name, text in own.items()} == COMMANDS
    code = "import sys; from hudi_conformance.cli import run_cli; run_cli(['--help']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    *shown, modules = told.splitlines()
    assert all(name in "".join(shown) for name in COMMANDS)
    assert not {f"hudi_conformance.cli.{name}" for name in COMMANDS} & set(modules.split())


def test_list(run: Run) -> None:
    code, out, _ = run("list")
    assert code == 0
    assert out.splitlines()[1].split("\t") == ["log/test/bad", "log.scan", "reject", "MUST", "A case", ""]
    _, out, _ = run("list", "--req", "toy.block", "--json")
    assert [row["id"] for row in json.loads(out)] == ["log/test/block"]


def test_show(run: Run) -> None:
    code, out, _ = run("show", "cut")
    assert code == 0
    for part in (
        "log/test/cut",
        "toy.magic",
        "A file begins with a hash",
        "blocks[0].magic ^= 01",
        "fields",
        '"bad-magic"',
    ):
        assert part in out
    _, out, _ = run("show", "log/test/bad", "--json")
    assert json.loads(out)["b64"] == "/w=="


def test_explain(run: Run) -> None:
    run("run", "--adapter", adapter("always_accept"), "--out", "out")
    code, out, _ = run("explain", "cut")
    assert code == 0
    for part in ("[22]48 55 44", "toy.magic", "accepts-invalid", "hudi-conformance run --cases log/test/cut"):
        assert part in out
    Path("other.jsonl").write_text("{}\n", encoding="utf-8")
    assert run("explain", "cut", "--events", "other.jsonl")[0] == 2


def test_report_and_compare(run: Run) -> None:
    run("run", "--adapter", adapter("toy"), "--out", "old")
    run("run", "--adapter", adapter("off_by_one"), "--out", "new")
    old, new = "old/events.jsonl.xz", "new/events.jsonl.xz"
    code, out, _ = run("compare", old, new)
    assert code == 1
    assert "log/test/block" in out
    assert run("compare", old, new, "--fail-on-regression")[0] == 1
    assert run("compare", old, new, "--no-fail-on-regression") == (0, out, "")
    assert run("compare", new, old)[0] == 0
    assert json.loads(run("compare", old, old, "--json")[1])["regression"] is False
    code, out, _ = run("report", new, "--out", "again")
    assert code == 0
    assert Path("again/index.html").read_text("utf-8") == Path("new/index.html").read_text("utf-8")
    assert run("report", new)[0] == 1
    whole = lzma.decompress(Path(new).read_bytes()).decode("utf-8").splitlines(keepends=True)
    Path("cut.jsonl").write_text("".join(whole[:-1]), encoding="utf-8")
    code, _, err = run("report", "cut.jsonl")
    assert code == 2
    assert "footer" in err


def test_expect(run: Run, home: Path) -> None:
    run("run", "--adapter", adapter("off_by_one"), "--out", "out")
    code, out, _ = run("expect", "update", "out/events.jsonl.xz", "--dir", "lists", "--dry-run")
    assert code == 0
    assert "+ wrong-value log/test/block" in out
    assert not Path("lists").exists()
    assert run("expect", "update", "out/events.jsonl.xz", "--dir", "lists")[0] == 0
    code, out, _ = run("expect", "check", "lists/toy.toml")
    assert code == 1
    assert "no reason is given yet" in out
    text = Path("lists/toy.toml").read_text("utf-8").replace("UNEXPLAINED", "one off in every length")
    Path("lists/toy.toml").write_text(text, encoding="utf-8")
    assert run("expect", "check", "lists/toy.toml")[0] == 0
    assert run("run", "--adapter", adapter("off_by_one"), "--expect", "lists/toy.toml")[0] == 0
    (home / "conformance/expectations/nobody.toml").write_text(LISTED, encoding="utf-8")
    code, out, _ = run("expect", "check")
    assert (code, "no implementation has this name" in out) == (1, True)
    run("run", "--adapter", adapter("toy"), "--profile", "strict", "--out", "strict")
    assert run("expect", "update", "strict/events.jsonl.xz", "--dir", "lists")[0] == 2


def test_export(run: Run) -> None:
    code, _, _ = run("export", "suite-out")
    assert code == 0
    told = json.loads(Path("suite-out/cases.json").read_text("utf-8"))
    by_id = {case["id"]: case for case in told["cases"]}
    assert Path("suite-out", by_id["log/test/bad"]["input"]).read_bytes() == b"\xff"
    assert by_id["log/test/cut"]["expect"] == {
        "kind": "reject",
        "codes": ["bad-magic"],
        "at": None,
        "blocks": [],
    }
    sums = Path("suite-out/SHA256SUMS").read_text("utf-8").splitlines()
    assert len(sums) == 4
    assert run("export", "suite-out")[0] == 2


def test_cases(run: Run, home: Path) -> None:
    assert run("cases", "check")[0] == 0
    lock = home / "conformance/cases/LOCK.json"
    pinned = json.loads(lock.read_text("utf-8"))
    pinned["log/test/gone"] = pinned.pop("log/test/bad")
    lock.write_text(json.dumps(pinned), encoding="utf-8")
    code, _, err = run("cases", "check")
    assert code == 4
    assert "1 unlocked case, log/test/bad first" in err
    assert "log/test/gone: is locked, but the case does not exist" in err
    _, _, err = run("run", "--adapter", adapter("toy"))
    assert "unlocked cases: 1" in err
    _, out, _ = run("cases", "lock")
    assert "removed log/test/gone" in out
    (home / "spec/toy.md").write_text(SPEC.replace("toy.block", "toy.other"), encoding="utf-8")
    code, _, err = run("cases", "check")
    assert "log/test/block: names the unknown requirement toy.block" in err


def test_check_of_the_specification_reports_malformed_cases(home: Path) -> None:
    file = home / "conformance/cases/log/test.toml"
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace('reject = ["bad-magic"], at', 'reject = "bad-magic", at'), encoding="utf-8")
    checked = CliRunner().invoke(specification, ["check"])
    assert checked.exit_code == 1
    assert checked.output.splitlines() == [
        "conformance/cases/log/test.toml:12: log/test/bad: reject must be a list of strings",
        "2 requirements, 3 cases, 1 problem",
    ]


def test_every_subcommand_has_help(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for name in COMMANDS:
        assert name in out
        code, text, _ = run(name, "--help")
        assert (code, len(text) > 200) == (0, True), name
    assert run("ghost")[0] == 2


def test_version(run: Run) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert "0.1.0" in out


def test_all_is_each_that_starts_here() -> None:
    """Nobody is named, so that nobody must start: optional ones need what not every machine has."""
    everyone = load_implementations()
    found = session.participants(("all",), (), once=False, patience=2.0, expect_file=None, no_expect=False)
    assert [one.name for one in found] == list(everyone)
    assert not any(one.required for one in found)
    one = session.participants(
        ("hudi-java-0.9.0",), (), once=False, patience=2.0, expect_file=None, no_expect=False
    )
    assert [(who.name, who.required) for who in one] == [("hudi-java-0.9.0", True)]
