# SPDX-License-Identifier: Apache-2.0
"""An inspection in sentences: what the file is, what is wrong with it where, what lies before and after."""

from __future__ import annotations

from collections.abc import Iterator

from hudi_conformance.inspect.parts import Inspection, Part
from hudi_conformance.views.common import Rejection, Span
from hudi_conformance.views.log import BlockType

MAX_TOLD = 20  # damaged places or findings that are told one by one


def headline(inspection: Inspection) -> str:
    """Kind and size in a few words."""
    return f"{inspection.len_file:,} bytes · {_count(inspection)}"


def damage(inspection: Inspection) -> Iterator[tuple[str, str]]:
    """Yield what is wrong as (what, sentence): refused, corrupt, before and after, lost, and so on."""
    told = 0
    for part in inspection.damaged:
        if part.why is not None and told < MAX_TOLD:
            is_corrupt = part.block is not None and part.block.type is BlockType.CORRUPT_BLOCK
            sentence = f"{part.title} {_place(part.span)}: {reason(part.why)}"
            yield "corrupt" if is_corrupt else "refused", sentence
            told += 1
    if inspection.rejection is not None and not inspection.damaged:
        yield "refused", reason(inspection.rejection)
    left_out = len(inspection.damaged) - told
    if left_out > 0:
        yield "refused", f"{left_out:,} more places"
    first = inspection.damaged[0] if inspection.damaged else None
    if first is not None:
        yield "before", _around(inspection, first, is_before=True)
        yield "after", _around(inspection, first, is_before=False)
    for block in inspection.salvage[:MAX_TOLD]:
        yield "lost", f"intact but not returned: {block.type.name} {_place(block.span)}"
    refused = {(part.why.code, part.why.at) for part in inspection.damaged if part.why is not None}
    others = [one for one in inspection.findings if (one.code, one.at) not in refused]
    for finding in others[:MAX_TOLD]:
        at = "" if finding.at is None else f" at {finding.at}"
        yield "breaks a rule", f"{finding.message} ({finding.code}{at}, {finding.requirement})"
    if len(others) > MAX_TOLD:
        yield "breaks a rule", f"{len(others) - MAX_TOLD:,} more"
    for flaw in inspection.flaws:
        yield (
            "not accounted for",
            f"{flaw.kind} of {flaw.span.len} bytes at {flaw.span.ofs}: this program is wrong",
        )


def reason(why: Rejection) -> str:
    """Message, code, offset and requirement of a rejection."""
    at = "" if why.at is None else f" at {why.at}"
    return f"{why.message} ({why.code}{at}, {why.requirement})"


def _around(inspection: Inspection, first: Part, *, is_before: bool) -> str:
    index = next(i for i, part in enumerate(inspection.parts) if part is first)
    parts = inspection.parts[:index] if is_before else inspection.parts[index + 1 :]
    span = (
        Span(0, first.span.ofs) if is_before else Span(first.span.end, inspection.len_file - first.span.end)
    )
    if not span.len:
        return "nothing: the file begins here" if is_before else "nothing: the file ends here"
    num_intact = sum(part.why is None for part in parts)
    word = "part" if inspection.kind != "log" else "block"
    whole = f"{num_intact} intact {word}{'' if num_intact == 1 else 's'}"
    num_bad = len(parts) - num_intact
    return f"{_place(span)}: {whole}" + (f", {num_bad} damaged" if num_bad else "")


def _place(span: Span) -> str:
    return f"{span.ofs}..{span.end}"


def _count(inspection: Inspection) -> str:
    if inspection.kind == "hfile":
        num = sum(part.title.startswith("blocks[") for part in inspection.parts)
        return f"HFile of {_plural(num, 'block')}"
    if inspection.kind == "avro":
        num = sum(part.title.startswith("blocks[") for part in inspection.parts)
        return f"Avro container of {_plural(num, 'block')}"
    if inspection.kind != "log":
        return {"json": "JSON", "properties": "properties", "empty": "empty"}.get(
            inspection.kind, "of no kind that is known"
        )
    blocks = [part.block for part in inspection.parts if part.block is not None]
    num_corrupt = sum(block.type is BlockType.CORRUPT_BLOCK for block in blocks)
    return _plural(len(blocks), "block") + (f", {num_corrupt} of them corrupt" if num_corrupt else "")


def _plural(num: int, word: str) -> str:
    return f"{num} {word}{'' if num == 1 else 's'}"
