# SPDX-License-Identifier: Apache-2.0
"""Adapters of the Python package of hudi-rs."""
