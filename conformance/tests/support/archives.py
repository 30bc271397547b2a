# SPDX-License-Identifier: Apache-2.0
"""Archives of fixtures, extracted."""

from __future__ import annotations

import zipfile
from pathlib import Path

from hudi_conformance import resources


def unpacked(archive: str | Path, folder: Path) -> Path:
    """Extract an archive, whose path may be that below `fixtures/`, into a folder; return the folder."""
    with zipfile.ZipFile(resources.fixtures_dir() / archive) as opened:
        opened.extractall(folder)
    return folder
