# SPDX-License-Identifier: Apache-2.0
"""Adapters that are given by a command line."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hudi_conformance.suite.adapter import Adapter

PATIENCE = 2.0  # factor on every time budget
HELLO_MS = 15_000  # in which the adapter of a command line answers hello, at the default patience
SLOW_HELLO_S = 3.0  # after which a line reports that an adapter has not answered hello


class ChoiceError(ValueError):
    """Cases, implementations or options that do not exist or conflict; the message is for users."""


def no_notice(_: str) -> None:
    """Ignore a line about an adapter that starts slowly."""


def start_command(
    text: str, *, once: bool = False, patience: float = PATIENCE, notice: Callable[[str], None] = no_notice
) -> Adapter:
    """Start the adapter of a command line; `notice` receives a line if it starts slowly.

    Raises:
        ChoiceError: not a command line.
        CannotStart: it does not start; the message begins with the command.
    """
    from hudi_conformance.suite.adapter import CannotStart, OnceAdapter, ProcessAdapter  # noqa: PLC0415 - late

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ChoiceError(f"--adapter {text!r}: {error}") from error
    if not words:
        raise ChoiceError("--adapter is empty")
    limit_ms = round(HELLO_MS * patience / PATIENCE)
    line = f"{text}: no answer to hello yet; waiting for up to {limit_ms / 1000:g} s"
    timer = threading.Timer(SLOW_HELLO_S, notice, [line])
    timer.start()
    try:
        return (OnceAdapter if once else ProcessAdapter)(words, patience=patience, start_ms=limit_ms)
    except CannotStart as error:
        prefix = f"{text}: "  # which the error of a missing program has
        raise CannotStart(prefix + str(error).removeprefix(prefix)) from error
    finally:
        timer.cancel()
