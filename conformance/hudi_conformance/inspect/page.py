# SPDX-License-Identifier: Apache-2.0
"""An inspection as one HTML document, without scripts or outside files."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hudi_conformance.inspect.kinds import hex_of, kind_of, label_of, pieces_of
from hudi_conformance.inspect.parts import Inspection, Note, Part
from hudi_conformance.inspect.story import damage, headline, reason
from hudi_conformance.look import KINDS, Selection, grid, stylesheet

_OPEN_PARTS = 12  # parts that are unfolded when the page opens; those that are damaged always are
_HEX_BYTES = 8


def page(inspection: Inspection, name: str | None = None) -> str:
    """The parts as one HTML document."""
    return "".join(_page(inspection, inspection.name if name is None else name))


def _page(inspection: Inspection, name: str) -> Iterator[str]:
    title = escape(name)
    yield f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title} · inspected</title>\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="color-scheme" content="light dark">\n'
    yield f"<style>{stylesheet()}</style></head>\n<body><header><h1>{title}</h1>\n"
    yield f'<p class="meta">{escape(headline(inspection))}</p></header>\n<main>'
    yield from _map(inspection)
    yield from _story(inspection)
    kinds = dict.fromkeys(
        kind_of(note.field) for part in inspection.parts for note in part.notes if note.field.len
    )
    yield '<ul class="key">' + "".join(
        f'<li><i class="{KINDS[kind][0]}">00</i>{KINDS[kind][1]}</li>' for kind in KINDS if kind in kinds
    )
    hit = '<li><i class="at">00</i>where it is refused</li>' if inspection.damaged else ""
    yield f'{hit}</ul>\n<section class="parts" aria-label="Parts">'
    for index, part in enumerate(inspection.parts):
        yield from _part(index, part)
    yield "</section></main></body></html>\n"


def _map(inspection: Inspection) -> Iterator[str]:
    """The file as a strip, each part as wide as it is long."""
    if len(inspection.parts) < 2 or len(inspection.parts) > 400:
        return
    yield '<div class="map" role="group" aria-label="Parts by length">'
    for index, part in enumerate(inspection.parts):
        share = 100 * part.span.len / max(inspection.len_file, 1)
        css = "bad" if part.why else "shut" if not part.is_open else "other" if index % 2 else ""
        told = escape(f"{part.title}, {part.span.len:,} bytes at {part.span.ofs}", quote=True)
        yield f'<a class="{css}" style="width:{share:.3f}%" href="#p{index}"'
        yield f' title="{told}" aria-label="{told}"></a>'
    yield "</div>\n"


def _story(inspection: Inspection) -> Iterator[str]:
    told = list(damage(inspection))
    if inspection.is_sound:
        yield '<p class="sound">● Every block can be read.</p>\n'
    if told:
        rows = "".join(
            f'<dt class="{what.replace(" ", "-")}">{what}</dt><dd>{escape(text)}</dd>' for what, text in told
        )
        yield f'<dl class="story">{rows}</dl>\n'


def _part(index: int, part: Part) -> Iterator[str]:
    unfolded = " open" if part.why is not None or index < _OPEN_PARTS else ""
    bad = " bad" if part.why is not None else ""
    yield f'<details class="part{bad}" id="p{index}"{unfolded}><summary>{escape(part.headline)}'
    yield f"<small>{part.span.ofs}..{part.span.end} · {part.span.len:,} bytes</small></summary>\n"
    if part.why is not None:
        yield f"<p>{escape(reason(part.why))}</p>\n"
    yield '<div class="both">'
    if part.excerpts:
        yield f"<div>{''.join(_excerpts(part))}</div>"
    label = escape(f"Fields of {part.headline}", quote=True)
    yield f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">'
    yield f"{''.join(_table(part))}</div></div></details>\n"


def _excerpts(part: Part) -> Iterator[str]:
    pieces = pieces_of(part)
    at = frozenset([part.why.at] if part.why is not None and part.why.at is not None else [])
    end = part.span.ofs
    for excerpt in part.excerpts:
        if excerpt.ofs > end:
            yield f'<p class="between">… {excerpt.ofs - end:,} bytes …</p>'
        rows = range(-(-len(excerpt.data) // 16))
        yield grid(excerpt.data, pieces, Selection(rows, at=at), excerpt.ofs)
        end = excerpt.ofs + len(excerpt.data)


def _table(part: Part) -> Iterator[str]:
    yield '<table class="fields"><thead><tr><th class="n" scope="col">offset</th>'
    yield '<th scope="col">field</th><th scope="col">bytes</th><th scope="col">value</th>'
    yield '<th scope="col">rule</th></tr></thead><tbody>\n'
    for note in part.notes:
        yield _row(note, part)
    yield "</tbody></table>"


def _row(note: Note, part: Part) -> str:
    field = note.field
    told = "" if note.meaning or field.len <= _HEX_BYTES else f"{field.len:,} bytes"
    value = str(field.value) if isinstance(field.value, int) else told
    why = part.why
    is_hit = why is not None and why.at is not None and field.ofs <= why.at < field.end
    meaning = f'<span class="t">{escape(note.meaning)}</span>' if note.meaning else ""
    if is_hit and why is not None:
        meaning += f' <strong class="bad">← {escape(why.code)}</strong>'
    hit = ' class="hit"' if is_hit else ""
    return (
        f'<tr{hit}><td class="n ofs">{field.ofs}</td>'
        f'<td class="path"><span class="sw2 {KINDS[kind_of(field)][0]}"></span>{escape(label_of(field))}</td>'
        f'<td class="raw">{hex_of(field, _HEX_BYTES)}</td><td class="val">{value} {meaning}</td>'
        f'<td><span class="id">{escape(field.requirement)}</span></td></tr>\n'
    )
