# SPDX-License-Identifier: Apache-2.0
"""Coverage-guided fuzzing of every decoder.

A target decodes one input and compares what has two implementations. An input on which a target raises
anything but a stated rejection, or on which the bulk path differs from the careful one, is a find; so is one
that takes more than its time or memory.
"""
