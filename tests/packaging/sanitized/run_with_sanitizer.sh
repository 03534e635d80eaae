#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: run_with_sanitizer.sh FOLDER_OF_NUTHATCH_PC COMPILER SANITIZERS FAULTY EXPECTED
# FOLDER_TO_WORK_IN
#
# Compiles with -fsanitize=SANITIZERS, links with the library as it is installed, and runs:
# sound.cpp, of which nothing may be said, and FAULTY.cpp, of which EXPECTED has to be.
set -eu
compiler=$2 sanitizers=$3 faulty=$4 expected=$5 work=$6
sources=$(dirname "$0")
export PKG_CONFIG_PATH="$1"

rm -rf "$work"
mkdir -p "$work"
for program in sound "$faulty"; do
  # shellcheck disable=SC2046  # flags are words
  set -- $(pkg-config --cflags nuthatch) "$sources/$program.cpp" $(pkg-config --libs nuthatch) \
    "-Wl,-rpath,$(pkg-config --variable=libdir nuthatch)"
  (set -x && "$compiler" -std=c++20 -O1 -g "-fsanitize=$sanitizers" -fno-sanitize-recover=all \
    -o "$work/$program" "$@")
done

# The ThreadSanitizer of GCC 12 does not start where addresses are randomised too widely.
same_addresses=
if setarch "$(uname -m)" -R true 2>/dev/null; then
  same_addresses="setarch $(uname -m) -R"
fi
export TSAN_OPTIONS=halt_on_error=1 ASAN_OPTIONS=detect_stack_use_after_return=1
$same_addresses "$work/sound" 2>"$work/complaints"
if [ -s "$work/complaints" ]; then
  cat "$work/complaints" >&2
  exit 1
fi
if $same_addresses "$work/$faulty" >"$work/said" 2>&1; then
  echo "nothing was said about $faulty.cpp" >&2
  exit 1
fi
cat "$work/said"
grep -q "$expected" "$work/said"
