#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: build_and_load.sh FOLDER_OF_NUTHATCH_PC COMPILER FOLDER_TO_WORK_IN
#
# Links the installed library, of whichever kind, into a shared object, which a program loads.
set -eu
compiler=$2 work=$3
sources=$(dirname "$0")
export PKG_CONFIG_PATH="$1"

rm -rf "$work"
mkdir -p "$work"
# shellcheck disable=SC2046  # flags are words
set -- $(pkg-config --cflags nuthatch) "$sources/plugin.cpp" $(pkg-config --libs nuthatch) \
  "-Wl,-rpath,$(pkg-config --variable=libdir nuthatch)"
set -x
"$compiler" -std=c++20 -O2 -fPIC -shared -Wl,-z,defs -o "$work/plugin.so" "$@"
"$compiler" -std=c++20 -O2 -o "$work/loader" "$sources/loader.cpp" -ldl
"$work/loader" "$work/plugin.so"
