# SPDX-License-Identifier: Apache-2.0
"""Log files and the contents of their blocks."""
