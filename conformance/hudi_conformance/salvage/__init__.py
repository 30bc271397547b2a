# SPDX-License-Identifier: Apache-2.0
"""Readable content of a damaged log file or HFile, written to Parquet, and an account of the losses.

`salvage_file` is the entry point. Of an undamaged file it writes the content of `log.records` and
`hfile.cells`.
"""

from hudi_conformance.salvage.account import Account, Loss
from hudi_conformance.salvage.file import KINDS, Salvage, kind_of, salvage_file

__all__ = ["KINDS", "Account", "Loss", "Salvage", "kind_of", "salvage_file"]
