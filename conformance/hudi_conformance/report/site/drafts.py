# SPDX-License-Identifier: Apache-2.0
"""Pages that may share blocks: drafted by several processes, finished one after the other.

A block that several pages have is shown on the first of them, and is a link on the others. Which one is first
depends on the order of the pages: a draft has marks in place of such blocks, and brings the blocks along.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass

from markupsafe import Markup

from hudi_conformance.report.site import paths

_MIN_SHARED = 200  # characters of a block that is worth a link instead of a repetition
_MIN_CASES = 1000  # of a run whose pages take longer than the start of processes
_MARK = re.compile("<!--([0-9]+)-->")  # of texts that come from elsewhere, none has a `<`
Topic = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Owner:
    """Where a block is shown: the page, the anchor on it, and the name of what has it there."""

    page: str
    anchor: str
    name: str

    def link(self, reader: Owner, what: str = "") -> Markup:
        """A line that leads from another place to here; `what` are the things that are the same."""
        is_near = self.page == reader.page
        page = "" if is_near else paths.relative(self.page, reader.page)
        name = (
            self.anchor
            if is_near
            else f"{self.page.removeprefix('cases/').removesuffix('.html')}/{self.name}"
        )
        things = f"{what} " if what else ""
        return Markup("<p class=t>the same {0}as of <a href={1}#{2}>{3}</a>").format(
            things, page, self.anchor, name
        )


@dataclass(frozen=True, slots=True)
class Left:
    """The content of a mark: a block, or bytes of a file and the fields below them."""

    owner: Owner
    block: Markup
    fields: Markup | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A page with marks, and their contents in the same order."""

    path: str
    text: str
    left: Sequence[Left]


class _Once:
    """Blocks that were shown, and where."""

    def __init__(self) -> None:
        self._first: dict[bytes, Owner] = {}

    def __call__(self, block: Markup, owner: Owner, what: str = "") -> Markup:
        """The block, or a link to its first occurrence."""
        text = block.strip()
        if len(text) < _MIN_SHARED:
            return text
        first = self.has(text, owner)
        return text if first is None else first.link(owner, what)

    def has(self, block: Markup, owner: Owner) -> Owner | None:
        """Where a block was shown before, None if nowhere; from now on that is here."""
        key = hashlib.sha256(block.encode("utf-8", "surrogatepass")).digest()
        first = self._first.setdefault(key, owner)
        return None if first == owner else first


class Blocks:
    """Blocks of one page."""

    def __init__(self) -> None:
        self._once = _Once()
        self.left: list[Left] = []

    def here(self, block: Markup, owner: Owner, what: str = "") -> Markup:
        """The block, or a link to where the page has it."""
        return self._once(block, owner, what)

    def anywhere(self, block: Markup, owner: Owner) -> Markup:
        """A mark for a block that another page may show; a short one is not worth it."""
        text = block.strip()
        return text if len(text) < _MIN_SHARED else self._mark(Left(owner, text))

    def of_file(self, grid: Markup, fields: Markup, owner: Owner) -> Markup:
        """A mark for bytes of a file and the fields below them."""
        return self._mark(Left(owner, grid, fields))

    def _mark(self, left: Left) -> Markup:
        self.left.append(left)
        return Markup(f"<!--{len(self.left) - 1}-->")  # noqa: S704 - a number


class Kept:
    """Blocks that earlier pages show."""

    def __init__(self) -> None:
        self._once = _Once()

    def page(self, draft: Draft) -> tuple[str, str]:
        """Path and text of the page that a draft becomes."""
        blocks = [self._of(left) for left in draft.left]
        return draft.path, _MARK.sub(lambda mark: blocks[int(mark[1])], draft.text)

    def _of(self, left: Left) -> Markup:
        if left.fields is None:
            return self._once(left.block, left.owner)
        first = self._once.has(left.block + left.fields, left.owner)
        if first is not None:
            return first.link(left.owner)
        bytes_ = self._once(left.block, left.owner, "bytes")
        return bytes_ + self._once(left.fields, left.owner, "fields")


@contextmanager
def drafts_of(
    make: Callable[[Topic], Draft], topics: Sequence[Topic], num_cases: int
) -> Iterator[Iterable[Draft]]:
    """Drafts in the order of the topics, made by as many processes as there are processors.

    A small run, or a system without copies of processes, makes them in this process on request.
    """
    jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if jobs == 1 or num_cases < _MIN_CASES or not sys.platform.startswith("linux"):
        yield map(make, topics)
        return
    # A copy of this process has the run and its inputs, which would take seconds to read again.
    copies = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, copies, initializer=_set_maker, initargs=(make,)) as pool:
        futures = [(topic, pool.submit(_made, topic)) for topic in topics]

        def drafts() -> Iterator[Draft]:
            for topic, future in futures:
                try:
                    draft = future.result()
                except BrokenProcessPool:  # killed, for want of memory as a rule: here it takes less
                    draft = make(topic)
                yield draft

        yield drafts()


_makers: list[Callable[[Topic], Draft]] = []  # of a process that makes drafts, one


def _set_maker(make: Callable[[Topic], Draft]) -> None:
    _makers[:] = [make]


def _made(topic: Topic) -> Draft:
    return _makers[0](topic)
