# SPDX-License-Identifier: Apache-2.0
"""Items of a file one by one, and the rejection that ended them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from typing import Generic, Self, TypeVar

from hudi_conformance.decode.grammar import reject_of, rejection_of
from hudi_conformance.decode.source import Buffer, Input, open_source
from hudi_conformance.errors import Reject
from hudi_conformance.model.common import Rejection

T = TypeVar("T")


class Reading(Iterator[T], Generic[T]):
    """Items of a file up to its end or to a rejection; at most one block is in memory.

    It is also a context manager, which closes the file early.

    Raises:
        LimitExceeded, UnsupportedInput: while iterating, for files that are not supported.
    """

    def __init__(self, items: Generator[T, None, Rejection | None], files: ExitStack | None = None) -> None:
        self._items = items
        self._files = files or ExitStack()
        self._is_done = False
        self._rejection: Rejection | None = None

    @classmethod
    def of(cls, source: Input, walk: Callable[[Buffer], Generator[T, None, Rejection | None]]) -> Self:
        """Items that `walk` yields for an input; raises OSError if that cannot be opened."""
        files = ExitStack()
        return cls(walk(files.enter_context(open_source(source))), files)

    @property
    def rejection(self) -> Rejection | None:
        """Why reading stopped before the end of the file; None until iteration has ended."""
        return self._rejection

    def __next__(self) -> T:
        if self._is_done:
            raise StopIteration
        try:
            return next(self._items)
        except StopIteration as stop:
            self._rejection = stop.value
        except Reject as error:
            self._rejection = rejection_of(error)
        except BaseException:
            self.close()
            raise
        self.close()
        raise StopIteration

    def all(self) -> list[T]:
        """All remaining items, as a list.

        Raises:
            Reject: a part of the file is rejected.
        """
        items = list(self)
        if self._rejection is not None:
            raise reject_of(self._rejection)
        return items

    def close(self) -> None:
        """Close the file; the iterator yields no more items."""
        self._is_done = True
        self._items.close()
        self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
