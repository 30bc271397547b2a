# SPDX-License-Identifier: Apache-2.0
"""HFiles by compiled kernels: frames, cells, lookups, records."""
