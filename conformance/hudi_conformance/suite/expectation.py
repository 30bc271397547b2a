# SPDX-License-Identifier: Apache-2.0
"""Resolve what a case expects: tokens are expanded against the expected view of the base.

| token | block that it denotes |
|---|---|
| `=1` | block 1 of the base's own expected view |
| `=1@$1+5` | the same, moved to start there |
| `=1 {json}` | the same (moved or not), patched by RFC 7396 |
| `corrupt A..B` | a corrupt block of that span |
| `{json}` | a literal block |

Inside JSON a text `$1+22` is that offset as decimal text, a text `${blocks[1].len+12}` is the value at that
path in the base's expected view of the same command. In tokens `$end` is the end of the edited input.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.canonical.filters import FloatOrder, filtered
from hudi_conformance.canonical.json import merge_patch
from hudi_conformance.canonical.rows import MAX_DEPTH
from hudi_conformance.errors import CODES
from hudi_conformance.model.common import JsonValue
from hudi_conformance.suite.addresses import AddressError, Addresses
from hudi_conformance.suite.form import expect_kind

_SAME = re.compile(r"=(?P<index>\d+)(@(?P<to>[^{}]*))?\s*(?P<patch>\{.*\})?", re.DOTALL)
_CORRUPT = re.compile(r"corrupt\s+(?P<start>.+?)\.\.(?P<end>.+)")
_ADDRESS = re.compile(r"\$(\d|end\b|len\d|content\d)[^{}]*")
_REFERENCE = re.compile(r"\$\{(?P<path>[^{}+-]+)(\+(?P<plus>\d+)|-(?P<minus>\d+))?\}")
_STEP = re.compile(r"(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]")
LEN_MAGIC = 6


class ExpectationError(ValueError):
    """A token or expected value that cannot be resolved."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Resolved expectation of an answer.

    Attributes:
        kind: member of `form.KINDS`.
        value: expected value (value, blocks, reads-back), or `{"findings": …}`.
        codes: allowed codes of a rejection. at: allowed offsets of a rejection that names one, decimal text;
            empty if its offset is not determined.
        blocks: required blocks before a rejection, None if the case states none.
        options: alternatives of `any`.
        question: open question that the case records.
        data: expected bytes of `bytes`.
        statement: the expectation as its manifest states it, with its kind and resolved addresses.
    """

    kind: str
    statement: Mapping[str, Any]
    value: JsonValue = None
    codes: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    blocks: Sequence[Any] | None = None
    options: tuple[Expectation, ...] = ()
    question: str = ""
    data: bytes = b""

    def to_json(self) -> dict[str, Any]:
        """The complete expectation as JSON, tokens expanded."""
        document: dict[str, Any] = {"kind": self.kind}
        if self.value is not None:
            document["value"] = self.value
        if self.kind == "reject":
            document |= {"codes": list(self.codes), "at": one_or_list(self.at), "blocks": self.blocks}
        if self.options:
            document["any"] = [option.to_json() for option in self.options]
        if self.question:
            document["question"] = self.question
        if self.kind == "bytes":
            document["hex"] = self.data.hex()
        return document


@dataclass(frozen=True, slots=True)
class Context:
    """Context of the expectations of one case.

    Attributes:
        cmd: command whose values are expected (`log.records` for data that is read back).
        addresses: of the base, with `$end` = end of the edited input.
        base_view: the base's expected view of `cmd`, or None.
        args: of the request, whose filter applies to the expected rows.
        read_json: a JSON file below fixtures, which must not be modified; raises OSError and ValueError.
        read_bytes: content of a file below fixtures; raises OSError.
    """

    cmd: str
    addresses: Addresses
    base_view: JsonValue
    args: Mapping[str, Any]
    read_json: Callable[[str], JsonValue]
    read_bytes: Callable[[str], bytes]


def resolve(expect: Mapping[str, Any], context: Context) -> Expectation:
    """The expectation of a manifest, resolved for comparison.

    Raises:
        ExpectationError: a file is missing, or a token or an address is invalid.
    """
    kind = expect_kind(expect)
    content = expect[kind]
    statement: dict[str, Any] = {"kind": kind, **expect}
    try:
        match kind:
            case "value" | "blocks" | "reads-back":
                tokens = isinstance(content, list)
                value = {"blocks": _blocks(content, context)} if tokens else _value(content, context)
                if "filtered" in expect:
                    value = _filtered(value, expect["filtered"], context.args)
                return Expectation(kind, statement, value=value)
            case "reject":
                places = expect.get("at", [])
                places = [places] if isinstance(places, str) else places
                at = tuple(str(context.addresses.point(address)) for address in places)
                if at:
                    statement["at"] = one_or_list(at)
                blocks = _blocks(expect["blocks"], context) if "blocks" in expect else None
                return Expectation(kind, statement, codes=tuple(content), at=at, blocks=blocks)
            case "any":
                options = tuple(resolve(option, context) for option in content)
                statement["any"] = [option.statement for option in options]
                return Expectation(kind, statement, options=options)
            case "open":
                return Expectation(kind, statement, question=content)
            case "bytes":
                return Expectation(kind, statement, data=context.read_bytes(content))
            case "findings":
                findings = sorted((_finding(row, context) for row in content), key=finding_order)
                return Expectation(kind, statement, value={"findings": findings})
        return Expectation(kind, statement)
    except (AddressError, OSError, ValueError) as error:
        raise ExpectationError(str(error)) from error


def one_or_list(places: tuple[str, ...]) -> str | list[str] | None:
    """Offsets as JSON: one as text, several as a list, none as null."""
    return places[0] if len(places) == 1 else list(places) or None


def finding_order(finding: Mapping[str, Any]) -> tuple[int, str, str]:
    """Sort key of findings: by offset, those without one first, then by requirement and code."""
    at = finding.get("at")
    ofs = int(at) if isinstance(at, str) and at.isdecimal() else -1
    return ofs, str(finding.get("requirement")), str(finding.get("code"))


def expand_token(token: str, context: Context) -> JsonValue:
    """The block that one token denotes.

    Raises:
        ExpectationError: the token is ill-formed or refers to a missing part of the base.
        AddressError: an address in it has no target.
    """
    text = token.strip()
    if text.startswith("{"):
        return _substitute(canonical_json.loads(text), context)
    if same := _SAME.fullmatch(text):
        blocks = context.base_view.get("blocks") if isinstance(context.base_view, Mapping) else None
        if blocks is None:
            raise ExpectationError(f"token {token!r}: the base has no expected view for {context.cmd}")
        index = int(same["index"])
        if index >= len(blocks):
            raise ExpectationError(f"token {token!r}: the base has {len(blocks)} blocks")
        block = blocks[index]
        if same["to"]:
            block = move_block(block, context.addresses.point(same["to"]))
        if same["patch"]:
            block = merge_patch(block, _substitute(canonical_json.loads(same["patch"]), context))
        return block
    if corrupt := _CORRUPT.fullmatch(text):
        start, end = context.addresses.point(corrupt["start"]), context.addresses.point(corrupt["end"])
        if not start + LEN_MAGIC <= end:
            raise ExpectationError(f"token {token!r}: {start}..{end} has no room for a magic")
        return corrupt_block(context.cmd, start, end)
    raise ExpectationError(
        f"{token!r} is not a token: write =N, =N@ADDRESS, =N {{json}}, corrupt A..B or {{json}}"
    )


def corrupt_block(cmd: str, start: int, end: int) -> dict[str, Any]:
    """A corrupt block as it appears in answers to `cmd`."""
    block: dict[str, Any] = {"kind": "CORRUPT_BLOCK", "ofs": str(start)}
    if cmd == "log.positions":
        block["positions"] = None
    elif cmd != "log.records":
        block["len"] = str(end - start)
        block["content"] = {"ofs": str(start + LEN_MAGIC), "len": str(end - start - LEN_MAGIC)}
        block |= {"header": {}, "footer": {}}
    return block


def move_block(block: Mapping[str, Any], to: int) -> dict[str, Any]:
    """A block of a view as if it started at offset `to`, with shifted offsets."""
    distance = to - int(block["ofs"])
    shifted = {**block, "ofs": str(to)}
    for part, key in (("content", "ofs"), ("reject", "at")):
        inner = block.get(part)
        if isinstance(inner, Mapping) and isinstance(inner.get(key), str):
            shifted[part] = {**inner, key: str(int(inner[key]) + distance)}
    return shifted


def _blocks(tokens: Sequence[str], context: Context) -> list[Any]:
    blocks = [expand_token(token, context) for token in tokens]
    for token, block in zip(tokens, blocks, strict=True):
        reject = block.get("reject") if isinstance(block, Mapping) else None
        if reject is not None and set(_codes(reject)) - CODES:
            raise ExpectationError(f"token {token!r}: {sorted(set(_codes(reject)) - CODES)} are not codes")
    return blocks


def _codes(reject: JsonValue) -> list[str]:
    codes = reject.get("code") if isinstance(reject, Mapping) else None
    return [codes] if isinstance(codes, str) else list(codes or ["(none)"])


def _value(content: JsonValue, context: Context) -> JsonValue:
    if not isinstance(content, str):
        return _substitute(content, context)
    if content.lstrip().startswith(("{", "[", '"')):
        return _substitute(canonical_json.loads(content), context)
    name, part, key = content.partition("#")
    value = context.read_json(name)
    if part and key not in value:
        raise ExpectationError(f"fixtures/{name} has no {key!r}")
    return value[key] if part else value


def _filtered(value: JsonValue, order: str | Literal[True], args: Mapping[str, Any]) -> JsonValue:
    """The rows of a view that a request selects; `true` if they are the same in each order of floats."""
    if not isinstance(value, Mapping) or not isinstance(value.get("rows"), Sequence):
        raise ExpectationError("filtered needs a value with rows")
    orders = [*FloatOrder] if order is True else [FloatOrder(order)]
    trees = [args.get("filter"), *([args["union"]] if "union" in args else [])]
    first, *rest = (
        sorted(
            [row for tree in trees for row in filtered(value["rows"], tree, args.get("columns"), each)],
            key=canonical_json.dumps,
        )
        for each in orders
    )
    if any(other != first for other in rest):
        raise ExpectationError("the rows depend on the order of floats: name it, as an option of any")
    return {**value, "rows": first}


def _finding(row: Sequence[str], context: Context) -> dict[str, Any]:
    at = str(context.addresses.point(row[2])) if len(row) > 2 and row[2] else None
    return {"requirement": row[0], "code": row[1], "at": at}


def _substitute(value: JsonValue, context: Context, depth: int = 0) -> JsonValue:
    """JSON with address and reference texts replaced."""
    if depth > MAX_DEPTH:
        raise ExpectationError("JSON nested too deep")
    if isinstance(value, Mapping):
        return {key: _substitute(item, context, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_substitute(item, context, depth + 1) for item in value]
    if isinstance(value, str):
        if reference := _REFERENCE.fullmatch(value):
            return _look_up(reference, context)
        if _ADDRESS.fullmatch(value):
            return str(context.addresses.point(value))
    return value


def _look_up(reference: re.Match[str], context: Context) -> JsonValue:
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
