# SPDX-License-Identifier: Apache-2.0
"""Suggestions for mistyped names, and the common parts of two sequences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def did_you_mean(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """Return `; did you mean A or B?` with the most similar names, or `otherwise` if no name is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 - for errors only

    close = get_close_matches(name, list(names), 3)
    return f"; did you mean {' or '.join(close)}?" if close else otherwise


def common_start(left: Sequence[object], right: Sequence[object]) -> int:
    """Length of the common start of two sequences."""
    shorter = min(len(left), len(right))
    return next((at for at in range(shorter) if left[at] != right[at]), shorter)


def common_ends(left: Sequence[object], right: Sequence[object]) -> tuple[int, int]:
    """Lengths of the common start and of the common end, which do not overlap."""
    start = common_start(left, right)
    rest = min(len(left), len(right)) - start
    return start, next((at for at in range(rest) if left[-1 - at] != right[-1 - at]), rest)
