# SPDX-License-Identifier: Apache-2.0
"""Files and folders of a lake, local or remote, listed and opened alike."""
