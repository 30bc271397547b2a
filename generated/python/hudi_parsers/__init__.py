# This is a generated file! It opens the package of the parsers generated from ksy/*.ksy.
