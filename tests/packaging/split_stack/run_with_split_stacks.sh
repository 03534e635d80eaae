#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A program that is compiled with -fsplit-stack ends with a message, not with a fault.
#
# usage: run_with_split_stacks.sh FOLDER_OF_NUTHATCH_PC COMPILER FOLDER_TO_WORK_IN
set -eu
compiler=$2 work=$3
export PKG_CONFIG_PATH="$1"

rm -rf "$work"
mkdir -p "$work"
cat >"$work/program.cpp" <<'END'
#include <nuthatch/nuthatch.hpp>

int next(int i);

int main() {
  nuthatch::parallel_for(0, 1000, [](int i) { next(i); });
}
END
# Where all that is compiled so includes Nuthatch's headers, nothing brings in what splits stacks.
cat >"$work/next.cpp" <<'END'
int next(int i) {
  volatile char frame[100];
  frame[i % 100] = 1;
  return i + frame[i % 100];
}
END
# shellcheck disable=SC2046  # flags are words
set -- "$work/program.cpp" "$work/next.cpp" $(pkg-config --cflags --libs nuthatch) \
  "-Wl,-rpath,$(pkg-config --variable=libdir nuthatch)"
(set -x && "$compiler" -std=c++20 -O2 -fsplit-stack -o "$work/program" "$@")
if "$work/program" 2>"$work/output"; then
  echo "the program was not refused" >&2
  exit 1
fi
cat "$work/output"
grep -q 'compiled with -fsplit-stack' "$work/output"
