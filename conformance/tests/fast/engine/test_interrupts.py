# SPDX-License-Identifier: Apache-2.0
"""An interrupt does not split what must be done at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest
from hudi_conformance.engine.interrupts import deferred_interrupts


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """As in a terminal: what a shell starts in the background ignores interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted_twice(done: list[str]) -> None:
    with deferred_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("first")
        signal.raise_signal(signal.SIGINT)
        done.append("second")
    done.append("never")


def test_an_interrupt_waits() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted_twice(done)
    assert done == ["first", "second"]
    with pytest.raises(KeyboardInterrupt):  # the handler is back
        signal.raise_signal(signal.SIGINT)


def test_nothing_is_held_back_that_did_not_come() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_who_ignores_interrupts_goes_on_doing_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with deferred_interrupts():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_errors_pass() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), deferred_interrupts():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_are_left_alone() -> None:
    seen = []

    def work() -> None:
        with deferred_interrupts():
            seen.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [1]
