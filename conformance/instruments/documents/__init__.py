# SPDX-License-Identifier: Apache-2.0
"""Writers of this repository's documents: figures, tables and curves from stored results."""
