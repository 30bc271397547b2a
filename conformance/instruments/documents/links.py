# SPDX-License-Identifier: Apache-2.0
"""Finds broken links in a folder of pages.

`python -m instruments.documents.links out` checks every page below a folder for missing files,
missing anchors, and resources that are loaded from outside. Exit code 1 when there are any.
"""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from hudi_conformance.look.text import counted

# External addresses of these schemes are allowed, and not followed.
_OUTSIDE = ("https://", "mailto:")

# What is searched for on a page with such a field, as it is in the address.
SEARCH = "find="


class _Page(HTMLParser):
    """Ids, links and loaded resources of one page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect links and their possible targets."""
        if tag == "link" and ("rel", "canonical") in attrs:
            return  # an address that is printed, not loaded
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name == "src" or (name == "href" and tag == "link"):
                self.loads.append(value or "")


def broken_links(folder: Path) -> Iterator[str]:
    """Yield a line for each broken link of a page below `folder`."""
    pages: dict[str, _Page] = {}
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in sorted(files):
        if name.endswith(".html"):
            page = pages[name] = _Page()
            page.feed((folder / name).read_text(encoding="utf-8"))
            page.close()
    for name, page in pages.items():
        for link in page.loads:
            if _target(name, link)[0] not in files:
                yield f"{name}: loads {link}"
        for link in page.links:
            if link.startswith(_OUTSIDE):
                continue
            target, anchor = _target(name, link)
            if target not in files:
                yield f"{name}: no file {link}"
            elif anchor.startswith(SEARCH) and "find" in getattr(pages.get(target), "ids", ()):
                continue
            elif anchor and (target not in pages or anchor not in pages[target].ids):
                yield f"{name}: no anchor {link}"


def _target(page: str, link: str) -> tuple[str, str]:
    path, _, anchor = link.partition("#")
    if not path:
        return page, unquote(anchor)
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path))), unquote(anchor)


def main(folder: str) -> int:
    """Print the broken links below a folder."""
    problems = list(broken_links(Path(folder)))
    for problem in problems:
        print(problem)
    num_pages = sum(1 for _ in Path(folder).rglob("*.html"))
    print(f"{counted(num_pages, 'page')}, {counted(len(problems), 'broken link')}")
    return 1 if problems or not num_pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
