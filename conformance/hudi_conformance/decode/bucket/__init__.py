# SPDX-License-Identifier: Apache-2.0
"""Files of bucket indexes."""
