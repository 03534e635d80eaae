#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: build_with_pkg_config.sh FOLDER_OF_NUTHATCH_PC COMPILER FOLDER_TO_WORK_IN
set -eu
compiler=$2 work=$3
source=$(dirname "$0")/main.cpp
export PKG_CONFIG_PATH="$1"
pkg-config --print-errors --exists 'nuthatch >= 0.1'

rm -rf "$work"
mkdir -p "$work"
# Asked for static linking, too, it names nothing that the library's own dependencies do not
# install.
for kind in '' --static; do
  # The run path matters to a shared library only.
  # shellcheck disable=SC2046,SC2086  # flags are words
  set -- $(pkg-config --cflags nuthatch) "$source" $(pkg-config $kind --libs nuthatch) \
    "-Wl,-rpath,$(pkg-config --variable=libdir nuthatch)"
  (set -x && "$compiler" -std=c++20 -O2 -o "$work/consumer" "$@")
  "$work/consumer"
done
