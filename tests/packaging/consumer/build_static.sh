#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Links a program with -static, as README.md says.
#
# usage: build_static.sh FOLDER_OF_NUTHATCH_PC COMPILER FOLDER_TO_WORK_IN
set -eu
compiler=$2 work=$3
source=$(dirname "$0")/main.cpp
export PKG_CONFIG_PATH="$1"

rm -rf "$work"
mkdir -p "$work"
# shellcheck disable=SC2046  # flags are words
set -- "$source" $(pkg-config --static --cflags --libs nuthatch-without-hwloc)
(set -x && "$compiler" -std=c++20 -O2 -static -o "$work/consumer" "$@")
"$work/consumer"
