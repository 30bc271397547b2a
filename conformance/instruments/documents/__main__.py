# SPDX-License-Identifier: Apache-2.0
"""`python -m instruments.documents store | write | check`; see `figures`."""

from __future__ import annotations

import sys

from instruments.documents.figures import main

if __name__ == "__main__":
    sys.exit(main())
