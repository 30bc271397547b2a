# SPDX-License-Identifier: Apache-2.0
"""The reference writer: descriptions to bytes, by hand.

It is independent of the grammars, the generated parsers and the decoder; a test checks the import graph.
"""

from hudi_conformance.encode.errors import EncodeError
from hudi_conformance.encode.log.file import EncodedBlock, EncodedLog, encode_log

__all__ = ["EncodeError", "EncodedBlock", "EncodedLog", "encode_log"]
