#!/bin/sh
# Copies into the folder $1 the shared libraries that the programs and modules below it load.
set -eu
root=$1

find "$root" -type f \( -name '*.node' -o -path '*/bin/*' \) -exec ldd {} \; 2>/dev/null |
  sed -nE 's/^[^/]*(\/[^ ]+) \(0x.*/\1/p' | sort -u | grep -v "^$root/" |
  while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
