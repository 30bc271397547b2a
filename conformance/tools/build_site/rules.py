# SPDX-License-Identifier: Apache-2.0
"""Rules on the site: a block with an anchor for each, links from every mention, and a list of all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from hudi_conformance.specification.requirements import Requirement
from sources import relative

INDEX = "rules.md"
_HEAD = re.compile(r"^> \*\*`([^`]+)`\*\* — (.+)$")
_MENTION = re.compile(r"(?<![\[`])`([a-z]+(?:\.[a-z0-9-]+)+)`(?![\]`])")
_FIELD = re.compile(r"(?<![\[`])`([a-z0-9_]+)#(/[^`]*)`")
_NEIGHBOUR = re.compile(r"\]\((?=[a-z_]+\.md)")
_FENCE = re.compile(r"^\s*(```|~~~)")
_LEVELS = {"MUST": "must", "SHOULD": "should", "MAY": "may"}


def with_blocks(text: str, rules: Mapping[str, Requirement]) -> str:
    """A chapter whose blockquotes of rules are elements with the id of the rule as their anchor."""
    lines: list[str] = []
    is_inside = False
    for line in text.split("\n"):
        head = _HEAD.match(line)
        if head and head[1] in rules:
            level = _LEVELS[rules[head[1]].level]
            lines += [
                f'<blockquote class="rule {level}" id="{head[1]}" markdown>',
                "",
                _headline(*head.groups()),
                "",
            ]
            is_inside = True
        elif is_inside and line.startswith("> *"):
            lines += ["", f"{line[2:]}", "{: .facts }"]
        elif is_inside and line.startswith(">"):
            lines.append(line[2:])
        else:
            if is_inside:
                lines += ["", "</blockquote>", ""]
            is_inside = False
            lines.append(line)
    if is_inside:
        lines += ["", "</blockquote>", ""]
    return "\n".join(lines)


def _headline(ident: str, rest: str) -> str:
    return f"**[`{ident}`](#{ident})** {rest}\n{{: .head }}"


def with_mentions(text: str, page: str, rules: Mapping[str, Requirement], grammars: Iterable[str]) -> str:
    """A page on which ids of rules and fields of grammars lead to their places, but for headings and code."""
    known = frozenset(grammars)

    def rule(match: re.Match[str]) -> str:
        found = rules.get(match[1])
        if found is None:
            return match[0]
        place = relative(page, f"spec/{found.file}")
        return f"[`{match[1]}`]({place}#{match[1]})"

    def field(match: re.Match[str]) -> str:
        if match[1] not in known:
            return match[0]
        return f"[{match[0]}]({relative(page, f'grammars/{match[1]}.md')})"

    lines, is_code = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        is_text = not is_code and not line.startswith(("#", "    ")) and "<code>" not in line
        lines.append(_FIELD.sub(field, _MENTION.sub(rule, line)) if is_text else line)
    return "\n".join(lines)


def index_page(rules: Iterable[Requirement]) -> str:
    """The list of all rules: its anchors stay where they are when a rule moves to another chapter."""
    areas: dict[str, list[Requirement]] = {}
    for rule in rules:
        areas.setdefault(rule.area, []).append(rule)
    lines = [
        "# All rules",
        "",
        "`rules.html#ID` is the permanent address of a rule: ids are never reused, and this page has the",
        "chapter. Machines read [rules.json](rules.json).",
        "",
    ]
    for area, members in sorted(areas.items()):
        lines += [f"## {area}", "", "| rule | level | since | what |", "|---|---|---|---|"]
        lines += [
            f'| <a id="{one.id}"></a>[`{one.id}`](spec/{one.file}#{one.id}) | {one.level} | {one.since} |'
            f" {_first_sentence(one.text)} |"
            for one in sorted(members, key=lambda one: one.id)
        ]
        lines.append("")
    return "\n".join(lines)


def _first_sentence(text: str) -> str:
    sentence = re.split(r"(?<=[.:;]) (?=[A-Z`0-9(])", text.strip(), maxsplit=1)[0]
    return _NEIGHBOUR.sub("](spec/", sentence).replace("|", r"\|")


def index_json(rules: Iterable[Requirement]) -> str:
    """Address below the site of each rule, with its level and text."""
    listed = {
        one.id: {
            "address": f"spec/{one.file.removesuffix('.md')}.html#{one.id}",
            "level": one.level,
            "roles": list(one.roles),
            "formats": one.formats,
            "since": one.since,
            "text": one.text,
        }
        for one in rules
    }
    return json.dumps(listed, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
