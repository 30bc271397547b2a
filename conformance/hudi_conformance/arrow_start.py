# SPDX-License-Identifier: Apache-2.0
"""pyarrow without pandas, for programs that hand it none of pandas' objects.

When pyarrow converts its first list, it imports pandas, if installed, to check whether the list is a Series:
this costs most of a second per process.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType


class _WithoutPandas:
    """Reports that pandas is absent, unless Spark, which needs it, is in use."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> None:
        """Raises ModuleNotFoundError for pandas."""
        if fullname == "pandas" and "pyspark" not in sys.modules:
            raise ModuleNotFoundError("pandas is left out here", name=fullname)


def leave_pandas_out() -> None:
    """Have pyarrow find no pandas. If it is in use, others may import pandas afterwards: it looks once."""
    if "pandas" in sys.modules or any(isinstance(finder, _WithoutPandas) for finder in sys.meta_path):
        return
    finder = _WithoutPandas()
    sys.meta_path.insert(0, finder)
    if "pyarrow" not in sys.modules:
        return
    import pyarrow as pa  # noqa: PLC0415 - only where it is in use already

    try:
        pa.array([])
    finally:
        sys.meta_path.remove(finder)
