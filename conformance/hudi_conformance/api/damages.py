# SPDX-License-Identifier: Apache-2.0
"""Damaged files of a table's views, as an entry of a list, an error, and a warning."""

from __future__ import annotations

from hudi_conformance.table.damages import Damage, DamagedFiles, DamageWarning

__all__ = ["Damage", "DamageWarning", "DamagedFiles"]
