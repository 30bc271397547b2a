# SPDX-License-Identifier: Apache-2.0
"""Record keys and the buckets that they belong to."""
