# SPDX-License-Identifier: Apache-2.0
"""What a case expects, worked out: tokens expanded against the expected view of the base.

| token | block that it stands for |
|---|---|
| `=1` | block 1 of the base's own expected view |
| `=1@$1+5` | the same, moved so that it starts there |
| `=1 {json}` | the same (moved or not), patched by RFC 7396 |
| `corrupt A..B` | a corrupt block of that span |
| `{json}` | the block written out |

Inside of JSON a text `$1+22` is that offset as decimal text, a text `${blocks[1].len+12}` is what stands
there in the base's expected view of the same command. In tokens `$end` is the end of the edited input.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.json import merge_patch
from hudi_conformance.canonical.rows import MAX_DEPTH
from hudi_conformance.errors import CODES
from hudi_conformance.suite.addresses import AddressError, Addresses
from hudi_conformance.suite.manifest import expect_kind

_SAME = re.compile(r"=(?P<index>\d+)(@(?P<to>[^{}]*))?\s*(?P<patch>\{.*\})?", re.DOTALL)
_CORRUPT = re.compile(r"corrupt\s+(?P<start>.+?)\.\.(?P<end>.+)")
_ADDRESS = re.compile(r"\$(\d|end\b|len\d|content\d)[^{}]*")
_REFERENCE = re.compile(r"\$\{(?P<path>[^{}+-]+)(\+(?P<plus>\d+)|-(?P<minus>\d+))?\}")
_STEP = re.compile(r"(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]")
LEN_MAGIC = 6


class ExpectationError(ValueError):
    """A token or expected value that cannot be worked out."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What an answer is compared with.

    Attributes:
        kind: member of `manifest.KINDS`.
        value: expected value (value, blocks, reads-back), or `{"findings": …}`.
        codes: codes of which a rejection must have one.
        at: offset that a rejection must name if it names any, decimal text.
        blocks: blocks that must survive before a rejection, None when the case does not say.
        options: alternatives of `any`.
        question: open question that the case is about.
        data: expected bytes of `bytes`.
        shown: the expectation as its manifest states it, with its kind and addresses worked out.
    """

    kind: str
    shown: Mapping[str, Any]
    value: Any = None
    codes: tuple[str, ...] = ()
    at: str | None = None
    blocks: Sequence[Any] | None = None
    options: tuple[Expectation, ...] = ()
    question: str = ""
    data: bytes = b""

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON, tokens expanded."""
        told: dict[str, Any] = {"kind": self.kind}
        if self.value is not None:
            told["value"] = self.value
        if self.kind == "reject":
            told |= {"codes": list(self.codes), "at": self.at, "blocks": self.blocks}
        if self.options:
            told["any"] = [option.to_json() for option in self.options]
        if self.question:
            told["question"] = self.question
        if self.kind == "bytes":
            told["hex"] = self.data.hex()
        return told


@dataclass(frozen=True, slots=True)
class Context:
    """What expectations of one case refer to.

    Attributes:
        cmd: command whose values are expected (`log.records` for what is read back).
        addresses: of the base, with `$end` = end of the edited input.
        base_view: the base's expected view of `cmd`, or None.
        read_text: reads a file below fixtures; raises OSError.
        read_bytes: the same as bytes.
    """

    cmd: str
    addresses: Addresses
    base_view: Any
    read_text: Callable[[str], str]
    read_bytes: Callable[[str], bytes]


def work_out(expect: Mapping[str, Any], context: Context) -> Expectation:
    """The expectation of a manifest, ready to be compared with.

    Raises:
        ExpectationError: a file is missing, a token or an address means nothing.
    """
    kind = expect_kind(expect)
    wanted = expect[kind]
    shown: dict[str, Any] = {"kind": kind, **expect}
    try:
        match kind:
            case "value":
                return Expectation(kind, shown, value=_value(wanted, context))
            case "blocks":
                return Expectation(kind, shown, value={"blocks": _blocks(wanted, context)})
            case "reject":
                at = str(context.addresses.point(expect["at"])) if "at" in expect else None
                if at is not None:
                    shown["at"] = at
                blocks = _blocks(expect["blocks"], context) if "blocks" in expect else None
                return Expectation(kind, shown, codes=tuple(wanted), at=at, blocks=blocks)
            case "any":
                options = tuple(work_out(option, context) for option in wanted)
                shown["any"] = [option.shown for option in options]
                return Expectation(kind, shown, options=options)
            case "open":
                return Expectation(kind, shown, question=wanted)
            case "bytes":
                return Expectation(kind, shown, data=context.read_bytes(wanted))
            case "reads-back":
                if isinstance(wanted, str):
                    return Expectation(kind, shown, value=_value(wanted, context))
                return Expectation(kind, shown, value={"blocks": _blocks(wanted, context)})
            case "findings":
                found = [_finding(row, context) for row in wanted]
                found.sort(key=finding_order)
                return Expectation(kind, shown, value={"findings": found})
        return Expectation(kind, shown)
    except (AddressError, OSError, ValueError) as error:
        raise ExpectationError(str(error)) from error


def finding_order(finding: Mapping[str, Any]) -> tuple[int, str, str]:
    """Sort key of findings: by offset, those without one first, then by requirement and code."""
    at = finding.get("at")
    place = int(at) if isinstance(at, str) and at.isdecimal() else -1
    return place, str(finding.get("requirement")), str(finding.get("code"))


def expand_token(token: str, context: Context) -> Any:
    """The block that one token stands for.

    Raises:
        ExpectationError: the token is ill-formed or refers to what the base does not have.
        AddressError: an address in it points at nothing.
    """
    text = token.strip()
    if text.startswith("{"):
        return _filled(canonical_json.loads(text), context)
    if same := _SAME.fullmatch(text):
        blocks = context.base_view.get("blocks") if isinstance(context.base_view, Mapping) else None
        if blocks is None:
            raise ExpectationError(f"token {token!r}: the base has no expected view for {context.cmd}")
        index = int(same["index"])
        if index >= len(blocks):
            raise ExpectationError(f"token {token!r}: the base has {len(blocks)} blocks")
        block = blocks[index]
        if same["to"]:
            block = moved(block, context.addresses.point(same["to"]))
        if same["patch"]:
            block = merge_patch(block, _filled(canonical_json.loads(same["patch"]), context))
        return block
    if corrupt := _CORRUPT.fullmatch(text):
        start, end = context.addresses.point(corrupt["start"]), context.addresses.point(corrupt["end"])
        if not start + LEN_MAGIC <= end:
            raise ExpectationError(f"token {token!r}: {start}..{end} has no room for a magic")
        return corrupt_block(context.cmd, start, end)
    raise ExpectationError(
        f"{token!r} is no token: write =N, =N@ADDRESS, =N {{json}}, corrupt A..B or {{json}}"
    )


def corrupt_block(cmd: str, start: int, end: int) -> dict[str, Any]:
    """A corrupt block as the answers to `cmd` show it."""
    block: dict[str, Any] = {"kind": "CORRUPT_BLOCK", "ofs": str(start)}
    if cmd == "log.positions":
        block["positions"] = None
    elif cmd != "log.records":
        block["len"] = str(end - start)
        block["content"] = {"ofs": str(start + LEN_MAGIC), "len": str(end - start - LEN_MAGIC)}
        block |= {"header": {}, "footer": {}}
    return block


def moved(block: Mapping[str, Any], to: int) -> dict[str, Any]:
    """A block of a view as if it started at offset `to`: its offsets shifted, nothing else."""
    by = to - int(block["ofs"])
    shifted = {**block, "ofs": str(to)}
    for part, key in (("content", "ofs"), ("reject", "at")):
        inner = block.get(part)
        if isinstance(inner, Mapping) and isinstance(inner.get(key), str):
            shifted[part] = {**inner, key: str(int(inner[key]) + by)}
    return shifted


def _blocks(tokens: Sequence[str], context: Context) -> list[Any]:
    blocks = [expand_token(token, context) for token in tokens]
    for token, block in zip(tokens, blocks, strict=True):
        reject = block.get("reject") if isinstance(block, Mapping) else None
        if reject is not None and set(_codes(reject)) - CODES:
            raise ExpectationError(f"token {token!r}: {sorted(set(_codes(reject)) - CODES)} are no codes")
    return blocks


def _codes(reject: Any) -> list[str]:
    codes = reject.get("code") if isinstance(reject, Mapping) else None
    return [codes] if isinstance(codes, str) else list(codes or ["(none)"])


def _value(wanted: Any, context: Context) -> Any:
    if not isinstance(wanted, str):
        return _filled(wanted, context)
    if wanted.lstrip().startswith(("{", "[", '"')):
        return _filled(canonical_json.loads(wanted), context)
    name, part, key = wanted.partition("#")
    value = canonical_json.loads(context.read_text(name))
    if part and key not in value:
        raise ExpectationError(f"fixtures/{name} has no {key!r}")
    return value[key] if part else value


def _finding(row: Sequence[str], context: Context) -> dict[str, Any]:
    at = str(context.addresses.point(row[2])) if len(row) > 2 and row[2] else None
    return {"requirement": row[0], "code": row[1], "at": at}


def _filled(value: Any, context: Context, depth: int = 0) -> Any:
    """JSON with its address and reference texts replaced."""
    if depth > MAX_DEPTH:
        raise ExpectationError("JSON nested too deep")
    if isinstance(value, Mapping):
        return {key: _filled(item, context, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, context, depth + 1) for item in value]
    if isinstance(value, str):
        if reference := _REFERENCE.fullmatch(value):
            return _referred(reference, context)
        if _ADDRESS.fullmatch(value):
            return str(context.addresses.point(value))
    return value


def _referred(reference: re.Match[str], context: Context) -> Any:
    value = context.base_view
    for step in _STEP.finditer(reference["path"]):
        try:
            value = value[step["name"]] if step["name"] else value[int(step["index"])]
        except (KeyError, IndexError, TypeError) as error:
            raise ExpectationError(f"{reference[0]} is not in the base's view for {context.cmd}") from error
    for sign, group in ((1, "plus"), (-1, "minus")):
        if reference[group]:
            return str(int(value) + sign * int(reference[group]))
    return value
