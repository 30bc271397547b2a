# SPDX-License-Identifier: Apache-2.0
"""Documents in CommonMark as Markdown of the site, whose library is older than that standard."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^(?P<indent>\s*)(?P<marks>```+|~~~+)(?P<language>[\w+-]*) ?(?P<rest>.*)$")
_ITEM = re.compile(r"^(?:\d+\.|[-*]) +")
_INDENT = 4  # what belongs to an item of a list
_LANGUAGES = {"hexl": "text"}


def translated(text: str) -> str:
    """A document of the same structure: titles of code, what belongs to items, Markdown inside HTML."""
    lines: list[str] = []
    marks = ""  # of the fence that is open
    width = 0  # of the item of a list that is open
    has_parts = False  # whether that item has more than one paragraph
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        is_code = bool(marks)
        if fence and not marks:
            marks = fence["marks"]
            line = _opening(fence)  # noqa: PLW2901 - the same line, translated
        elif fence and fence["marks"] == marks and not fence["language"]:
            marks = ""
        if not is_code and (item := _ITEM.match(line)):
            if lines and lines[-1].strip() and (not width or has_parts):
                lines.append("")  # else the item would be a line of the paragraph in front of it
            width, has_parts = len(item[0]), False
        elif width and line.startswith(" " * width):
            has_parts |= not lines[-1].strip()
            line = " " * _INDENT + line[width:]  # noqa: PLW2901 - as above
        elif not is_code and line.strip() and not line.startswith(" ") and lines and not lines[-1].strip():
            width = 0
        if not is_code and line.startswith("<details>"):
            line = line.replace("<details>", "<details markdown>", 1)  # noqa: PLW2901 - as above
        lines.append(line)
    return "\n".join(lines)


def _opening(fence: re.Match[str]) -> str:
    language = _LANGUAGES.get(fence["language"], fence["language"])
    title = f' title="{fence["rest"].removeprefix("id=")}"' if fence["rest"] else ""
    return f"{fence['indent']}{fence['marks']}{language}{title}"
