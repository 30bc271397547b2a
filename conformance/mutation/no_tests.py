# SPDX-License-Identifier: Apache-2.0
"""A file without tests, to start a session of pytest that needs none."""
