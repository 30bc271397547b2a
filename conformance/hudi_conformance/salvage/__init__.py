# SPDX-License-Identifier: Apache-2.0
"""What can still be read of a damaged log file or HFile, written to Parquet, and an account of the rest.

`salvage_file` does it all. Of an undamaged file it writes what `log.records` and `hfile.cells` say.
"""

from hudi_conformance.salvage.account import Account, Loss
from hudi_conformance.salvage.file import KINDS, Salvage, kind_of, salvage_file

__all__ = ["KINDS", "Account", "Loss", "Salvage", "kind_of", "salvage_file"]
