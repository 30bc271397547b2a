# SPDX-License-Identifier: Apache-2.0
"""Tools of the languages in which adapters are written."""

from __future__ import annotations

from hudi_conformance.toolchain import native


def find_tool(language: str) -> list[str]:
    """First words of a command line of a language's tool.

    Raises:
        ToolMissing: the tool is missing.
    """
    return list(native._LANGUAGES[language].find().command)
