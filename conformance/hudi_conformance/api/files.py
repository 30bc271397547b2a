# SPDX-License-Identifier: Apache-2.0
"""Structure of one file, and the readable data of a damaged one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hudi_conformance.inspect import inspect_file
from hudi_conformance.inspect.inspection import Inspection
from hudi_conformance.inspect.json_view import to_json
from hudi_conformance.salvage import file as salvage
from hudi_conformance.salvage.file import Salvage

__all__ = ["Inspection", "Salvage", "inspect_file", "inspection_to_json", "salvage_file"]


def inspection_to_json(inspection: Inspection) -> Mapping[str, Any]:
    """An inspection as `hudi-conformance inspect --json` prints it."""
    return to_json(inspection)


def salvage_file(
    path: str | os.PathLike[str], out: str | os.PathLike[str], kind: str | None = None
) -> Salvage:
    """Write the readable data of a log file or HFile to `out`, with an account of every other byte.

    Args:
        path: the damaged file.
        out: folder for Parquet files, `report.json` and `report.md`; it must not contain a report.
        kind: `log` or `hfile`; None = detected.

    Returns:
        The report, and 0 if everything was read, 1 if some data is lost, 3 if nothing was read.

    Raises:
        OSError: the file cannot be opened, or `out` cannot be written.
        FileExistsError: `out` already has a report.
        UnsupportedInput: an encrypted HFile, or one with an unsupported codec.
    """
    return salvage.salvage_file(Path(path), Path(out), kind)
