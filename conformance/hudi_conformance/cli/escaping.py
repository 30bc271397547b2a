# SPDX-License-Identifier: Apache-2.0
"""The console of `echo.console`; importing rich takes longer than many commands."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from hudi_conformance.look.text import escaped


class EscapingConsole(Console):
    """Escape the text of every segment, but not the console's own control codes."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render, and escape what is not printable."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield segment._replace(text=escaped(segment.text, keep="\n"))
