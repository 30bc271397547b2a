# SPDX-License-Identifier: Apache-2.0
"""Arguments that name a local file or folder, or the URI of one in a store."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import rich_click as click
from click import get_current_context

from hudi_conformance.cli import common


class Place(click.Path):
    """A path; the content of a URI is first copied to a folder that is deleted when the command ends."""

    name = "path or URI"

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """Return the local path; for a URI, the path of its copy."""
        if ctx is None or not is_remote(value):
            return super().convert(value, param, ctx)
        return copied(os.fspath(value), folder_of(ctx))


def folder_of(ctx: click.Context) -> Path:
    """A new folder that is deleted when the command ends."""
    folder = tempfile.TemporaryDirectory(prefix="hudi-conformance-copy-")
    ctx.call_on_close(folder.cleanup)
    return Path(folder.name)


def is_remote(value: str | os.PathLike[str]) -> bool:
    """Whether an argument is a URI of a store."""
    return "://" in os.fspath(value) and not os.fspath(value).startswith("file:")


def found(uri: str) -> Path | None:
    """A copy of a file in a store, deleted when the command ends; None if the file does not exist."""
    from hudi_conformance.lake.copies import copy_below

    try:
        return copy_below(uri, folder_of(get_current_context()))
    except FileNotFoundError:
        return None


def copied(uri: str, folder: Path) -> Path:
    """Copy the content of a URI below a folder. Raises: UsageError if nothing exists there, Unreadable."""
    from hudi_conformance.lake.copies import copy_below

    try:
        with common.Bars() as bars:
            return copy_below(uri, folder, lambda done, total: bars.step(f"copy of {uri}", done, total))
    except (FileNotFoundError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise common.Unreadable(f"{uri}: {error}") from error


FILE = Place(exists=True, dir_okay=False, path_type=Path)
FOLDER = Place(exists=True, file_okay=False, path_type=Path)
ANY = Place(path_type=Path)
