# SPDX-License-Identifier: Apache-2.0
"""Contents of log blocks that our implementations declare: records of every type of block."""

from __future__ import annotations

from hudi_conformance.model.block_type import RECORD_BLOCKS

FEATURES = tuple(f"content.{kind.name.removesuffix('_DATA_BLOCK').lower()}" for kind in sorted(RECORD_BLOCKS))
