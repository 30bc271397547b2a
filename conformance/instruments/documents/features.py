# SPDX-License-Identifier: Apache-2.0
"""Which features of tables who reads: from `spec/features.toml` and the events of runs.

    python -m instruments.documents.features store out/events.jsonl.xz [MORE ...]
    python -m instruments.documents.features write
    python -m instruments.documents.features check

`store` replaces the answers of the implementations in the events, case by case, and keeps the others. The
page is written from what is stored; `check` ends with 1 when it is not what the stored answers give. For a
checkout only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from hudi_conformance import resources
from hudi_conformance.look.text import markdown_table
from hudi_conformance.report import model
from hudi_conformance.specification.features import Feature, load_features
from hudi_conformance.suite.judge import GOOD
from hudi_conformance.toolchain.registry import load_implementations

NAME = "features"
COMMANDS = ("table.read", "base.rows", "metadata.", "bucket.")
OURS = "kaitai-python"
Stored = dict[str, Any]  # {implementation: {"version", "date", "answers": {case: standing}}}
RIGHT, REFUSED, WRONG, CRASH = "right", "refused", "wrong", "crash"
_REFUSED = frozenset({"unsupported", "rejects-valid", "wrong-reason"})
_CRASH = frozenset({"error", "crash", "hang", "garbled"})
_SIGNS = {WRONG: "✗", CRASH: "†", REFUSED: "–", RIGHT: "✓"}
_HEAD = """\
# Features of tables, and the engines that read them

All features of a table that affect its rows, with the mark by which a reader recognises each. The list is
[`spec/features.toml`](../spec/features.toml). The cases of a feature are views of tables that have it; cells
count the answers of an implementation:

- **✓** right,
- **–** refused, by an error that states it,
- **✗** silently wrong: other rows, or rows where the table must be rejected,
- **†** a crash, or an error that does not name the feature.

An empty cell was not run, or its adapter declined it: the engine was not run. An implementation that
rejects is safe; one that is wrong loses or invents data.

Written by `python -m instruments.documents.features write` from [stored answers](results/features.json):
change neither by hand.
"""


def declined(implementation: str, result: model.Result) -> bool:
    """Whether the adapter declined the case without a request to the engine."""
    message = result.message or ""
    return result.verdict == "unsupported" and not any(
        fnmatchcase(message, item) for item in _refusals(implementation)
    )


@cache
def _refusals(implementation: str) -> tuple[str, ...]:
    known = load_implementations().get(implementation)
    return () if known is None else known.refusals


def standing(verdict: str) -> str | None:
    """Meaning of an answer for the user of a table; None for a case without one."""
    if verdict in GOOD or verdict == "limit":
        return RIGHT
    if verdict == "open":
        return None
    if verdict in _REFUSED:
        return REFUSED
    return CRASH if verdict in _CRASH else WRONG


def merged(stored: Stored, run: model.Run, features: Sequence[Feature]) -> Stored:
    """Stored answers with those of a run in place of its implementations' earlier ones, case by case."""
    chosen = [
        case.id
        for case in run.cases.values()
        if case.cmd.startswith(COMMANDS) and any(feature.has_case(case.id) for feature in features)
    ]
    answers = dict(stored)
    for implementation in run.implementations:
        results = {case: result for case in chosen if (result := run.result(implementation.name, case))}
        if not results:
            continue
        version = str(implementation.hello.get("version", ""))
        earlier = answers.get(implementation.name, {})
        retained = dict(earlier["answers"]) if earlier.get("version") == version else {}
        for case, result in results.items():
            answer = None if declined(implementation.name, result) else standing(result.verdict)
            retained.pop(case, None)
            if answer is not None:
                retained[case] = answer
        date = str(run.header["started"])[:10]
        answers[implementation.name] = {
            "version": version,
            "date": date,
            "answers": dict(sorted(retained.items())),
        }
    return {name: item for name, item in sorted(answers.items()) if set(item["answers"].values()) - {REFUSED}}


def with_earlier(stored: Stored, path: Path, features: Sequence[Feature]) -> Stored:
    """Stored answers, and those that `interoperability` stores of the same or other implementations."""
    readers = json.loads(path.read_text(encoding="utf-8"))["readers"] if path.is_file() else {}
    answers = dict(stored)
    for name, reader in readers.items():
        entry = answers.get(name, {"version": reader["version"], "date": reader["date"], "answers": {}})
        if entry["version"] != reader["version"]:
            continue
        earlier = {
            case: answer
            for case, verdict in reader["verdicts"].items()
            if (answer := standing(verdict)) and any(feature.has_case(case) for feature in features)
        }
        answers[name] = {**entry, "answers": dict(sorted({**earlier, **entry["answers"]}.items()))}
    return dict(sorted(answers.items()))


def counts(feature: Feature, answers: Mapping[str, str]) -> Counter[str]:
    """Number of answers about a feature by standing."""
    return Counter(answer for case, answer in answers.items() if feature.has_case(case))


def page(stored: Stored, features: Sequence[Feature]) -> str:
    """The Markdown page."""
    parts = [_HEAD, *_catalogue(features), "## Who reads what\n"]
    names = sorted(stored, key=lambda name: (name != OURS, name))
    for group, members in groupby(features, key=lambda feature: feature.group):
        rows = [
            [
                f"[{feature.title}](#{feature.id})",
                *(_cell(feature, stored[name]["answers"]) for name in names),
            ]
            for feature in members
        ]
        parts.append(f"### {group[:1].upper()}{group[1:]}\n")
        parts.append("\n".join(markdown_table(["feature", *names], rows)) + "\n")
    return "\n".join(parts).rstrip("\n") + "\n"


def _cell(feature: Feature, answers: Mapping[str, str]) -> str:
    numbers = counts(feature, answers)
    return " ".join(f"{sign} {numbers[answer]}" for answer, sign in _SIGNS.items() if numbers[answer])


def _catalogue(features: Sequence[Feature]) -> Iterator[str]:
    yield "## The features\n"
    rows = []
    for feature in features:
        since = feature.since if feature.until is None else f"{feature.since} – {feature.until}"
        table = (
            f"[`{feature.table}`](../fixtures/{feature.table})" if feature.table else feature.without or ""
        )
        reader = feature.reader if feature.message is None else f"{feature.reader}: “{feature.message} …”"
        rules = ", ".join(f"`{rule}`" for rule in feature.rules)
        title = f'<a id="{feature.id}"></a>{feature.title}'
        rows.append([title, _mark(feature.mark), since, rules, table, reader])
    head = ["feature", "mark", "since", "rules", "a real table", "our reader"]
    yield "\n".join(markdown_table(head, rows)) + "\n"


def _mark(mark: Mapping[str, str]) -> str:
    if "property" in mark:
        return f"`{mark['property']}`" + (f" = `{mark['value']}`" if "value" in mark else "")
    [(kind, value)] = mark.items()
    labels = {
        "suffix": "files that end in",
        "block": "log block",
        "header": "header of log blocks",
        "commit": "key of a commit",
        "type": "logical type",
        "column": "column",
    }
    return f"{labels.get(kind, kind)} `{value}`"


def _paths() -> tuple[Path, Path]:
    root = resources.data_root() / "conformance"
    return root / "results" / f"{NAME}.json", root / f"{NAME}.md"


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; see the module's text."""
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("action", choices=["store", "write", "check"])
    parser.add_argument("events", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    data, document = _paths()
    stored: Stored = json.loads(data.read_text(encoding="utf-8")) if data.is_file() else {}
    features = load_features(resources.spec_dir())
    stored = with_earlier(stored, data.with_name("interoperability.json"), features)
    if options.action == "store":
        for path in options.events:
            stored = merged(stored, model.load(path), features)
        data.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    text = page(stored, features)
    if options.action == "check":
        return int(not document.is_file() or document.read_text(encoding="utf-8") != text)
    document.write_text(text, encoding="utf-8")
    print(f"wrote {document.name}: {len(features)} features, {len(stored)} implementations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
