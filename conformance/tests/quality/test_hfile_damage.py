# SPDX-License-Identifier: Apache-2.0
"""HFiles damaged below their checksums: no command answers what something in the file contradicts."""

from __future__ import annotations

import resource
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hfile_redundancy import proof
from hudi_conformance import resources
from hudi_conformance.decode.bulk.hfile.scan import iter_cell_batches
from hudi_conformance.decode.hfile.cells import CellReader
from hudi_conformance.decode.hfile.check import check_hfile
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.lookup import Lookup
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.inspect.hfile import inspect_hfile
from hudi_conformance.inspect.model import Limits
from hudi_conformance.model.common import Finding
from hudi_conformance.model.hfile import Codec, HFileCell
from hudi_conformance.salvage.account import Loss
from hudi_conformance.salvage.hfile import HFileSalvage
from instruments.hfile import run
from instruments.hfile.measure import as_cell
from instruments.hfile.parts import Parts, build
from sampling import at_length

REAL = resources.fixtures_dir() / "real-hfile"
pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="no real HFiles")


@pytest.fixture(scope="module")
def bases() -> list[run.Base]:
    return run.find_bases([REAL])


@pytest.mark.own_job
def test_no_answer_is_contradicted_by_the_file(bases: list[run.Base]) -> None:
    cases = list(run.make(bases, 1, seed=20))
    assert len({case.kind.name for case in cases}) >= 80
    cases = cases[:: at_length(1, 3)]
    results = run.measure(bases, cases)
    assert [(result.case.name, result.labels) for result in run.failures(results)] == []
    blind = [result for result in results if result.is_blind]
    assert len(blind) < len(results) / 4
    # That nothing tells is proven by readers of another origin, not by the check itself.
    told = {one.case.name: proof(one.case.data, one.case.base.data) for one in blind}
    assert {name: notes for name, notes in told.items() if notes} == {}


def test_the_proof_sees_what_the_check_sees(bases: list[run.Base]) -> None:
    """Damage that readers refuse or tell is in contradiction with something else in the file."""
    cases = [case for case in run.make(bases, 1, seed=22) if not case.kind.blind][:: at_length(1, 3)]
    silent = [case for case in cases if not proof(case.data, case.base.data)]
    assert len(cases) > at_length(60, 20)
    for case in silent:  # numbers of which no reader needs the value, or which only a reader cannot take
        words = run.answers(case.data, case.base.truth)
        assert {word for name, word in words.items() if name != "check"} <= {"right", "refused"}, case.name


def test_all_commands_say_the_same_of_one_file(bases: list[run.Base]) -> None:
    num = 0
    for case in run.make(bases, 2, seed=21, prefix="cell"):
        findings: list[Finding] = []
        try:
            cells = list(CellReader.of(HFile(case.data)).scan(findings))
        except Reject:
            continue
        said = {finding.requirement for finding in findings}
        bulk: list[Finding] = []
        assert sum(batch.num_rows for batch in iter_cell_batches(case.data, findings=bulk)) == len(cells)
        assert {finding.requirement for finding in bulk} == said
        assert said <= {finding.requirement for finding in check_hfile(case.data)}
        shown = inspect_hfile(case.data, "x.hfile", Limits()).findings
        assert said <= {finding.requirement for finding in shown}
        salvage = HFileSalvage(case.data)
        list(salvage.steps())
        assert said <= {name for name in said for note in salvage.notes if name in note}
        lookups: list[list[Finding]] = []
        lookup = Lookup(HFile(case.data))
        with suppress(Reject):
            list(lookup.get(b"x"))
            lookups.append(lookup.findings)
        assert all({finding.requirement for finding in found} == said for found in lookups)
        num += bool(said)
    assert num >= 10


def hostile(parts: Parts, codec: Codec, size: int) -> bytes:
    """A file of one more data block, of `size` zeros."""
    last = parts.data[-1]
    bomb = replace(last, number=1 + max(part.number for part in parts.parts), payload=bytes(size))
    at = parts.parts.index(last) + 1
    return build(replace(parts, codec=codec, parts=(*parts.parts[:at], bomb, *parts.parts[at:])))


@pytest.mark.parametrize("codec", [Codec.GZ, Codec.SNAPPY, Codec.LZ4, Codec.ZSTD])
def test_a_block_that_inflates_far_is_a_limit_and_no_damage(bases: list[run.Base], codec: Codec) -> None:
    parts = next(base.parts for base in bases if len(base.parts.data) > 1 and base.parts.codec is Codec.NONE)
    small = HFile(hostile(parts, codec, 2 << 20))
    assert [len(block.payload) for block in small.blocks() if block.type == "DATA"][-1] == 2 << 20
    large = HFile(hostile(parts, codec, 64 << 20))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    with pytest.raises(LimitExceeded):
        list(large.blocks())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown <= (32 << 10) + 6 * large.len / 1024
    assert time.process_time() - start < 5


def test_an_empty_index_of_many_levels_is_answered(bases: list[run.Base]) -> None:
    parts = next(base.parts for base in bases if base.parts.codec is Codec.NONE)
    root = replace(parts.root, entries=(), payload=b"")
    data = build(parts.put(root).say(num_data_index_levels=(1 << 31) - 1))
    start = time.process_time()
    with pytest.raises((Reject, LimitExceeded, UnsupportedInput)):
        list(Lookup(HFile(data)).get(b"x"))
    assert time.process_time() - start < 2


def test_blocks_that_begin_at_64_are_read(bases: list[run.Base], tmp_path: Path) -> None:
    for base in bases:
        if base.parts.codec is Codec.NONE and len(base.parts.data) > 1:
            data = build(base.parts, lead=bytes(64))
            findings: list[Finding] = []
            assert len(list(CellReader.of(HFile(data)).scan(findings))) == len(base.truth.cells)
            assert "hfile.file.blocks" in {finding.requirement for finding in findings}
            lookup = Lookup(HFile(data))
            assert all(len(list(lookup.get(row))) == len(base.truth.get(row)) for row in base.truth.rows)


def test_a_block_that_does_not_inflate_is_lost_and_costs_its_own_cells_alone(bases: list[run.Base]) -> None:
    kinds: set[str] = set()
    for base in bases:
        if base.parts.codec is not Codec.GZ:
            continue
        for part in base.parts.parts:
            if part.form or part is base.parts.info or not (part.payload and len(base.truth.cells)):
                continue
            data = build(base.parts.put(replace(part, stored=b"\x1f\x8b\x08\x00" + b"\xff" * 20)))
            steps = list(HFileSalvage(data).steps())
            ofs = next(
                block.ofs
                for number, block in enumerate(HFile(data).headers())
                if base.parts.parts[number] == part
            )
            losses = [step.block_ofs for step in steps if isinstance(step, Loss)]
            assert losses == [ofs], (base.name, part.kind)
            kept = [as_cell(step) for step in steps if isinstance(step, HFileCell)]
            own = [cell for cell in base.truth.cells if cell not in set(kept)]
            assert len(kept) + len(own) == len(base.truth.cells), (base.name, part.kind)
            assert bool(own) == part.is_data, (base.name, part.kind)
            kinds.add(part.kind)
    assert "DATA" in kinds
    assert len(kinds) > 1
