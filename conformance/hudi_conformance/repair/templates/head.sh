#!/bin/sh
# Repairs of Hudi tables, planned by `hudi-conformance audit --plan` on @DATE@.
#
#   sh @NAME@               prints its steps
#   APPLY=1 sh @NAME@       performs them
#
# Stop all writers first, including table services. Nothing is deleted: replaced files are moved or copied to
# a folder next to the table, from which they can be restored. If a file has changed since the audit, its step
# ends the script. Read each proof; if it is wrong, remove the step. Run the audit again afterwards.
set -eu
APPLY=${APPLY:-}
act() {
  if [ -n "$APPLY" ]; then "$@"; else printf '  %s' "$1"; shift; printf " '%.200s'" "$@"; printf '\n'; fi
}
stop() { echo "stopped: $*" >&2; exit 1; }
is_size() { [ -f "$TABLE/$1" ] && [ "$(wc -c < "$TABLE/$1")" -eq "$2" ] || stop "$1 has not $2 bytes"; }
is_absent() { [ ! -e "$TABLE/$1" ] || stop "$1 exists"; }
room() { [ ! -e "$ASIDE/$1" ] || stop "$ASIDE/$1 exists"; mkdir -p "$(dirname "$ASIDE/$1")"; }
set_aside() { room "$1"; mv "$TABLE/$1" "$ASIDE/$1"; }
keep() { room "$1"; cp -p "$TABLE/$1" "$ASIDE/$1"; }
move() { mkdir -p "$(dirname "$TABLE/$2")"; mv "$TABLE/$1" "$TABLE/$2"; }
content() { printf '%s' "$2" | base64 -d > "$TABLE/$1.new"; mv "$TABLE/$1.new" "$TABLE/$1"; }
cut_to() { head -c "$2" "$ASIDE/$1" > "$TABLE/$1.new"; mv "$TABLE/$1.new" "$TABLE/$1"; }
# A checksum that Hadoop's local file system stores next to a file is wrong after a change.
unsum() { crc="$(dirname "$1")/.$(basename "$1").crc"; [ ! -e "$TABLE/$crc" ] || act set_aside "$crc"; }
