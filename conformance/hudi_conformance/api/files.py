# SPDX-License-Identifier: Apache-2.0
"""Structure of one file, or what is readable of a damaged one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hudi_conformance import inspect
from hudi_conformance.inspect import Inspection, inspect_file
from hudi_conformance.salvage import file as salvage
from hudi_conformance.salvage.file import Salvage

__all__ = ["Inspection", "Salvage", "inspect_file", "inspection_to_json", "salvage_file"]


def inspection_to_json(inspection: Inspection) -> Mapping[str, Any]:
    """An inspection as `hudi-conformance inspect --json` prints it."""
    return inspect.to_json(inspection)


def salvage_file(
    path: str | os.PathLike[str], out: str | os.PathLike[str], kind: str | None = None
) -> Salvage:
    """Write what is still readable of a log file or HFile below `out`, with an account of every other byte.

    Args:
        path: the damaged file.
        out: folder for Parquet files, `report.json` and `report.md`; it has no report yet.
        kind: `log` or `hfile`; None = detected.

    Returns:
        The report, and 0 where everything was read, 1 where something is lost, 3 where nothing was read.

    Raises:
        OSError: the file cannot be opened, or nothing can be written.
        FileExistsError: `out` has a report already.
        UnsupportedInput: an encrypted HFile, or one of a codec that is not read here.
    """
    return salvage.salvage_file(Path(path), Path(out), kind)
