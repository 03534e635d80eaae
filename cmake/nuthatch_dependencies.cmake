# SPDX-License-Identifier: Apache-2.0

# What the library itself needs. Command, benchmarks and tests look for their own libraries.

find_package(Threads REQUIRED)

if(NUTHATCH_WITH_HWLOC)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET GLOBAL hwloc>=2.4)
endif()
