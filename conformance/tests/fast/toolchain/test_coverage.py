# SPDX-License-Identifier: Apache-2.0
"""Coverage of implementations in Java: reading JaCoCo's report, and what `run --coverage` refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance.cli.run import command
from hudi_conformance.toolchain.coverage import MethodCoverage, by_class, read_report

REPORT = """<?xml version="1.0"?><report name="r"><package name="org/a"><class name="org/a/B$C">
<method name="lambda$read$3" desc="()V"><counter type="BRANCH" missed="3" covered="1"/>
<counter type="LINE" missed="0" covered="2"/></method>
<method name="read" desc="()V"><counter type="LINE" missed="4" covered="0"/></method>
</class></package></report>"""


def test_a_lambda_counts_for_the_method_in_which_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT, encoding="utf-8")
    methods = list(read_report(tmp_path / "report.xml"))
    assert methods == [
        MethodCoverage("org.a", "B.C", "read()V", (1, 4, 2, 2)),
        MethodCoverage("org.a", "B.C", "read()V", (0, 0, 0, 4)),
    ]
    assert by_class(methods) == {"org.a": {"B.C": [1, 4, 2, 6]}}


@pytest.mark.parametrize("arguments", [["--implementation", "kaitai-python"], ["--adapter", "true"]])
def test_only_shipped_implementations_in_java_are_measured(arguments: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--coverage", str(tmp_path / "new"), *arguments])
    assert (result.exit_code, "--coverage measures" in result.output) == (2, True)
