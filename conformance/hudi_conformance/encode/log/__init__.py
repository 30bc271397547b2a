# SPDX-License-Identifier: Apache-2.0
"""Log files from descriptions."""
