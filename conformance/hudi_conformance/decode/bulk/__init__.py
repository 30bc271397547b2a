# SPDX-License-Identifier: Apache-2.0
"""The same answers as the careful decoders, for large files: compiled kernels that scan and fill Arrow."""
