# SPDX-License-Identifier: Apache-2.0
"""Valid files by chance: real readers and the grammar in Java give what the reference writer wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hudi_conformance.encode import encode_log
from hudi_conformance.encode.hfile.write import encode_hfile_description
from hudi_conformance.suite.adapter import ProcessAdapter, close_quietly
from hudi_conformance.suite.judge import judge_value
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.build import build_adapter
from hypothesis import HealthCheck, given, settings
from instruments.writer.hfile_views import expected_views
from instruments.writer.log_views import expected_records, expected_scan
from strategies.files import ALL, Limits, hfiles, logs

pytestmark = pytest.mark.own_job

DRAWN = settings(
    max_examples=80,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


# What is left out are known defects and features of other releases: keys in footers, header keys and
# ordering values of several fields; codecs without native libraries, encodings and versions of the other
# HBase; what hudi-io says that it does not read.
LIMITS = {
    "hudi-java": Limits(footers=False, positions=False, ordering_arrays=False),
    "hbase1.2.12": Limits(encodings=("NONE", "PREFIX", "DIFF", "FAST_DIFF"), codecs=("NONE", "GZ")),
    "hudi-io1.2.1": Limits(
        hfile_versions=((3, 0), (3, 3)), codecs=("NONE", "GZ"), encodings=("NONE",), tags=False, mvcc=False
    ),
    "hbase2.6.3": Limits(hfile_versions=((2, 3), (3, 0), (3, 3))),
}


def start(folder: str, variant: str | None) -> Iterator[ProcessAdapter]:
    try:
        command = build_adapter(folder, variant)
    except ToolMissing as missing:
        pytest.skip(str(missing))
    adapter = ProcessAdapter(command)
    yield adapter
    close_quietly(adapter)


@pytest.fixture(
    scope="module", params=[("kaitai_java", None), ("hudi_java", "1.2.1"), ("hudi_java", "0.15.0")], ids=str
)
def log_reader(request: pytest.FixtureRequest) -> Iterator[ProcessAdapter]:
    yield from start(*request.param)


@pytest.fixture(
    scope="module", params=[("hbase", "2.6.3"), ("hbase", "1.2.12"), ("hudi_io", "1.2.1")], ids=str
)
def hfile_reader(request: pytest.FixtureRequest) -> Iterator[ProcessAdapter]:
    yield from start(*request.param)


def ask(adapter: ProcessAdapter, command: str, data: bytes) -> Answer:
    return adapter.ask(command, data, {}, ms=20_000, mib=1024)


def check(adapter: ProcessAdapter, command: str, data: bytes, expected: Any, seen: Counter[str]) -> None:
    """A value equal to what was written, or an honest `unsupported`."""
    answer = ask(adapter, command, data)
    seen[answer.answer] += 1
    if answer.answer != "unsupported":
        assert answer.answer == "value", f"{adapter.hello.name}: {answer}"
        judgement = judge_value(expected, answer.value)
        assert judgement.good, f"{adapter.hello.name}: {judgement}"


def test_logs(log_reader: ProcessAdapter) -> None:
    seen: Counter[str] = Counter()

    @DRAWN
    @given(logs(3, LIMITS.get(log_reader.hello.name, ALL)))
    def run(blocks: list[dict[str, Any]]) -> None:
        made = encode_log({"blocks": blocks})
        check(log_reader, "log.scan", made.data, expected_scan(made), seen)
        check(log_reader, "log.records", made.data, expected_records(made), seen)

    run()
    assert seen["value"] > 60, seen


def test_hfiles(hfile_reader: ProcessAdapter) -> None:
    seen: Counter[str] = Counter()

    @DRAWN
    @given(hfiles(LIMITS.get(hfile_reader.hello.name + hfile_reader.hello.version, ALL)))
    def run(description: dict[str, Any]) -> None:
        made = encode_hfile_description(description)
        views = expected_views(made)
        check(hfile_reader, "hfile.cells", made.data, views["cells"], seen)

    run()
    assert seen["value"] > 10, seen
