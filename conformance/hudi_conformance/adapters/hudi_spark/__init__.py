# SPDX-License-Identifier: Apache-2.0
"""Adapters of Hudi through Spark: as a reader, as a writer, of metadata tables."""
