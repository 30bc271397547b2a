# SPDX-License-Identifier: Apache-2.0
"""Exhaustive damage: does our decoder answer every small change of every small file, and how.

An answer is a value or a stated rejection. Anything else that escapes, and any input that takes longer than
`run.HANG_S`, is a failure; so is any loss of data before the damage in a file of a timeline.
"""
