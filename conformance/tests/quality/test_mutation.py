# SPDX-License-Identifier: Apache-2.0
"""The mutation runner: its operators, draws, verdicts, patches and processes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mutation import mutants, operators, outcome, patching, processes, traces

CONFORMANCE = Path(__file__).resolve().parents[2]
PACKAGE = CONFORMANCE / "hudi_conformance"
SOURCE = b'''
LIMIT = 4

def check(size, names, strict=True):
    """A docstring."""
    if size > LIMIT and not names:
        raise ValueError(f"{size + 1} exceeds the limit")
    if size < 0:
        size = abs(size)
    else:
        names = names or []
    for name in names[1:]:
        if name == "x":
            continue
        size += max(len(name), 2)
    try:
        names.sort(reverse=strict)
    except (TypeError, KeyError):
        return None
    return [name for name in names if name.startswith("a")]
'''
EXPECTED = {
    "arithmetic": ["size -= max(len(name), 2)"],
    "relational": [
        "if size <= 0:",
        "if size >= 0:",
        'if name != "x":',
        "if size <= LIMIT and not names:",
        "if size >= LIMIT and not names:",
    ],
    "logical": ["if size > LIMIT and (names):", "if size > LIMIT or not names:"],
    "constant": ["LIMIT = 3", "LIMIT = 5"],
    "condition": ["if False:", "return [name for name in names if True]"],
    "branch": ["if not (size < 0):"],
    "statement": ["pass"],
    "argument": ["names.sort()", "size += max(2, len(name))"],
    "default": ["def check(size, names, strict=False):"],
    "slice": ["for name in names[(1) + 1:]:", "for name in names[(1) - 1:]:", "for name in names[:]:"],
    "exception": ["except (KeyError,):", "except (TypeError,):"],
    "loop": ["break", "for name in ():", "pass"],
    "result": ["return None"],
    "library": [
        'return [name for name in names if name.endswith("a")]',
        "size += min(len(name), 2)",
    ],
}


@pytest.mark.parametrize("family", operators.FAMILIES)
def test_operators_of_a_family(family: str) -> None:
    lines = {mutant.after for mutant in mutants.mutants_of("module.py", SOURCE) if mutant.family == family}
    assert set(EXPECTED[family]) <= lines


@pytest.mark.parametrize("text", ["A docstring", "{size + 2}"], ids=["docstring", "message"])
def test_texts_for_people_are_not_changed(text: str) -> None:
    assert not [mutant for mutant in mutants.mutants_of("module.py", SOURCE) if text in mutant.after]


def test_every_mutant_of_a_module_changes_one_span_and_compiles() -> None:
    path = PACKAGE / "semantics" / "merge" / "rows.py"
    source = path.read_bytes()
    for mutant in mutants.mutants_of("semantics/merge/rows.py", source):
        changed = mutant.apply(source)
        assert changed[: mutant.start] == source[: mutant.start]
        assert changed[mutant.start + len(mutant.text.encode()) :] == source[mutant.end :]
        assert mutants.compiles(changed), mutant.after


def test_a_draw_is_repeatable_and_has_all_families() -> None:
    every = mutants.load_mutants(PACKAGE, ["model", "canonical", "semantics"])
    drawn = mutants.draw(every, 70, seed=5)
    assert drawn == mutants.draw(every, 70, seed=5)
    assert drawn != mutants.draw(every, 70, seed=6)
    assert Counter(mutant.family for mutant in drawn) == dict.fromkeys(operators.FAMILIES, 5)


@pytest.mark.own_job
def test_every_verdict_fits_a_mutant() -> None:
    verdicts = outcome.Verdicts.load(CONFORMANCE / "mutation" / "verdicts.toml")
    entries = [*verdicts.equivalent, *verdicts.unspecified]
    areas = sorted({entry.file.partition("/")[0] for entry in entries})
    assert verdicts.stale(mutants.load_mutants(PACKAGE, areas)) == []
    assert [file for file in verdicts.excluded if not (PACKAGE / file).exists()] == []
    assert all(len(entry.reason) > 10 for entry in entries)


def test_a_function_is_changed_wherever_it_was_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = b"def double(number):\n    return number * 2\n"
    package = tmp_path / "patched_package"
    package.mkdir()
    (package / "__init__.py").write_bytes(b"from patched_package.numbers import double as twice\n")
    (package / "numbers.py").write_bytes(source)
    monkeypatch.syspath_prepend(tmp_path)
    import patched_package  # type: ignore[import-not-found]  # made above

    gc.freeze()  # as the tests' configuration does
    functions = patching.index_functions("patched_package")
    functions.patch(str(package / "numbers.py"), source, source.replace(b"2", b"3"))
    assert patched_package.twice(5) == 15
    with pytest.raises(patching.NeedsImportError):
        functions.patch(str(package / "numbers.py"), source, b"LIMIT = 1\n" + source)


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        pytest.param(lambda: {"fault": ""}, {"fault": ""}, id="result"),
        pytest.param(lambda: os._exit(3), {"died": "crash"}, id="crash"),
        pytest.param(lambda: {}["missing"], "KeyError: 'missing'", id="exception"),
    ],
)
def test_the_end_of_a_forked_task(task: Callable[[], Any], expected: Any) -> None:
    ((number, result, _),) = processes.run_forked(iter([(7, task)]), 1)
    assert number == 7
    assert result == expected or expected in result["error"]


def test_a_task_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> processes.Result:
        while True:
            time.sleep(0.001)

    monkeypatch.setattr(processes, "MAX_CPU_SECONDS", 0.02)
    ((_, result, _),) = processes.run_forked(iter([(0, never)]), 1)
    assert result == {"died": "hang"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"LIMIT = 4\n\n@kernel\ndef walk(at):\n    return at + LIMIT\n", True),
        (b"import numba\n\nLIMIT = 4\n", True),
        (b"LIMIT = 4\n\n@cache\ndef walk(at):\n    return at + LIMIT\n", False),
    ],
    ids=["kernel", "numba", "plain"],
)
def test_constants_of_compiled_functions_are_compiled_with_them(source: bytes, expected: bool) -> None:
    assert {mutant.is_compiled for mutant in mutants.mutants_of("module.py", source)} == {expected}


def test_probes_of_compiled_functions_are_those_that_import_them_too(tmp_path: Path) -> None:
    kept = traces.Traces(tmp_path / "kept", tmp_path, {})
    for name, lines, fault in (("runs", {"a.py": 4}, ""), ("imports", {}, ""), ("fails", {}, "a fault")):
        kept.by_name[name] = traces.Trace("", 0.0, lines, fault)
    assert kept.executing({"a.py": 6}) == ["runs"]
    assert kept.executing({"a.py": 1}, {"imports", "fails"}) == ["imports"]


def test_changed_sources_are_found_before_the_package_is_imported() -> None:
    """Else tests of what takes effect at import run on the unchanged package."""
    program = (
        f"import sys; sys.path[:0] = {sys.path!r}; import mutation.replaced_source; "
        "sys.exit(any(name.startswith('hudi_conformance') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
