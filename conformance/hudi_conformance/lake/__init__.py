# SPDX-License-Identifier: Apache-2.0
"""Files and folders of a lake, with the same interface for local and remote ones."""
