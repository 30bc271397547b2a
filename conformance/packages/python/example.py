"""Number of blocks of a log file, and the length of the first."""

import sys

from hudi_parsers.hudi_log_file import HudiLogFile

file = HudiLogFile.from_file(sys.argv[1])
print(len(file.blocks), file.blocks[0].len_block)
