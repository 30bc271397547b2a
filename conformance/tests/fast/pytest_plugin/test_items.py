# SPDX-License-Identifier: Apache-2.0
"""The plugin, in pytest runs of its own: what it collects, and how each verdict comes out."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree as ET

import hudi_conformance.pytest_plugin.items  # noqa: F401 - once, or every inner run loads it anew
import pytest
import whole_suite
from hudi_conformance.suite import session

pytest_plugins = ["pytester"]

# Knows one command; `how` decides what it does with every input.
ADAPTER = """
import json, os, sys
how = sys.argv[1]
for line in sys.stdin:
    asked = json.loads(line)
    said = {"seq": asked["seq"], "answer": "value", "value": {}}
    if asked["cmd"] == "hello":
        said["value"] = {"protocol": 1, "name": "mine", "version": "7", "language": "python",
                         "commands": ["name.parse"], "features": [], "inputs": ["b64"]}
    elif asked["cmd"] == "bye":
        print(json.dumps(said), flush=True)
        break
    elif asked["cmd"] != "name.parse":
        said = {"seq": asked["seq"], "answer": "unsupported", "what": asked["cmd"]}
    elif how == "refuse":
        said = {"seq": asked["seq"], "answer": "reject", "code": "unspecified", "message": "I dislike it"}
    elif how == "accept":
        said["value"] = {"file_id": "f", "instant": "1"}
    print(json.dumps(said), flush=True)
"""
REFUSED, PARSED = "name/parse/only-a-dot", "name/parse/uuid-with-counter"


@pytest.fixture(autouse=True)
def _one_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inner runs share the prepared cases, which take longer than the runs."""
    suite, ready = whole_suite.opened()
    monkeypatch.setattr(suite, "prepare", lambda _: ready)  # every run asks for all of them
    monkeypatch.setattr(session, "Session", lambda *_: suite)


@pytest.fixture
def mine(pytester: pytest.Pytester) -> str:
    """Command line of the adapter above, without its `how`."""
    return f"{sys.executable} {pytester.makepyfile(adapter=ADAPTER)}"


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    # Without hypothesis, which is loaded anew, and slowly, by every inner run.
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-rA", *args)


def chosen(*ids: str) -> tuple[str, str]:
    return "-k", " or ".join(ids)


def test_without_an_option_nothing_is_added(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_mine(): pass\ndef test_uses(hudi_conformance_adapter): pass")
    result = run(pytester)
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*collected 2 items*", "*no --hudi-conformance-adapter*"])


@pytest.mark.own_job
def test_a_shipped_implementation_is_judged(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--hudi-conformance-implementation", "kaitai-python", "-k", "name/parse")
    assert result.ret == 0
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] > 10
    assert "failed" not in outcomes
    result.stdout.fnmatch_lines([f"PASSED {PARSED}*"])


@pytest.mark.own_job
def test_markers_choose(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_mine(): pass")
    base = ("--hudi-conformance-implementation", "kaitai-python", "--collect-only", "-q", "--strict-markers")
    everything = collected(run(pytester, *base, "-m", "surface"))
    names = collected(run(pytester, *base, "-m", 'surface(name="name")'))
    rule = collected(run(pytester, *base, "-m", 'req(id="name.log.whole-match") and must'))
    assert len(everything) > 300
    assert all("/" in item for item in everything), "-m surface leaves the tests of the library out"
    assert names
    assert {item.split("/")[0] for item in names} == {"name"}
    assert set(rule) < set(names)
    assert rule


def collected(result: pytest.RunResult) -> list[str]:
    assert result.ret == 0
    return [line for line in result.outlines if line.count("/") == 2 and " " not in line]


def test_a_failure_prints_the_block_of_run(pytester: pytest.Pytester, mine: str) -> None:
    result = run(pytester, "--hudi-conformance-adapter", f"{mine} refuse", *chosen(PARSED))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            f"{PARSED}  rejects-valid",
            "  name.log.* MUST *",
            "  expected: accept*",
            "  mine: refused as unspecified",
            "  message: I dislike it",
            f"  reproduce: hudi-conformance run --adapter '*adapter.py refuse' --cases {PARSED}",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.own_job
def test_a_weak_pass_passes_in_core_and_fails_in_strict(pytester: pytest.Pytester, mine: str) -> None:
    adapter = ("--hudi-conformance-adapter", f"{mine} refuse", *chosen(REFUSED))
    run(pytester, *adapter).assert_outcomes(passed=1)
    run(pytester, *adapter, "--hudi-conformance-profile", "strict").assert_outcomes(failed=1)


@pytest.mark.own_job
def test_what_it_cannot_do_and_what_is_open_is_skipped(pytester: pytest.Pytester, mine: str) -> None:
    result = run(pytester, "--hudi-conformance-adapter", f"{mine} refuse", "-k", "log/avro")
    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"skipped", "deselected"}
    result.stdout.fnmatch_lines(["SKIPPED*unsupported: log.records*"])
    result = run(pytester, "--hudi-conformance-implementation", "kaitai-python", "-k", "content-version-99")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED*open: log-content-version*"])


def expect(pytester: pytest.Pytester, outcome: str, *cases: str) -> tuple[str, str]:
    listed = ", ".join(f'"{case}"' for case in cases)
    path = pytester.path / "known.toml"
    path.write_text(
        f'[[group]]\nreason = "to be mended"\nkind = "bug"\noutcome = "{outcome}"\ncases = [{listed}]\n'
    )
    return "--hudi-conformance-expect", str(path)


@pytest.mark.own_job
def test_a_known_failure_is_an_xfail(pytester: pytest.Pytester, mine: str) -> None:
    adapter = ("--hudi-conformance-adapter", f"{mine} refuse", *expect(pytester, "rejects-valid", PARSED))
    result = run(pytester, *adapter, *chosen(PARSED))
    result.assert_outcomes(xfailed=1)
    result.stdout.fnmatch_lines([f"XFAIL {PARSED} - rejects-valid: to be mended"])
    assert result.ret == 0
    shown = run(pytester, *adapter, *chosen(PARSED), "--runxfail")
    shown.assert_outcomes(failed=1)


def test_a_known_failure_that_passes_fails(pytester: pytest.Pytester, mine: str) -> None:
    listed = expect(pytester, "accepts-invalid", REFUSED)
    result = run(pytester, "--hudi-conformance-adapter", f"{mine} refuse", *listed, *chosen(REFUSED))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*on the expectation list but passes: remove the entry"])


def test_a_known_failure_that_fails_in_another_way_fails(pytester: pytest.Pytester, mine: str) -> None:
    listed = expect(pytester, "wrong-value", PARSED)
    result = run(pytester, "--hudi-conformance-adapter", f"{mine} refuse", *listed, *chosen(PARSED))
    result.assert_outcomes(failed=1)


def test_a_list_that_is_not_in_order_fails(pytester: pytest.Pytester, mine: str) -> None:
    listed = expect(pytester, "wrong-value", "name/parse/no-such-case")
    result = run(
        pytester, "--hudi-conformance-adapter", f"{mine} refuse", *listed, *chosen("expectation-list")
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*'name/parse/no-such-case' matches no case"])


def test_the_fixture_answers_questions(pytester: pytest.Pytester, mine: str) -> None:
    pytester.makepyfile(
        """
        def test_mine(hudi_conformance_adapter):
            assert hudi_conformance_adapter.hello.name == "mine"
            said = hudi_conformance_adapter.ask("name.parse", None, {"name": "x"}, ms=1000, mib=64)
            assert said.value == {"file_id": "f", "instant": "1"}
        """
    )
    result = run(pytester, "--hudi-conformance-adapter", f"{mine} accept", *chosen("test_mine"))
    result.assert_outcomes(passed=1)


def test_junit_tells_the_rule(pytester: pytest.Pytester, mine: str) -> None:
    run(pytester, "--hudi-conformance-adapter", f"{mine} refuse", "--junitxml=out.xml", *chosen(PARSED))
    (test,) = ET.parse(pytester.path / "out.xml").iter("testcase")
    said = {(item.get("name"), item.get("value")) for item in test.iter("property")}
    assert {("verdict", "rejects-valid"), ("level", "MUST")} <= said
    assert any(name == "req" for name, _ in said)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--hudi-conformance-implementation", "no-such"], "no implementation 'no-such'"),
        (["--hudi-conformance-adapter", "x", "--hudi-conformance-implementation", "y"], "exclude each other"),
        (["--hudi-conformance-expect", "x"], "needs --hudi-conformance-adapter"),
        (
            ["--hudi-conformance-adapter", "x", "--hudi-conformance-profile", "lax"],
            "profile 'lax' is not one of",
        ),
        (["--hudi-conformance-adapter", "x", "--hudi-conformance-expect", "none.toml"], "none.toml"),
    ],
)
def test_usage(pytester: pytest.Pytester, args: list[str], complaint: str) -> None:
    result = pytester.runpytest_inprocess(*args)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{complaint}*"])


def test_an_adapter_that_does_not_start_ends_the_session(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--hudi-conformance-adapter", "/no/such/program", *chosen(PARSED))
    assert result.ret == 3
    result.stdout.fnmatch_lines(["*the adapter does not start*"])


def test_the_plugin_costs_nothing_when_it_is_not_used(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys
        def test_mine():
            assert "hudi_conformance.pytest_plugin" in sys.modules
            assert not [name for name in sys.modules if name.startswith("hudi_conformance.suite")]
            assert "rich_click" not in sys.modules
        """
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout
