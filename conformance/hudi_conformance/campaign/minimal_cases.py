# SPDX-License-Identifier: Apache-2.0
"""From classes to cases: each class is reproduced, minimised, and written as TOML for review."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hudi_conformance import edits
from hudi_conformance.campaign import generate, pipe
from hudi_conformance.campaign.classes import UNEDITED, Before, Class, Example, Key
from hudi_conformance.campaign.minimise import minimise
from hudi_conformance.campaign.outcome import FAILURES, Outcome, agreement
from hudi_conformance.campaign.plan import Base
from hudi_conformance.campaign.work import Team
from hudi_conformance.edits import Change, Edit
from hudi_conformance.suite.expectations import toml_string
from hudi_conformance.suite.protocol import blocks_of

_ID_MAX = 70


@dataclass(frozen=True)
class MinimalCase:
    """A class of disagreement with its smallest input.

    Attributes:
        key: with the field that is edited in the minimised input.
        num: rows of the classes that were reduced to it.
        known: why it is expected, or None.
        base, change, command: input and command of the request.
        said: short form of each implementation's answer.
        reference: the complete answer of the reference.
    """

    key: Key
    num: int
    known: str | None
    base: Base
    change: Change
    command: str
    said: Mapping[str, str]
    reference: Mapping[str, Any]

    @property
    def size(self) -> tuple[int, int]:
        """Size to minimise: edits, then bytes of the base."""
        return len(self.change.edits), len(self.base.data)


def minimise_classes(
    classes: Sequence[Class],
    bases: Sequence[Base],
    team: Team,
    progress: Callable[[int, int], None] | None = None,
    classify: Callable[[Key], str | None] = lambda _: None,
) -> tuple[list[MinimalCase], list[Class]]:
    """The smallest input of each class, and classes that could not be reproduced.

    Classes that are reduced to the same one are merged.

    Args:
        classes: disagreements by class.
        bases: the files that were edited.
        team: running adapters.
        progress: called with the number of finished classes and the total.
        classify: why a minimised class is known; its field may differ from that of the original.
    """
    by_name = {base.name: base for base in bases}
    minimal: dict[Key, MinimalCase] = {}
    unreproduced: list[Class] = []
    for number, group in enumerate(classes, 1):
        is_reproduced = False
        for example in group.examples:
            case = _minimise_example(group, example, by_name[example.base], bases, team)
            if case is None:
                continue
            is_reproduced = True
            before = minimal.get(case.key)
            num = group.num + (before.num if before else 0)
            if before is None or case.size < before.size:
                minimal[case.key] = replace(case, num=num, known=group.known or classify(case.key))
            else:
                minimal[case.key] = replace(before, num=num)
            if example.kind != "random":
                break  # its field is known; more examples would give the same result
        if not is_reproduced:
            unreproduced.append(group)
        if progress is not None:
            progress(number, len(classes))
    return sorted(minimal.values(), key=lambda c: (c.known is not None, -c.num, c.key.text())), unreproduced


def base_agreements(bases: Sequence[Base], team: Team) -> Before:
    """Agreement of each implementation with the reference on unedited files."""
    agreements = {}
    for base in bases:
        commands = team.settings.commands.get(base.surface, ())
        team.warm_up(base.data, commands)
        for (command, name), [(outcome, _)] in team.ask([base.data], commands).items():
            reference = team.base(base.data, command, team.answering(command)[0])
            agreements[base.name, name, command] = agreement(reference, outcome)
    return agreements


def _minimise_example(
    group: Class, example: Example, base: Base, bases: Sequence[Base], team: Team
) -> MinimalCase | None:
    """The smallest input for one example, None if the disagreement cannot be reproduced."""
    key, command = group.key, example.command
    change, _ = generate.make(base.data, example.kind, example.number, example.seed or 0, team.settings.scope)
    team.warm_up(base.data, [command])

    def shows(data: bytes) -> bool:
        outcomes = {name: pair[0][0] for (_, name), pair in team.ask([data], [command]).items()}
        return _relation(outcomes, key.implementation) == (key.agreement, key.expected, key.reason)

    by_data = {other.data: other for other in bases if other.surface == base.surface}
    smallest = minimise(base.data, change, shows, list(by_data))
    if smallest is None:
        return None
    base, change = by_data.get(smallest[0], base), smallest[1]
    data = edits.apply_change(base.data, change)
    answers = {name: pair[0][0].said for (_, name), pair in team.ask([data], [command]).items()}
    if key.field != UNEDITED:
        key = replace(key, field=generate.field_of(base.data, change))
    return MinimalCase(
        key, group.num, group.known, base, change, command, answers, _complete_answer(team, command, data)
    )


def _relation(outcomes: Mapping[str, Outcome], implementation: str) -> tuple[str, str, str] | None:
    if implementation not in outcomes:
        return None
    reference, other = next(iter(outcomes.values())), outcomes[implementation]
    label = agreement(reference, other)
    return label, reference.said, (other.reason or "") if label in FAILURES else ""


def _complete_answer(team: Team, command: str, data: bytes) -> Mapping[str, Any]:
    name = team.answering(command)[0]
    text = base64.b64encode(data).decode("ascii")
    line = pipe.request_line(0, command, text, team.settings.ms, team.settings.mib)
    [reply] = team.adapters[name].ask_all([line])
    answer: dict[str, Any] = json.loads(reply.line) if reply.kind == "line" else {"answer": reply.kind}
    return answer


# --- as TOML -----------------------------------------------------------------------------------------


def cases_toml(cases: Sequence[MinimalCase], surface: str) -> str:
    """A manifest with one case per class, for human review before it becomes part of the suite."""
    taken: set[str] = set()
    parts = [
        "# SPDX-License-Identifier: Apache-2.0",
        "# Written by a campaign. Expectations are answers of the reference: check each against",
        "# the specification before it is taken over.",
        f'surface = "{surface}"',
        'topic = "campaign"',
        'about = "Disagreements that a campaign found, each made as small as it gets."',
    ]
    for case in cases:
        if case.key.surface == surface:
            parts += ["", *_case(case, _new_id(case.key, taken))]
    return "\n".join(parts) + "\n"


def _new_id(key: Key, taken: set[str]) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", f"{key.field} {key.agreement} {key.expected}".lower()).strip("-")
    head = f"{key.surface}/campaign/"
    slug = slug[: _ID_MAX - len(head) - 3].strip("-")
    name, number = head + slug, 2
    while name in taken:
        name, number = f"{head}{slug}-{number}", number + 1
    taken.add(name)
    return name


def _case(case: MinimalCase, ident: str) -> Iterator[str]:
    yield f"# {case.key.text()}; {case.num} rows; {case.known or 'not in the known list'}"
    yield "# " + ", ".join(f"{name}: {answer}" for name, answer in case.said.items())
    yield "[[case]]"
    yield f'id = "{ident}"'
    yield f"title = {toml_string(_title(case))}"
    yield f"req = {_list(requirements_of(case))}"
    yield f'cmd = "{case.command}"'
    if case.base.name.startswith("case:"):  # not a file: the bytes themselves
        yield f'hex = "{edits.apply_change(case.base.data, case.change).hex()}"'
    else:
        yield f'base = "{case.base.name}"'
        yield f"edit = [{', '.join(_table(edit) for edit in case.change.edits)}]"
        for flag in ("recount", "rechecksum"):
            if getattr(case.change, flag):
                yield f"{flag} = true"
    yield f"expect = {_expect(case)}"


def requirements_of(case: MinimalCase) -> list[str]:
    """The rule that the reference names, then those of the edited fields."""
    rule = case.reference.get("requirement")
    rules = [rule] if isinstance(rule, str) else []
    for edit in case.change.edits:
        rule = generate.requirement_of(case.base.data, edit)
        if rule is not None and rule not in rules:
            rules.append(rule)
    return rules or [f"{case.key.surface}.review"]


def _title(case: MinimalCase) -> str:
    edit = case.change.edits[0]
    value = f" to {edit['value']}" if "value" in edit else ""
    return f"{case.key.field}: {edit['op']}{value}"


def _expect(case: MinimalCase) -> str:
    """The reference's verdict if it names a rule or rejects a block; otherwise the question is open."""
    answer = case.reference
    if answer.get("answer") == "reject" and isinstance(answer.get("requirement"), str):
        at = f', at = "{answer["at"]}"' if "at" in answer else ""
        return f'{{ reject = ["{answer["code"]}"]{at} }}'
    blocks = blocks_of(answer.get("value")) or []
    if any("reject" in block for block in blocks):
        return f"{{ blocks = {_list([json.dumps(block, ensure_ascii=False) for block in blocks])} }}"
    return '{ open = "to-be-named" }'


def _table(edit: Edit) -> str:
    order = [name for name in ("op", "at", "value", "hex", "repeat", "with", "from") if name in edit]
    members = (f"{n} = {toml_string(edit[n]) if isinstance(edit[n], str) else edit[n]}" for n in order)
    return f"{{ {', '.join(members)} }}"


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(toml_string(text) for text in texts)}]"
