# SPDX-License-Identifier: Apache-2.0
"""Settings of all tests.

Property tests draw the same examples on every run, so that a change is judged by what it changes. New
examples are looked for with `tox -e explore`, and what they find is kept as an example of its own.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile(os.environ.get("HUDI_CONFORMANCE_HYPOTHESIS", "fixed"))
