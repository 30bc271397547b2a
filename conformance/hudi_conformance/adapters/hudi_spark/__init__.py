# SPDX-License-Identifier: Apache-2.0
"""Adapters of Hudi through Spark: reader, writer, and metadata tables."""
