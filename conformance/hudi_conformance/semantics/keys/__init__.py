# SPDX-License-Identifier: Apache-2.0
"""Record keys and their buckets."""
