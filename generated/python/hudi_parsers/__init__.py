# This is a generated file! It opens the package of the parsers generated from ksy/*.ksy.
"""Parsers of Apache Hudi's binary formats, generated from the grammars in ksy/."""
