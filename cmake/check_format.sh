#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the format of all C and C++ files below the current folder, or formats them.
#
# usage: check_format.sh CLANG_FORMAT [--fix]
set -eu
mode="--dry-run -Werror"
[ "${2:-}" != --fix ] || mode=-i
# shellcheck disable=SC2086  # two words
find . -path ./build -prune -o -path ./.git -prune -o \
  \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' \) -print0 |
  xargs -0 "$1" $mode
