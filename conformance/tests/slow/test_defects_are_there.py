# SPDX-License-Identifier: Apache-2.0
"""Reproducers of defects, run against a real release again."""

from __future__ import annotations

from click.testing import CliRunner
from hudi_conformance.cli import cli


def test_defects_of_the_current_release_are_there() -> None:
    arguments = ["defects", "reproduce", "--implementation", "hudi-java-1.2.1"]
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert result.return_value == 0, result.output
    assert result.output.count(" there\n") >= 25, result.output
