# SPDX-License-Identifier: Apache-2.0
"""Lance files as base files: the frame is checked here, the library `lance` decodes values."""
