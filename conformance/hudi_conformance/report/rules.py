# SPDX-License-Identifier: Apache-2.0
"""Texts of the specification, for reports; the report of an old run lives on without them."""

from __future__ import annotations

from hudi_conformance import resources
from hudi_conformance.specification.requirements import Requirement, SpecIndex, load


def own_spec() -> SpecIndex:
    """Index of the specification that came with this package, empty when there is none."""
    return load(resources.spec_dir())


def heading(rule: Requirement) -> str:
    """Level, roles, versions, as the first line of the requirement writes them."""
    return f"{rule.level} · {', '.join(rule.roles)} · {rule.formats} · since {rule.since}"
