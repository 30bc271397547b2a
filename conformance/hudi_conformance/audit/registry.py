# SPDX-License-Identifier: Apache-2.0
"""All surfaces of the audit; new ones are registered here."""

from __future__ import annotations

from hudi_conformance.audit.base_surface import BaseFileSurface
from hudi_conformance.audit.between_surface import BetweenSurface
from hudi_conformance.audit.hfile_surface import HFileSurface
from hudi_conformance.audit.log_surface import LogSurface
from hudi_conformance.audit.name_surface import NameSurface
from hudi_conformance.audit.surface import Surface, TableSurface
from hudi_conformance.audit.timeline_surface import FolderSurface
from hudi_conformance.decode.timeline.archive_check import check_archive
from hudi_conformance.decode.timeline.check import check_timeline

SURFACES: list[Surface] = [NameSurface(), LogSurface(), HFileSurface(), BaseFileSurface()]
TABLE_SURFACES: list[TableSurface] = [
    FolderSurface("timeline", check_timeline),
    FolderSurface("archive", check_archive),
    BetweenSurface(),
]


def surfaces_of(path: str) -> list[Surface]:
    """The surfaces of a file; none for most files."""
    return [surface for surface in SURFACES if surface.matches(path)]
