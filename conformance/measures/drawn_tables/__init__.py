# SPDX-License-Identifier: Apache-2.0
"""Tables of drawn histories: written by a release of Hudi, read by it and by the reader of this project."""
