# SPDX-License-Identifier: Apache-2.0
"""The list of defects compared with cases and measured verdicts, and its document."""
