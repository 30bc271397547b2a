# SPDX-License-Identifier: Apache-2.0
"""Texts of the requirements, for reports; a report of an old run lives on without them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One requirement as a report shows it."""

    id: str
    level: str
    heading: str
    """Level, roles and format versions, as the spec writes them."""
    text: str
    source: str = ""
    where: str = ""
    """File and line in the spec."""


def load_rules() -> Mapping[str, Rule]:
    """Rules of the specification that came with this package, by id."""
    return {}
