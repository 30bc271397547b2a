# SPDX-License-Identifier: Apache-2.0
"""Reproducers of defects, run against a real release again."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hudi_conformance.cli import cli
from instruments.defects.__main__ import command as maintenance


@pytest.mark.own_job
def test_defects_of_the_current_release_are_there() -> None:
    arguments = ["defects", "reproduce", "--implementation", "hudi-java-1.2.1"]
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert result.return_value == 0, result.output
    assert result.output.count(" there\n") >= 25, result.output


def test_junit_tests_fail_as_described() -> None:
    arguments = ["junit", "hudi-log-negative-record-count", "hudi-merge-defaults-by-reference"]
    result = CliRunner().invoke(maintenance, arguments)
    assert result.exit_code == 0, result.output
