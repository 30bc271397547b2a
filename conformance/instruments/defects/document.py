# SPDX-License-Identifier: Apache-2.0
"""The document about defects, rendered from the data and the measured verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hudi_conformance.defects.junit import Outcome
from hudi_conformance.defects.model import NOT_FOUND, SEVERITIES, Defect, Measured
from hudi_conformance.look.text import markdown_code
from hudi_conformance.suite.judge import GOOD

_HEAD = """\
# Defects of real implementations

Each was measured: the cases named here run against released jars and packages, through adapters that replace
nothing. Versions in a table are those that were tested; a version that is missing was not tested. Written by
`python -m instruments.defects build` from [`defects/`](defects): change that, not this.

```console
$ hudi-conformance defects reproduce ID        # runs the cases again; exit code 1 if a verdict differs
$ hudi-conformance explain CASE                # the bytes, the edit that produced them, the rule
```

*fails* lists verdicts: `accepts-invalid` damage was accepted, `wrong-value` another value was read,
`wrong-reason` it was rejected elsewhere or what came before it was lost, `rejects-valid` a valid input was
rejected, `error` an unchecked exception, `crash` the process ended. *upstream* is the project's thread about
the defect; not found means that a search of its issues and pull requests found none. *by design* quotes where
the project documents or decides the behaviour: it harms users who rely on the rule, and is not a bug.
*stored* names measurements of what no case can ask, by run and number of the change at which it stopped;
the cases below it show a table in that state.
"""

_TESTS = """\
# Tests of defects

Each line is a test in the language of the project that has the defect: a JUnit test that calls public
classes, or a PySpark script that queries a table. It was run against released jars and failed as described.
`hudi-conformance defects report ID` prints the test with its report; `--test DIR` writes it with the files
that it loads. Written by `python -m instruments.defects build` from [`defects/junit/`](defects/junit) and
[`defects/pyspark/`](defects/pyspark); failures were measured by `python -m instruments.defects junit
--record` and `pyspark --record`. *control* is the same on an intact input, or without data skipping; it
passes.
"""


def tests_to_markdown(
    defects: Sequence[Defect], tests: Mapping[str, str], outcomes: Mapping[str, Outcome]
) -> str:
    """The document about tests, which it names, defects with the worst severity first."""
    order = list(SEVERITIES)
    rows = [defect for defect in defects if defect.id in tests and defect.id in outcomes]
    rows.sort(key=lambda defect: (order.index(defect.severity), defect.id))
    counts = [f"{sum(row.severity == name for row in rows)} {name}" for name in order]
    lines = [
        _TESTS,
        f"{len(rows)} tests: {', '.join(counts)}.\n",
        "| defect | severity | run against | test | failure | control |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        outcome = outcomes[row.id]
        lines.append(
            f"| [`{row.id}`](defects.md#{row.id}) | {row.severity} | {outcome.implementation} | "
            f"`{tests[row.id]}` | {markdown_code(outcome.failure, clip=400)} | "
            f"{f'`{outcome.control}`' if outcome.control else ''} |"
        )
    return "\n".join(lines) + "\n"


def to_markdown(
    defects: Sequence[Defect], rules: Mapping[str, Sequence[str]], measured: Measured, order: Sequence[str]
) -> str:
    """The complete document.

    Args:
        defects: the data.
        rules: ids of the requirements of a case, by case.
        measured: verdict by case and implementation.
        order: names of implementations in the order of columns.
    """
    parts = [_HEAD, _overview(defects)]
    for severity, meaning in SEVERITIES.items():
        entries = [defect for defect in defects if defect.severity == severity]
        if entries:
            parts.append(f"## {meaning}\n")
            parts += [_entry(defect, rules, measured, order) for defect in entries]
    return "\n".join(parts)


def _overview(defects: Sequence[Defect]) -> str:
    lines = ["| defect | what | severity | in | upstream |", "|---|---|---|---|---|"]
    lines += [
        f"| [`{defect.id}`](#{defect.id}) | {defect.title} | {defect.severity} | "
        f"{', '.join(defect.implementations)} | {_link(defect.upstream)} |"
        for defect in sorted(defects, key=lambda defect: list(SEVERITIES).index(defect.severity))
    ]
    return f"{len(defects)} defects.\n\n" + "\n".join(lines) + "\n"


def _entry(
    defect: Defect, rules: Mapping[str, Sequence[str]], measured: Measured, order: Sequence[str]
) -> str:
    options = f"--implementation {defect.implementations[0]} --cases {defect.cases[0]}"
    broken = dict.fromkeys(rule for case in defect.cases for rule in rules[case][:1])
    lines = [
        f'### <a id="{defect.id}"></a>`{defect.id}`: {defect.title}',
        "",
        defect.what.strip(),
        "",
        f"- rules: {', '.join(f'`{rule}`' for rule in broken)}",
        f"- upstream: {_link(defect.upstream)}",
        *([f"- by design: {defect.design}"] if defect.design else []),
        *(f"- stored: {_stored(entry)}" for entry in defect.stored),
        *([] if defect.stored else [f"- reproduce: `hudi-conformance run --no-expect {options}`"]),
        "",
        "| case | fails | does not |",
        "|---|---|---|",
    ]
    for case in defect.cases:
        verdicts = measured.get(case, {})
        failures: dict[str, list[str]] = {}
        for name in order:
            verdict = verdicts.get(name)
            if verdict is not None and verdict not in GOOD and verdict != "unsupported":
                failures.setdefault(verdict, []).append(name)
        good = [name for name in order if verdicts.get(name) in GOOD]
        cell = "; ".join(f"`{verdict}`: {', '.join(names)}" for verdict, names in failures.items())
        lines.append(f"| `{case}` | {cell} | {', '.join(good)} |")
    return "\n".join(lines) + "\n"


def _stored(entry: str) -> str:
    """A stored measurement with a link to its page."""
    kind, _, text = entry.partition(" ")
    page = {"upgrade": "upgrades.md", "slice": "slices/README.md"}[kind]
    return f"[{kind}]({page}) {text}"


def _link(upstream: str) -> str:
    if upstream == NOT_FOUND:
        return NOT_FOUND
    threads = (thread.split("#") for thread in upstream.split(", "))
    return ", ".join(
        f"[{name}#{number}](https://github.com/{name}/issues/{number})" for name, number in threads
    )
