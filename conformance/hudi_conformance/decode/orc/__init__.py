# SPDX-License-Identifier: Apache-2.0
"""ORC files as base files: the frame is checked here, Arrow's library decodes values."""
