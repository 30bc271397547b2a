# SPDX-License-Identifier: Apache-2.0
"""The suite catches wrong implementations: mutants of our own die by cases that name the broken rule.

Here a sample of them; all of them by `python conformance/tests/quality/kills.py`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import kills
import pytest
import whole_suite
from hudi_conformance import resources
from hudi_conformance.specification import requirements
from instruments.specification import traceability
from sampling import IS_WHOLE

SEED = int(os.environ.get("HUDI_CONFORMANCE_SEED", "20261121"))
NUM_SAMPLED = 10 if IS_WHOLE else 5
MUTANTS = kills.load_mutants()
KEPT = json.loads(kills.KILLS.read_text(encoding="utf-8"))["mutants"]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_mutant_is_one_changed_line_that_is_there(mutant: kills.Mutant) -> None:
    text = (resources.data_root() / mutant.path).read_text(encoding="utf-8")
    changed = mutant.apply(text)
    before, after = mutant.find.splitlines(), mutant.replace.splitlines()
    if mutant.file.startswith("ksy/"):
        gone = [line for line in before if line not in after]
        assert gone
        assert gone[0].strip().startswith("valid:")
        assert all(line in before for line in after)
    else:
        assert len(before) == len(after)
        assert sum(old != new for old, new in zip(before, after, strict=True)) == 1
        compile(changed, mutant.path, "exec")


def test_every_mutant_is_about_a_requirement_of_the_specification() -> None:
    known = requirements.load(resources.spec_dir()).requirements
    assert [mutant.id for mutant in MUTANTS if mutant.requirement not in known] == []


def test_every_settled_must_of_logs_and_names_has_a_mutant() -> None:
    known = requirements.load(resources.spec_dir()).requirements
    musts = {
        item.id
        for item in known.values()
        if item.level == "MUST" and item.settled and not item.untestable
        if item.id.startswith(("log.", "name.", "limits."))
    }
    assert musts
    assert sorted(musts - {mutant.requirement for mutant in MUTANTS}) == []


@pytest.mark.parametrize("page", ["log.scan.", "merge.", "table.", "timeline.", "archive.", "history."])
def test_every_settled_must_of_a_page_has_a_mutant_that_dies(page: str) -> None:
    known = requirements.load(resources.spec_dir()).requirements
    musts = {
        item.id
        for item in known.values()
        if item.level == "MUST" and item.settled and not item.untestable and item.id.startswith(page)
    }
    assert musts
    assert sorted(musts - {entry["requirement"] for entry in KEPT.values() if entry["killed"]}) == []


def test_only_what_changed_is_put_to_the_cases_again() -> None:
    first, second, third, fourth = MUTANTS[:4]
    old = {
        "mutants": {
            first.id: {"digest": first.digest, "source": first.source},
            second.id: {"digest": "of an older form", "source": second.source},
            fourth.id: {"digest": fourth.digest, "source": "of an older file"},
            "gone": {},
        }
    }
    assert kills.unknown_to(old, [first, second, third, fourth]) == [second, third, fourth]
    new = {
        "about": "new",
        "mutants": {third.id: {"digest": third.digest}, second.id: {"digest": second.digest}},
    }
    whole = kills.merged(old, new, [first, second, third])
    assert {ident: entry["digest"] for ident, entry in whole["mutants"].items()} == {
        mutant.id: mutant.digest for mutant in (first, second, third)
    }
    assert list(whole["mutants"]) == [first.id, second.id, third.id]


def test_check_names_what_stored_results_do_not_cover(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    current = {m.id: {"digest": m.digest, "source": m.source} for m in MUTANTS}
    monkeypatch.setattr(kills, "KILLS", tmp_path / "kills.json")
    monkeypatch.setattr("sys.argv", ["kills.py", "--check"])
    kills.KILLS.write_text(json.dumps({"mutants": current}))
    assert kills.main() == 0
    changed = MUTANTS[0]
    current[changed.id]["source"] = "of an older file"
    kills.KILLS.write_text(json.dumps({"mutants": current | {"gone": {}}}))
    assert kills.main() == 1
    told = capsys.readouterr().err
    assert changed.id in told
    assert "gone" in told


def test_most_settled_musts_of_hfiles_have_a_mutant_that_dies() -> None:
    # Here not all of them: what one check lets pass the next one refuses.
    known = requirements.load(resources.spec_dir()).requirements
    musts = {
        item.id
        for item in known.values()
        if item.level == "MUST" and item.settled and not item.untestable
        if item.id.startswith(("hfile.", "hudi.hfile."))
    }
    assert musts
    killed = {entry["requirement"] for entry in KEPT.values() if entry["killed"]}
    assert len(musts & killed) > len(musts) * 3 / 4


def test_results_are_those_of_the_list() -> None:
    # Which cases fail may change with every case that is added; that one does, must not.
    assert {ident: entry["digest"] for ident, entry in KEPT.items()} == {m.id: m.digest for m in MUTANTS}
    survivors = {mutant.id for mutant in MUTANTS if mutant.survives}
    assert {ident for ident, entry in KEPT.items() if not entry["killed"]} == survivors


def test_cases_that_killed_still_name_the_requirement() -> None:
    names = {case.id: case.req for case in whole_suite.opened()[0].cases}
    assert [
        (ident, case)
        for ident, entry in KEPT.items()
        for case in entry["cases"]
        if entry["requirement"] not in names.get(case, ())
    ] == []


def test_coverage_counts_requirements_with_a_killed_mutant() -> None:
    killed = traceability.load_kills(kills.KILLS)
    assert killed == {entry["requirement"] for entry in KEPT.values() if entry["killed"]}
    assert traceability.load_kills(kills.KILLS.with_name("there-is-none.json")) is None


def test_sampled_mutants_are_killed() -> None:
    chosen = kills.sample(MUTANTS, NUM_SAMPLED, SEED)
    found, skipped = kills.hunt(chosen)
    assert skipped == []
    assert [kill.mutant.id for kill in found if not kill.is_as_listed] == [], f"seed {SEED}"
    assert len(found) == NUM_SAMPLED


@pytest.mark.own_job
def test_a_change_that_changes_nothing_survives() -> None:
    harmless = kills.Mutant(
        "harmless", "log.recovery.resync", "decode/log/scan.py", "_MAX_INTERNED = 256", "_MAX_INTERNED = 255"
    )
    (kill,), _ = kills.hunt([harmless], jobs=1)
    assert kill.asked > 0
    assert not kill.killed
    assert not kill.is_as_listed


@pytest.mark.parametrize(
    ("find", "replace"),
    [("no such text", "x"), ("import", "x"), ("_MAX_INTERNED = 256", "this is no Python(")],
)
def test_a_broken_mutant_is_no_kill(find: str, replace: str) -> None:
    broken = kills.Mutant("broken", "log.recovery.resync", "decode/log/scan.py", find, replace)
    with pytest.raises(kills.BrokenMutantError, match="broken"):
        kills.hunt([broken], jobs=1)
