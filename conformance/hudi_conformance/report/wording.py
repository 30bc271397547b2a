# SPDX-License-Identifier: Apache-2.0
"""Expectations, answers, verdicts and failures as text, the same in every kind of report."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from hudi_conformance import resources
from hudi_conformance.look.text import CLIP, clipped, printable
from hudi_conformance.report import hexview
from hudi_conformance.report.model import Case, Result
from hudi_conformance.specification.requirements import Requirement

TEXTS = resources.package_table("report/texts.toml")
VERDICTS: dict[str, str] = TEXTS["verdicts"]
STATUSES: dict[str, str] = TEXTS["statuses"]
LISTED_BUT_PASSES = "passes, but is listed as failing"


def short_json(value: object, clip: int = CLIP) -> str:
    """One line of JSON, cut to at most `clip` characters with a note."""
    return clipped(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")), clip)


def heading(rule: Requirement) -> str:
    """Level, roles, versions, as the first line of the requirement writes them."""
    return f"{rule.level} · {', '.join(rule.roles)} · {rule.formats} · since {rule.since}"


def expectation(expect: Mapping[str, Any]) -> str:
    """The expectation of a case, as one sentence without its full stop."""
    kind = str(expect.get("kind", "?"))
    if kind == "reject" or (kind == "?" and "reject" in expect):
        return _rejection(expect)
    if kind == "any":
        options = expect.get("any")
        if isinstance(options, Sequence) and not isinstance(options, str):
            return "any of: " + "; or ".join(expectation(_with_kind(option)) for option in options)
        return "any of several answers"
    if kind == "open":
        question = expect.get("open") or expect.get("question")
        return f"nothing: open question {question}" if question else "nothing: the rule is not settled"
    sentence = {
        "value": "accept, with exactly the recorded answer",
        "bytes": "write exactly the recorded bytes",
        "reads-back": "write bytes that read back as requested",
        "robust": "a value, a refusal or a limit, within the budget",
        "findings": "exactly these findings",
        "blocks": "accept, with these blocks",
    }.get(kind, kind)
    listed = expect.get(kind)
    if kind in {"blocks", "findings", "reads-back"} and isinstance(listed, Sequence):
        if not listed:
            return f"{sentence}: none"
        if not isinstance(listed, str):
            return f"{sentence}: " + ", ".join(_token(token) for token in listed)
    return sentence


def _with_kind(option: object) -> Mapping[str, Any]:
    if not isinstance(option, Mapping):
        return {"kind": str(option)}
    if "kind" in option:
        return option
    kinds = [key for key in option if key not in {"at"}]
    order = ("reject", "value", "blocks", "bytes", "reads-back", "findings", "robust", "open")
    return {"kind": next((kind for kind in order if kind in kinds), "?"), **option}


def _rejection(expect: Mapping[str, Any]) -> str:
    codes = expect.get("reject") or expect.get("codes") or []
    codes = [codes] if isinstance(codes, str) else codes
    phrase = "refuse" + (f" as {' or '.join(map(str, codes))}" if codes else "")
    if expect.get("at") is not None:
        places = [expect["at"]] if isinstance(expect["at"], str) else expect["at"]
        phrase += f" at byte {' or '.join(map(str, places))}"
    blocks = expect.get("blocks")
    if isinstance(blocks, Sequence) and not isinstance(blocks, str):
        phrase += (
            f", after {', '.join(_token(token) for token in blocks)}"
            if blocks
            else ", with no block before it"
        )
    return phrase


def _token(token: object) -> str:
    if isinstance(token, str):
        return clipped(_block_token(token), 240)
    if isinstance(token, Sequence):
        return " ".join("–" if part is None else str(part) for part in token)
    return short_json(token, 160)


_SAME = re.compile(r"=(\d+)(?:@([^{}\s]*))?\s*(\{.*\})?", re.DOTALL)


def _block_token(token: str) -> str:
    """The manifest's shorthand for a block of the base, spelled out."""
    match = _SAME.fullmatch(token)
    if not match:
        return token
    moved = f" moved to {match[2]}" if match[2] else ""
    patched = f" with {match[3]}" if match[3] else ""
    return f"base block {match[1]}{moved}{patched}"


def observation(result: Result) -> str:
    """The answer of an implementation to an open case, with its blocks if it reported them."""
    phrase = answer(result)
    got = (result.detail or {}).get("got")
    blocks = got.get("blocks") if isinstance(got, Mapping) else None
    if not isinstance(blocks, Sequence) or isinstance(blocks, str):
        return phrase if got is None else f"{phrase}: {short_json(got, 160)}"
    return f"{phrase}: {', '.join(map(_observed_block, blocks)) or 'no blocks'}"


def _observed_block(block: object) -> str:
    if not isinstance(block, Mapping):
        return short_json(block, 80)
    phrase = str(block.get("kind", "?")).removesuffix("_BLOCK").lower().replace("_", " ")
    for member in ("records", "deletes"):
        rows = block.get(member)
        if isinstance(rows, Sequence) and not isinstance(rows, str):
            phrase += f" of {len(rows)} {member if len(rows) != 1 else member[:-1]}"
    for member in ("reject", "error"):
        why = block.get(member)
        if isinstance(why, Mapping):
            phrase += f" ({'refused as ' if member == 'reject' else 'error: '}"
            phrase += clipped(str(why.get("code") or why.get("message") or "?"), 80) + ")"
    return phrase


def answer(result: Result) -> str:
    """The answer of an implementation, as a phrase."""
    phrase = {
        "value": "accepted",
        "reject": "refused",
        "unsupported": "not supported",
        "limit": "stopped at its own limit",
        "error": "internal error",
        "crash": "died",
        "hang": "did not answer in time",
        "garbled": "not an answer of the protocol",
        "absent": "not run",
    }.get(result.answer, result.answer)
    if result.answer == "reject" and result.code:
        phrase += f" as {result.code}"
        if result.at is not None:
            phrase += f" at byte {result.at}"
    return phrase


def difference(result: Result) -> tuple[str, str, str] | None:
    """Where an answer differs from the expectation: path, expected, got; None without a path."""
    detail = result.detail
    if not detail or ("expected" not in detail and "got" not in detail):
        return None
    return (
        str(detail.get("path", "$")),
        short_json(detail["expected"]) if "expected" in detail else "–",
        short_json(detail["got"]) if "got" in detail else "–",
    )


def expected_at(case: Case) -> str | None:
    """Byte offset of the expected rejection, the first if the case names several."""
    at = case.expect.get("at")
    return at if at is None or isinstance(at, str) else str(at[0])


def bug_places(bug: Mapping[str, Any]) -> list[str]:
    """Where a defect was seen: issues and addresses."""
    places = bug.get("seen") or []
    return [places] if isinstance(places, str) else [str(location) for location in places]


def bug_line(bug: Mapping[str, Any]) -> str:
    """Known defects elsewhere: effect, then its sources."""
    parts = [str(bug.get("effect") or ""), ", ".join(bug_places(bug))]
    return " · ".join(part for part in parts if part)


def reproduce(case: Case, implementation: str, command_line: Sequence[str] = ()) -> str:
    """The command that runs this one case again.

    `--adapter` of the original command line is repeated: the implementation is not in the registry.
    """
    adapter = _option(command_line, "--adapter")
    target = ["--adapter", adapter] if adapter and not _option(command_line, "--implementation") else []
    target = target or ["--implementation", implementation]
    return shlex.join(["hudi-conformance", "run", *target, "--cases", case.id])


def _option(command_line: Sequence[str], name: str) -> str | None:
    for position, token in enumerate(command_line):
        if token == name and position + 1 < len(command_line):
            return command_line[position + 1]
        if token.startswith(f"{name}="):
            return token.partition("=")[2]
    return None


def failure_block(
    case: Case,
    result: Result,
    *,
    rules: Mapping[str, Requirement] | None = None,
    base: Mapping[str, bytes] | None = None,
    command_line: Sequence[str] = (),
) -> list[str]:
    """Lines with expectation, answer, bytes of the input, and the command that reproduces the failure.

    `run`, pytest and JUnit print the same. The first line is the id and the verdict; no colour, no control
    characters except from the input, which are escaped.
    """
    rule = (rules or {}).get(case.about)
    lines = [f"{case.id}  {result.verdict}", f"  {case.title}"]
    lines.append(f"  {case.about} · {heading(rule) if rule else case.level}")
    if rule:
        lines.append(f"  rule: {clipped(rule.text, 300)}")
    lines.append(f"  expected: {expectation(case.expect)}")
    lines.append(f"  {result.implementation}: {answer(result)}")
    if result.message:
        lines.append(f"  message: {printable(result.message)}")
    mismatch = difference(result)
    if mismatch:
        path, expected, got = map(printable, mismatch)
        lines += [f"  at {path}", f"    expected {expected}", f"    got      {got}"]
    lines += [f"  edit: {line}" for line in hexview.edit_lines(case)]
    lines += hexview.case_dump(case, base or {}, (expected_at(case), result.at), limit=6)
    if result.status == "stale":
        lines.append("  this case is on the expectation list but passes: remove the entry")
    if result.trace:
        lines += [
            "  last output:",
            *(f"    {printable(line, 200)}" for line in result.trace.splitlines()[-4:]),
        ]
    if case.bug:
        lines.append(f"  known elsewhere: {bug_line(case.bug)}")
    lines.append(f"  reproduce: {reproduce(case, result.implementation, command_line)}")
    return lines
