# SPDX-License-Identifier: Apache-2.0
"""A typed key of a property: its name, how its text is parsed, its default, and its other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Property(Generic[T]):
    """A property. As text it is its name.

    Attributes:
        name: the name under which the latest release stores it.
        parse: value of a text; raises ValueError if the text has none.
        default: value if the property is absent, None if Hudi has no default.
        since: the first release with this name.
        aliases: older names, read in this order if `name` is absent.
    """

    name: str
    parse: Callable[[str], T]
    default: T
    since: str
    aliases: tuple[str, ...] = ()

    def text(self, properties: Mapping[str, str]) -> str | None:
        """The text stored under the name, otherwise under the first alias that is present."""
        for name in (self.name, *self.aliases):
            if name in properties:
                return properties[name]
        return None

    def stated(self, properties: Mapping[str, str]) -> str | None:
        """The first text that is not empty, under the name or an alias."""
        return next((text for name in (self.name, *self.aliases) if (text := properties.get(name))), None)

    def get(self, properties: Mapping[str, str]) -> T:
        """The value, or the default if the property is absent; an empty text is not absent.

        Raises:
            ValueError: the text has no value.
        """
        text = self.text(properties)
        return self.default if text is None else self.parse(text)

    def __str__(self) -> str:
        return self.name


def is_true(text: str) -> bool:
    """A Boolean as Java's `Boolean.parseBoolean` reads it: `true` in any case, not trimmed."""
    return text.lower() == "true"


def names(text: str) -> tuple[str, ...]:
    """Comma-separated names, not trimmed; empty names are skipped."""
    return tuple(name for name in text.split(",") if name)


def trimmed_names(text: str) -> tuple[str, ...]:
    """Comma-separated names, trimmed; empty names are skipped."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def partition_names(text: str) -> tuple[str, ...]:
    """Names of partition fields, without the type that custom key generators add: `day:TIMESTAMP`."""
    return tuple(name.partition(":")[0] for name in trimmed_names(text))
