# SPDX-License-Identifier: Apache-2.0
"""Cases of all surfaces test what they say: edits change something, bases are good, no lazy answer passes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

import lazy
import pytest
from hudi_conformance import edits, resources
from hudi_conformance.suite import session
from hudi_conformance.suite.adapter import Input
from hudi_conformance.suite.addresses import AddressError
from hudi_conformance.suite.expectations import list_problems, load_list
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.judge import judge
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.suite.trees import Tree

PASSES = frozenset({"pass", "pass-weak"})
SUITE, CASES = lazy.opened()
CLOSED = [ready for ready in CASES if ready.case.kind not in {"open", "robust"}]
EDITED = [ready for ready in CASES if ready.case.edit]
# What is edited here must be ignored or is another form of the same content: the answer is the one
# about the base. All others tell the two apart.
IGNORED = {
    "base/orc/text-without-value",
    "hfile/beside/info-without-averages",
    "hfile/beside/info-without-last-key",
    "hfile/cell-bounds/timestamp-0",
    "hfile/damage/minor-255",
    "hfile/damage/minor-9",
    "hfile/damage/previous-offset-beyond-file",
    "hfile/damage/previous-offset-minus-2",
    "hfile/damage/previous-offset-own",
    "hfile/damage/trailer-padding",
    "hfile/damage/trailer-without-codec",
    "hfile/damage/trailer-without-codec-cells",
    "hfile/deep/check-tags-of-type-only",
    "hfile/file-info/padding-ignored-2-2",
    "hfile/file-info/padding-ignored-2-3",
    "hfile/file-info/reversed",
    "hfile/file-info/value-first",
    "hfile/file-info/value-first-cells",
    "hfile/index-forms/key-length-in-nine-bytes",
    "hfile/index-forms/key-length-in-two-bytes",
    "hfile/index-forms/key-length-in-two-bytes-get",
    "hfile/old-versions/info-class-of-value",
    "hfile/trailer-message/codec-33-bits",
    "hfile/trailer-message/comparator-a-number",
    "hfile/trailer-message/comparator-twice",
    "hfile/trailer-message/count-of-eight-bytes",
    "hfile/trailer-message/count-twice",
    "hfile/trailer-message/first-data-absent",
    "hfile/trailer-message/length-not-minimal",
    "hfile/trailer-message/meta-count-absent",
    "hfile/trailer-message/no-codec",
    "hfile/trailer-message/number-not-minimal",
    "hfile/trailer-message/reversed",
    "hfile/trailer-message/reversed-cells",
    "hfile/trailer-message/room-filled",
    "hfile/trailer-message/three-absent-cells",
    "hfile/trailer-message/unknown-eight",
    "hfile/trailer-message/unknown-four",
    "hfile/trailer-message/unknown-greatest",
    "hfile/trailer-message/unknown-no-bytes",
    "hfile/trailer-message/unknown-varint",
    "log/avro/content-version-1",
    "log/avro/content-version-2",
    "log/check-rules/hfile-key-written-in-version-5",
    "log/merged/compacted-chain-of-one",
    "log/merged/compacted-times-with-blanks",
    "log/merged/rollback-of-corrupt",
    "log/positions/bad-cookie-ignored",
    "log/positions/bucket-count-negative-ignored",
    "log/positions/bucket-count-too-large-ignored",
    "log/positions/container-count-too-large-ignored",
    "log/positions/not-base64-ignored",
    "log/recovery/stray-bytes-1",
    "log/recovery/stray-bytes-2",
    "log/recovery/stray-bytes-3",
    "log/recovery/stray-bytes-4",
    "log/recovery/stray-bytes-5",
    "log/salvage/torn-block",
    "log/salvage/wrong-trailing-length",
    "metadata/bloom-files/check-bit-added",
    "metadata/bloom-footers/filter-twice",
}
# Edits of these take away what is wrong with them.
REPAIRED = {"bloom/file_wrong_code.parquet", "hfile/bad_levels_zero.hfile", "hfile/bad_prefix_common.hfile"}
TRICKS = {
    name: trick
    for name, trick in lazy.tricks(SUITE, CASES).items()
    if name not in {"unedited-base", "edited-is-bad"}
}


@cache
def answer_about(cmd: str, data: Input, args: str) -> Answer:
    return lazy.ask_ours(cmd, data, json.loads(args))


def ours(ready: Prepared, data: Input) -> Answer:
    args = json.dumps(dict(ready.args), sort_keys=True)
    if isinstance(data, Tree):
        return lazy.ask_ours(ready.case.cmd, data, ready.args)
    return answer_about(ready.case.cmd, data, args)


def about_base(ready: Prepared) -> Answer:
    return ours(ready, lazy.unedited(SUITE, ready))


def is_closed(ready: Prepared) -> bool:
    return ready.case.kind not in {"open", "robust"}


def passes(ready: Prepared, answer: Answer) -> bool:
    return judge(ready.expectation, answer, None).verdict in PASSES


def takes_either(ready: Prepared) -> bool:
    """Whether a refusal is as right as a certain value: only another value, or a crash, is a failure."""
    kinds = {option.kind for option in ready.expectation.options}
    return "reject" in kinds and len(kinds) > 1


def is_same(one: Input, other: Input) -> bool:
    if isinstance(one, Tree) and isinstance(other, Tree):
        return one.digest == other.digest
    return one == other


def test_there_are_cases_of_every_kind_and_surface() -> None:
    assert len(EDITED) > 400
    assert {ready.case.kind for ready in CASES} >= {"blocks", "value", "reject", "any", "robust", "findings"}
    surfaces = {path.name for path in resources.cases_dir().iterdir() if path.is_dir()}
    assert {ready.case.surface for ready in CLOSED} == surfaces


def test_edits_change_the_input() -> None:
    same = [ready.case.id for ready in EDITED if is_same(ready.input, lazy.unedited(SUITE, ready))]
    assert same == []


def without(ready: Prepared, number: int) -> bytes | None:
    """The input without one of the edits, None where the others do not fit without it."""
    rest = [edit for index, edit in enumerate(ready.case.edit) if index != number]
    base = lazy.unedited(SUITE, ready)
    assert isinstance(base, bytes)
    try:
        return edits.apply(base, rest, ready.case.recount, SUITE.fixtures, ready.case.rechecksum)
    except (AddressError, ValueError):
        return None


def test_no_edit_is_idle() -> None:
    assert [
        (ready.case.id, number)
        for ready in EDITED
        if not ready.case.is_tree
        for number in range(len(ready.case.edit))
        if without(ready, number) == ready.data
    ] == []


def test_bases_are_good() -> None:
    bad = set()
    for ready in EDITED:
        if ready.case.kind == "robust":
            continue  # tells nothing apart, and may start from what a reader refuses
        answer = about_base(ready)
        text = json.dumps(answer.value)
        if answer.answer != "value" or '"reject"' in text or '"CORRUPT_BLOCK"' in text:
            bad.add(ready.case.base or ready.case.tree)
    assert bad == REPAIRED


def test_cases_tell_their_input_from_their_base() -> None:
    telling = [ready for ready in EDITED if is_closed(ready) and not takes_either(ready)]
    assert {ready.case.id for ready in telling if passes(ready, about_base(ready))} == IGNORED


def test_bases_of_rejections_are_accepted() -> None:
    rejections = [ready for ready in EDITED if ready.case.kind == "reject"]
    assert rejections
    assert [ready.case.id for ready in rejections if about_base(ready).answer != "value"] == []


def passing_tricks(ready: Prepared) -> frozenset[str]:
    """Tricks whose answer passes a case."""
    return frozenset(
        name for name, trick in TRICKS.items() if passes(ready, trick(ready.case.cmd, None, ready.args))
    )


def test_no_case_passes_whatever_is_answered() -> None:
    either = set()
    for ready in CLOSED:
        names = passing_tricks(ready)
        refusals = {name for name in names if name.startswith("reject-")}
        if refusals and names - refusals and not takes_either(ready):
            either.add(ready.case.id)
    assert either == set()


def test_cases_that_take_a_value_and_a_refusal_are_few() -> None:
    either = [ready for ready in CLOSED if takes_either(ready)]
    assert len(either) < len(CLOSED) / 20


def test_no_closed_case_passes_without_an_answer() -> None:
    silent = {"limit", "unsupported"}
    assert [ready.case.id for ready in CLOSED if passing_tricks(ready) & silent] == []


def test_no_command_is_passed_by_one_answer() -> None:
    """For each command at least two closed cases have right answers that no single answer covers."""
    by_command: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for ready in CLOSED:
        by_command[ready.case.cmd].append(passing_tricks(ready))
    covered = {cmd: frozenset.intersection(*names) for cmd, names in by_command.items()}
    assert {cmd: names for cmd, names in covered.items() if names} == {}


@pytest.mark.parametrize("kind", ["error", "crash", "hang", "garbled", "absent"])
def test_no_case_passes_when_the_answer_is_none(kind: str) -> None:
    fallen = Answer(kind, message="fell over")
    assert [ready.case.id for ready in CASES if passes(ready, fallen)] == []


def test_cases_of_one_input_and_command_expect_the_same() -> None:
    kept: dict[tuple[str, str, str], Prepared] = {}
    differing = []
    for ready in CLOSED:
        key = (ready.case.cmd, ready.digest, json.dumps(dict(ready.args), sort_keys=True))
        other = kept.setdefault(key, ready)
        if other is ready:
            continue
        answer = ours(ready, ready.input)
        if passes(ready, answer) != passes(other, answer):
            differing.append((other.case.id, ready.case.id))
    assert differing == []


def shipped_lists() -> Mapping[str, Any]:
    folder = resources.expectations_dir()
    return {path.stem: load_list(path, path.stem) for path in sorted(folder.glob("*.toml"))}


def test_lists_of_known_failures_fit_the_cases() -> None:
    lists = shipped_lists()
    assert lists
    ids = [case.id for case in SUITE.cases]
    problems = {name: list_problems(known, ids, today=session.today()) for name, known in lists.items()}
    assert [(name, found) for name, found in problems.items() if found] == []


def test_our_own_readers_have_no_known_failures() -> None:
    assert {"kaitai-python", "kaitai-java"} & shipped_lists().keys() == set()
