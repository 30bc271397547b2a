# SPDX-License-Identifier: Apache-2.0
"""Implementations by name, each started when it is needed and kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hudi_conformance.suite.adapter import CannotStart, ProcessAdapter
from hudi_conformance.suite.trees import Tree
from hudi_conformance.toolchain import ToolMissing
from hudi_conformance.toolchain.registry import load_implementations

MS, MIB = 60_000, 1024


class RecipeFailed(Exception):  # noqa: N818 - becomes a line of the report
    """A recipe whose result differs from its description."""


class Adapters:
    """Adapters of implementations; `close` them at the end."""

    def __init__(self) -> None:
        self._running: dict[tuple[str, tuple[str, ...]], ProcessAdapter] = {}
        self._commands: dict[str, frozenset[str]] = {}

    def _adapter(self, name: str, jvm_options: tuple[str, ...] = ()) -> ProcessAdapter:
        key = (name, jvm_options)
        if key not in self._running:
            implementation = load_implementations()[name]
            try:
                command = implementation.command()
            except ToolMissing as missing:
                raise CannotStart(str(missing)) from missing
            if jvm_options:
                at = command.index("-cp")
                command = [*command[:at], *jvm_options, *command[at:]]
            self._running[key] = ProcessAdapter(command, memory_mib=implementation.memory_mib)
        return self._running[key]

    def knows(self, name: str, cmd: str) -> bool:
        """Whether an implementation has a command at all."""
        if name not in self._commands:
            self._commands[name] = frozenset(self.ask(name, "hello", None, {})["commands"])
        return cmd in self._commands[name]

    def ask(
        self,
        name: str,
        cmd: str,
        given: bytes | Tree | None,
        args: Mapping[str, Any],
        jvm_options: tuple[str, ...] = (),
    ) -> Any:
        """The value of an answer.

        Raises:
            RecipeFailed: it is not a value.
            CannotStart: the implementation cannot be had here.
        """
        answer = self._adapter(name, jvm_options).ask(cmd, given, args, ms=MS, mib=MIB)
        if answer.answer != "value":
            raise RecipeFailed(f"{name} answers {cmd} with {answer.answer}: {answer.message}")
        return answer.value

    def close(self) -> None:
        """End all of them."""
        for adapter in self._running.values():
            adapter.close()
