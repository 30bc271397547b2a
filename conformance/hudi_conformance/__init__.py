# SPDX-License-Identifier: Apache-2.0
"""Open specification and conformance test suite for the binary formats that Apache Hudi persists."""

__version__ = "0.1.0"
