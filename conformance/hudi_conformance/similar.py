# SPDX-License-Identifier: Apache-2.0
"""Suggestions for mistyped names."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """Return `; did you mean A or B?` with the most similar names, or `otherwise` if no name is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 - for errors only

    close = get_close_matches(name, list(names), 3)
    return f"; did you mean {' or '.join(close)}?" if close else otherwise
