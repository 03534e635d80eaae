# SPDX-License-Identifier: Apache-2.0

# Install rules: library, headers, the package for find_package and the file for pkg-config.
include(CMakePackageConfigHelpers)

set(nuthatch_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nuthatch)

install(DIRECTORY include/nuthatch DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN *.hpp)
install(FILES share/gdb/nuthatch.py DESTINATION ${CMAKE_INSTALL_DATADIR}/nuthatch/gdb)
install(FILES README.md CHANGELOG.md LICENSE THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} REGEX "/docs/site$" EXCLUDE)
# The figures that these pages link to.
install(FILES src/core/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/src/core)
install(FILES src/schedule/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/src/schedule)
install(FILES src/openmp/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/src/openmp)
install(FILES benchmarks/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/benchmarks)
install(DIRECTORY benchmarks/results DESTINATION ${CMAKE_INSTALL_DOCDIR}/benchmarks)
install(TARGETS nuthatch EXPORT nuthatch-targets)
if(TARGET nuthatch_without_hwloc)
  install(TARGETS nuthatch_without_hwloc EXPORT nuthatch-targets)
endif()
install(EXPORT nuthatch-targets NAMESPACE nuthatch:: DESTINATION ${nuthatch_cmake_dir})

# A static archive needs hwloc when a program is linked, a shared one does not.
get_target_property(nuthatch_type nuthatch TYPE)
set(nuthatch_needs_hwloc OFF)
if(NUTHATCH_WITH_HWLOC AND nuthatch_type STREQUAL "STATIC_LIBRARY")
  set(nuthatch_needs_hwloc ON)
endif()
# The folder in which programs find the OpenMP runtime.
set(nuthatch_openmp_dir "")
if(TARGET nuthatch_openmp)
  set(nuthatch_openmp_dir ${CMAKE_INSTALL_LIBDIR}/nuthatch/openmp)
endif()
configure_package_config_file(cmake/nuthatch-config.cmake.in
  ${PROJECT_BINARY_DIR}/nuthatch-config.cmake
  INSTALL_DESTINATION ${nuthatch_cmake_dir}
  PATH_VARS nuthatch_openmp_dir
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nuthatch-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/nuthatch-config.cmake
  ${PROJECT_BINARY_DIR}/nuthatch-config-version.cmake
  DESTINATION ${nuthatch_cmake_dir})

# Only one kind of library is installed. A static one lists its dependencies as public, so plain
# `pkg-config --libs` suffices. hwloc is listed as a linker flag and not as a requirement: with
# --static, pkg-config would add the libraries that hwloc depends on, which distributions need not
# install with it. The prefix is relative to the file, so that an installed copy can be moved.
file(RELATIVE_PATH nuthatch_pc_to_prefix
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" nuthatch_pc_to_prefix ${nuthatch_pc_to_prefix})
set(nuthatch_pc_openmp "")
if(nuthatch_openmp_dir)
  set(nuthatch_pc_openmp "\nopenmp_dir=\${libdir}/nuthatch/openmp")
endif()
set(nuthatch_pc_definitions "")
if(nuthatch_type STREQUAL "STATIC_LIBRARY")
  set(nuthatch_pc_definitions " -DNUTHATCH_STATIC_LIBRARY")
endif()
set(nuthatch_pc_libraries "")
if(nuthatch_needs_hwloc)
  list(JOIN hwloc_LDFLAGS " " nuthatch_pc_libraries)
  string(PREPEND nuthatch_pc_libraries " ")
endif()
set(nuthatch_pc_name nuthatch)
configure_file(cmake/nuthatch.pc.in ${PROJECT_BINARY_DIR}/nuthatch.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nuthatch.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET nuthatch_without_hwloc)
  set(nuthatch_pc_name nuthatch-without-hwloc)
  set(nuthatch_pc_libraries "")
  configure_file(cmake/nuthatch.pc.in ${PROJECT_BINARY_DIR}/nuthatch-without-hwloc.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/nuthatch-without-hwloc.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# The target of ./dev build: everything that `cmake --install` takes from the build folder.
set(nuthatch_installed nuthatch)
foreach(target IN ITEMS
    nuthatch_without_hwloc nuthatch_command nuthatch_man_page nuthatch_openmp nuthatch_splicec)
  if(TARGET ${target})
    list(APPEND nuthatch_installed ${target})
  endif()
endforeach()
add_custom_target(nuthatch_installed DEPENDS ${nuthatch_installed})
