# SPDX-License-Identifier: Apache-2.0
"""The committed corpora: few and short inputs that reach more code than the fixtures do."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable
from pathlib import Path

from hudi_conformance import resources
from hudi_conformance.fuzz.corpus import MAX_LEN


def corpus_file(name: str) -> Path:
    """The committed corpus of a target."""
    return resources.data_root() / "conformance" / "fuzz" / f"{name}.zip"


def read_corpus(name: str) -> list[bytes]:
    """Inputs of the committed corpus, none if there is no such file."""
    path = corpus_file(name)
    if not path.is_file():
        return []
    with zipfile.ZipFile(path) as archive:
        return [archive.read(member) for member in archive.namelist()]


def write_corpus(name: str, inputs: Iterable[bytes]) -> int:
    """Write the committed corpus; returns the number of inputs."""
    members = {hashlib.sha256(data).hexdigest()[:16]: data for data in inputs if len(data) <= MAX_LEN}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in sorted(members):
            archive.writestr(zipfile.ZipInfo(member), members[member], zipfile.ZIP_DEFLATED)
    path = corpus_file(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(buffer.getvalue())
    return len(members)
