# SPDX-License-Identifier: Apache-2.0
"""`dump --json --records` prints block by block what it would print of all blocks at once."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.canonical.json import pretty, pretty_pieces
from hudi_conformance.canonical.log import canonical_log_records, canonical_reject
from hudi_conformance.cli.dump import command as dump
from hudi_conformance.decode import limits
from hudi_conformance.decode.log.content import read_contents
from hudi_conformance.errors import LimitExceeded, UnsupportedInput
from hudi_conformance.look.text import escaped_json
from hypothesis import given
from hypothesis import strategies as st

SEED = 20261123
NUM_FILES = 150
LOGS = [path for path in sorted((resources.fixtures_dir() / "log").glob("*.log")) if path.stat().st_size > 40]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.dictionaries(st.integers(), inner),
    max_leaves=30,
)


def by_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False)


@given(VALUES)
def test_text_is_that_of_the_library(value: Any) -> None:
    assert pretty(value) == by_json(value) + "\n"
    assert "".join(pretty_pieces({"a": iter([value]), "b": iter([])})) == by_json({"a": [value], "b": []})
    assert "".join(pretty_pieces([value], "  ")) == by_json([value]).replace("\n", "\n  ")


@pytest.mark.parametrize("value", [float("nan"), {"a": [float("inf")]}, {"a": {1}}])
def test_what_is_no_json(value: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        by_json(value)
    with pytest.raises((ValueError, TypeError)):
        pretty(value)


def test_pieces_are_small() -> None:
    rows = [{"k": number, "v": "x" * 50} for number in range(20_000)]
    assert max(map(len, pretty_pieces({"blocks": [{"records": rows}]}))) < 200_000


def at_once(path: Path) -> tuple[int, str]:
    """Exit code and text, by the view of the whole file."""
    try:
        contents, end = read_contents(path)
        view = canonical_log_records(contents)
    except (UnsupportedInput, LimitExceeded) as error:
        return 1, f"Error: {error}"
    if end.rejection is not None:
        view |= {"reject": {**canonical_reject(end.rejection), "message": end.rejection.message}}
    return int(end.rejection is not None), escaped_json(by_json(view)) + "\n"


def test_damaged_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(SEED)
    path = tmp_path / "f.log"
    kinds = {0: 0, 1: 0, "error": 0}
    for _ in range(NUM_FILES):
        data = bytearray(rng.choice(LOGS).read_bytes())
        for _ in range(rng.randrange(3)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
        with monkeypatch.context() as patch:
            if rng.random() < 0.3:
                patch.setattr(limits, "FIXED", 0)
                patch.setattr(limits, "MULTIPLE", 1)
            code, text = at_once(path)
            result = CliRunner().invoke(dump, [str(path), "--json", "--records"])
        assert result.exit_code == code
        if text.startswith("Error: "):
            kinds["error"] += 1
            assert result.stdout == ""
            assert text[7:40] in result.stderr.replace("\n", " ")
        else:
            kinds[code] += 1
            assert result.stdout == text
    assert min(kinds.values()) > 2, kinds
