# SPDX-License-Identifier: Apache-2.0
"""The document about defects, made of the data and of what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .model import NOT_FOUND, SEVERITIES, Defect, Measured

_GOOD = ("pass", "pass-weak")
_HEAD = """\
# Defects of real implementations

Each was measured: the cases named here are put to released jars and packages, through adapters that replace
nothing. Versions in a table are those that were asked; a version that is not there was not asked. Written by
`hudi-conformance defects build` from [`defects/`](defects): change that, not this.

```console
$ hudi-conformance defects reproduce ID        # asks the implementations again; 1 when one answers otherwise
$ hudi-conformance explain CASE                # the bytes, the change that made them, the rule
```

*fails* says how: `accepts-invalid` damage was taken for good, `wrong-value` something else was read,
`wrong-reason` it was refused elsewhere or what came before it was lost, `rejects-valid` a good input was
refused, `error` an unchecked exception, `crash` the process ended. *upstream* is the thread in which the
project knows of it; not found means that a search of its issues and pull requests found none.
"""


def to_markdown(
    defects: Sequence[Defect], rules: Mapping[str, Sequence[str]], measured: Measured, order: Sequence[str]
) -> str:
    """The whole document.

    Args:
        defects: the data.
        rules: ids of the requirements that a case is about, by case.
        measured: verdict by case and implementation.
        order: names of implementations in the order of columns.
    """
    parts = [_HEAD, _overview(defects)]
    for severity, meaning in SEVERITIES.items():
        chosen = [defect for defect in defects if defect.severity == severity]
        if chosen:
            parts.append(f"## {meaning}\n")
            parts += [_entry(defect, rules, measured, order) for defect in chosen]
    return "\n".join(parts)


def _overview(defects: Sequence[Defect]) -> str:
    lines = ["| defect | what | severity | in | upstream |", "|---|---|---|---|---|"]
    for severity in SEVERITIES:
        lines += [
            f"| [`{defect.id}`](#{defect.id}) | {defect.title} | {severity} | "
            f"{', '.join(defect.implementations)} | {_link(defect.upstream)} |"
            for defect in defects
            if defect.severity == severity
        ]
    return f"{len(defects)} defects.\n\n" + "\n".join(lines) + "\n"


def _entry(
    defect: Defect, rules: Mapping[str, Sequence[str]], measured: Measured, order: Sequence[str]
) -> str:
    broken = dict.fromkeys(rule for case in defect.cases for rule in rules[case][:1])
    lines = [
        f'### <a id="{defect.id}"></a>`{defect.id}`: {defect.title}',
        "",
        defect.what.strip(),
        "",
        f"- rules: {', '.join(f'`{rule}`' for rule in broken)}",
        f"- upstream: {_link(defect.upstream)}",
        f"- again: `hudi-conformance run --no-expect {_choice(defect)}`",
        "",
        "| case | fails | does not |",
        "|---|---|---|",
    ]
    for case in defect.cases:
        seen = measured.get(case, {})
        failed: dict[str, list[str]] = {}
        for name in order:
            verdict = seen.get(name)
            if verdict is not None and verdict not in _GOOD and verdict != "unsupported":
                failed.setdefault(verdict, []).append(name)
        good = [name for name in order if seen.get(name) in _GOOD]
        words = "; ".join(f"`{verdict}`: {', '.join(names)}" for verdict, names in failed.items())
        lines.append(f"| `{case}` | {words} | {', '.join(good)} |")
    return "\n".join(lines) + "\n"


def _choice(defect: Defect) -> str:
    return f"--implementation {defect.implementations[0]} --cases {defect.cases[0]}"


def _link(upstream: str) -> str:
    if upstream == NOT_FOUND:
        return NOT_FOUND
    threads = (thread.split("#") for thread in upstream.split(", "))
    return ", ".join(
        f"[{name}#{number}](https://github.com/{name}/issues/{number})" for name, number in threads
    )
