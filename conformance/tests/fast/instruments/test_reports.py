# SPDX-License-Identifier: Apache-2.0
"""The list of public reports has its form, names what exists, and its page is up to date."""

from __future__ import annotations

import json

from hudi_conformance import resources
from hudi_conformance.specification import requirements
from instruments.reports import page
from instruments.reports.model import load, problems


def test_list_of_reports() -> None:
    reports = load()
    cases = json.loads((resources.cases_dir() / "LOCK.json").read_text("utf-8"))
    assert not list(problems(reports, cases, requirements.load(resources.spec_dir()).requirements))
    assert page.PATH.read_text("utf-8") == page.text(reports)
