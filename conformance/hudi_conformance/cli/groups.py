# SPDX-License-Identifier: Apache-2.0
"""Groups of commands that suggest similar names for an unknown one."""

from __future__ import annotations

import rich_click as click

from hudi_conformance.similar import did_you_mean


class Group(click.RichGroup):
    """A group of commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; suggest similar names for an unknown one."""
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            ctx.fail(f"no command {args[0]!r}{did_you_mean(args[0], names)}")
        return super().resolve_command(ctx, args)
