#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: build_with_pkg_config.sh FOLDER_OF_NUTHATCH_PC COMPILER FOLDER_TO_WORK_IN
set -eu
compiler=$2 work=$3
export PKG_CONFIG_PATH="$1"
openmp=$(pkg-config --variable=openmp_dir nuthatch)

rm -rf "$work"
mkdir -p "$work"
"$compiler" -fopenmp -o "$work/program" "$(dirname "$0")/program.c" -L"$openmp" \
  -Wl,-rpath,"$openmp"
"$work/program"
