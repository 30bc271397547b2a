# SPDX-License-Identifier: Apache-2.0
"""What a release is made of, and what others do with it, each in an empty environment."""
