# SPDX-License-Identifier: Apache-2.0
"""Random mutants of the package, run against cases and tests."""
