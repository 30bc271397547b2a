#!/bin/sh
# Starts Java without a module that small runtimes lack and nothing here uses.
for argument do
  shift
  [ "$argument" = "--add-modules=jdk.incubator.vector" ] || set -- "$@" "$argument"
done
exec {java} "$@"
