# SPDX-License-Identifier: Apache-2.0
"""The key generator of a table, by class or type."""

from __future__ import annotations

from collections.abc import Mapping

from hudi_conformance.model.properties import table as props

_COMPLEX = ("ComplexKeyGenerator", "ComplexAvroKeyGenerator")


def is_complex(properties: Mapping[str, str]) -> bool:
    """Whether it is the Complex generator, whose one-field keys differ between releases."""
    name = props.KEY_GENERATOR_CLASS.text(properties) or ""
    return name.rpartition(".")[2] in _COMPLEX or props.KEY_GENERATOR_TYPE.text(properties) == "COMPLEX"
