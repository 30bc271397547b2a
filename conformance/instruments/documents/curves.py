# SPDX-License-Identifier: Apache-2.0
"""Curves over two logarithmic scales, for documents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Curve:
    """Positive values by a positive size, in order."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class LogLog:
    """Curves over two logarithmic scales.

    Attributes:
        title: description of the values.
        curves: at least one, each of at least one point.
        x_ticks, y_ticks: values with their labels, in order; the scales end at the outermost values.
        diagonal: label of the line where value and size are equal; empty for none.
    """

    title: str
    curves: Sequence[Curve]
    x_ticks: Sequence[tuple[float, str]]
    y_ticks: Sequence[tuple[float, str]]
    diagonal: str = ""
    width: int = 300
    height: int = 250
    gap: int = 12  # least distance of two numbers at the ends of curves

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Pixels from the upper left; points outside the scales are at their edge."""
        xs = [value for value, _ in self.x_ticks] + [x for curve in self.curves for x, _ in curve.points]
        across = _share(x, min(xs), max(xs))
        up = _share(y, self.y_ticks[0][0], self.y_ticks[-1][0])
        return round(self.width * across, 1), round(self.height * (1 - up), 1)

    @property
    def lines(self) -> list[list[tuple[float, float]]]:
        """Places of the points of each curve."""
        return [[self.place(*point) for point in curve.points] for curve in self.curves]

    @property
    def ends(self) -> list[tuple[float, float]]:
        """Where the number of each curve stands: behind its last point, none on top of another."""
        last = [line[-1] for line in self.lines]
        order = sorted(range(len(last)), key=lambda index: last[index][1])
        heights = _apart([last[index][1] for index in order], self.gap)
        return [(x, heights[order.index(index)]) for index, (x, _) in enumerate(last)]

    @property
    def equal(self) -> list[tuple[float, float]]:
        """Both ends of the line of equal value and size, clipped to the scales; none without a label."""
        xs = [x for curve in self.curves for x, _ in curve.points]
        low, high = max(min(xs), self.y_ticks[0][0]), min(max(xs), self.y_ticks[-1][0])
        return [self.place(low, low), self.place(high, high)] if self.diagonal and low < high else []


def decades(values: Sequence[float]) -> list[float]:
    """Powers of ten around positive values, at least two."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return [10.0**power for power in range(low, max(high, low + 1) + 1)]


def _apart(places: Sequence[float], gap: float) -> list[float]:
    """Ascending places moved as little as it takes that each is `gap` behind the one before."""
    groups: list[list[float]] = []  # of places without their gaps, which then have to ascend
    for index, place in enumerate(places):
        groups.append([place - index * gap])
        while len(groups) > 1 and fmean(groups[-2]) > fmean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    level = [fmean(group) for group in groups for _ in group]
    return [round(place + index * gap, 1) for index, place in enumerate(level)]


def _share(value: float, low: float, high: float) -> float:
    """Place between 0 and 1 on a logarithmic scale; in the middle of one without length."""
    if high <= low:
        return 0.5
    return min(1.0, max(0.0, math.log(value / low) / math.log(high / low)))
