# SPDX-License-Identifier: Apache-2.0
"""Arguments that name a local file or folder, or one of a store by its URI."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import rich_click as click
from click import get_current_context

from hudi_conformance.cli import common


class Place(click.Path):
    """A path; what is at a URI is copied first, into a folder that goes with the command."""

    name = "path or URI"

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The local path, that of the copy for a URI."""
        if ctx is None or not is_remote(value):
            return super().convert(value, param, ctx)
        return copied(os.fspath(value), folder_of(ctx))


def folder_of(ctx: click.Context) -> Path:
    """A new folder that goes when the command ends."""
    folder = tempfile.TemporaryDirectory(prefix="hudi-conformance-copy-")
    ctx.call_on_close(folder.cleanup)
    return Path(folder.name)


def is_remote(value: str | os.PathLike[str]) -> bool:
    """Whether an argument is a URI of a store."""
    return "://" in os.fspath(value) and not os.fspath(value).startswith("file:")


def found(uri: str) -> Path | None:
    """A copy of a file of a store that goes when the command ends, None where the file is gone."""
    from hudi_conformance.lake.copies import copy_below

    try:
        return copy_below(uri, folder_of(get_current_context()))
    except FileNotFoundError:
        return None


def copied(uri: str, folder: Path) -> Path:
    """A copy of what is at a URI, below a folder; raises UsageError where nothing is there, Unreadable."""
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
