# SPDX-License-Identifier: Apache-2.0
"""A jar of resources with its pom, the same bytes each time, and digests of files."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from hudi_conformance import __version__

GROUP = "io.github.hudi-conformance"
ARTIFACT = "hudi-conformance-fixtures"
ROOT = "hudi-conformance"
_MANIFEST = """\
Manifest-Version: 1.0
Created-By: hudi-conformance
Automatic-Module-Name: {module}
Implementation-Title: {artifact}
Implementation-Version: {version}
"""
_POM = Path(__file__).with_name("templates") / "fixtures_pom.xml"


def pom(version: str = __version__, artifact: str = ARTIFACT) -> str:
    """The pom: no dependencies."""
    return _POM.read_text("utf-8").format(group=GROUP, artifact=artifact, version=version)


def write(path: Path, files: Mapping[str, bytes], artifact: str = ARTIFACT) -> Path:
    """Write a jar with these files below `ROOT`, and its pom next to it; return the path of the pom.

    Entries are sorted by name and have a fixed date, so the same files give the same bytes with the same
    zlib.
    """
    pom_file = path.with_suffix(".pom")
    if pom_file == path:
        raise ValueError(f"{path}: that is the name of the pom")
    home = f"META-INF/maven/{GROUP}/{artifact}"
    properties = f"artifactId={artifact}\ngroupId={GROUP}\nversion={__version__}\n"
    entries = {
        f"{home}/pom.xml": pom(artifact=artifact).encode(),
        f"{home}/pom.properties": properties.encode(),
        **{f"{ROOT}/{name}": content for name, content in files.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # the manifest is the first entry of a jar
        module = artifact.replace("-", ".")
        manifest = _MANIFEST.format(version=__version__, artifact=artifact, module=module)
        _add(archive, "META-INF/MANIFEST.MF", manifest.encode())
        for name in sorted(entries):
            _add(archive, name, entries[name])
    pom_file.write_text(pom(artifact=artifact), encoding="utf-8")
    return pom_file


def sums(files: Mapping[str, bytes]) -> bytes:
    """Digests in the form of sha256sum, by path."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    info.create_system = 3
    archive.writestr(info, content)
