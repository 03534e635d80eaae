# SPDX-License-Identifier: Apache-2.0

# The libraries that the library itself needs. The command, the benchmarks and the tests find their
# own.

find_package(Threads REQUIRED)

if(NUTHATCH_WITH_HWLOC)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET GLOBAL hwloc>=2.4)
endif()
