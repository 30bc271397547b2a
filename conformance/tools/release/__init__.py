# SPDX-License-Identifier: Apache-2.0
"""Parts of a release, and their use by consumers, each in an empty environment."""
