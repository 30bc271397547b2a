# SPDX-License-Identifier: Apache-2.0
"""Which documents of the repository are pages of the site, and what their links become there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
REPOSITORY = "https://github.com/OWNER/hudi-conformance"
# Folder or document of the repository -> the same on the site; the longest that fits decides.
_PLACES = {
    "README.md": "index.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "conformance/README.md": "project/architecture.md",
    "conformance/tests/README.md": "project/tests.md",
    "conformance/defects.md": "results/defects.md",
    "conformance/defect_tests.md": "results/defect-tests.md",
    "conformance/interoperability.md": "results/interoperability.md",
    "conformance/features.md": "results/features.md",
    "conformance/history.md": "results/releases.md",
    "conformance/upgrades.md": "results/upgrades.md",
    "conformance/reports.md": "results/reports.md",
    "conformance/results.md": "results/figures.md",
    "conformance/adapters/README.md": "guides/adapters.md",
    "conformance/adapters/metadata.md": "guides/adapters-metadata.md",
    "conformance/vectors/README.md": "guides/vectors.md",
    "conformance/guides/": "guides/",
    "conformance/schemas/": "formats/",
    "fixtures/README.md": "guides/fixtures.md",
    "ksy/README.md": "grammars/index.md",
    "spec/README.md": "spec/index.md",
    "spec/": "spec/",
}
_PICTURES = (".png", ".svg")
_LINK = re.compile(r"(?<=\]\()([^)\s#]*)(#[^)\s]*)?(?=\))")
_FENCE = re.compile(r"^\s*(```|~~~)")


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents of the repository by path, with their places on the site."""

    places: Mapping[str, str]

    def link(self, source: str, target: str) -> str:
        """A link of the document `source` as it is on the site; one that leads off the site is absolute."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in self.places:
            return relative(self.places[source], self.places[path])
        if f"{path}/README.md" in self.places:
            return relative(self.places[source], self.places[f"{path}/README.md"])
        local = ROOT / path
        if not local.exists():
            raise FileNotFoundError(f"{source}: no file {target}")
        return f"{REPOSITORY}/{'tree' if local.is_dir() else 'blob'}/main/{path}"


def relative(page: str, target: str) -> str:
    """Path from one page to another."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def find() -> Documents:
    """Every document and picture that has a place on the site."""
    places: dict[str, str] = {}
    for start, target in _PLACES.items():
        if not start.endswith("/"):
            places[start] = target
            continue
        for path in sorted((ROOT / start).iterdir()):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in {".md", *_PICTURES} and name not in _PLACES:
                places[name] = target + path.name
    return Documents(places)


def with_links(text: str, source: str, documents: Documents) -> str:
    """A document with its links as they are on the site; fenced code stays as it is."""
    lines, is_code = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        lines.append(line if is_code else _LINK.sub(lambda match: _moved(match, source, documents), line))
    return "\n".join(lines)


def _moved(match: re.Match[str], source: str, documents: Documents) -> str:
    target, anchor = match[1], match[2] or ""
    if not target or "://" in target or target.startswith("mailto:"):
        return match[0]
    return documents.link(source, target) + anchor
