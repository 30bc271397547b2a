# SPDX-License-Identifier: Apache-2.0
"""Pure rules of the metadata table: valid instants, and merging of record versions."""
