# SPDX-License-Identifier: Apache-2.0

# nuthatch_add_test(<name> SOURCES <file>... LABELS <label>... [LIBRARIES <target>...]
#                   [TIMEOUT <seconds>] [COST <seconds>] [SHARDS <count>] [UNITY])
#
# Adds a GoogleTest program and a ctest entry. COST is the approximate time under a sanitizer; long
# tests start first, so that no processor idles at the end. SHARDS is the number of ctest entries
# under a sanitizer, which can run in parallel. UNITY asserts that no name of one source collides
# with one of another, so that a unity build may join them. The target tests_<label> builds all
# programs with that label:
#   unit, stress, integration, packaging
#   programs  all workloads in all ways, and their bounds, which takes long under a sanitizer
#   algorithms  tests of algorithms, which take long to compile
#   threads   tests whose threads share data; ThreadSanitizer runs only these
#   openmp    the OpenMP runtime, under a sanitizer (tests/openmp/sanitized)
#   essential stacks and their switches, the core, random programs: the tests of short runs
#   long      tests that only ./dev sanitize and a plain ctest run

if(CMAKE_CROSSCOMPILING)
  # Debian has no GoogleTest for foreign architectures next to the native one, but its source.
  set(INSTALL_GTEST OFF)
  add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL SYSTEM)
  # A program under emulation cannot start itself again.
  set(nuthatch_death_test_style fast)
  # It cannot fork while it has threads: an assertion of the emulator fails. The processor time of
  # idle workers would be that of the emulator.
  set(emulation_omits *death* *idle_workers_use_no_processor_time* *workers_sleep_beside*)
  # QEMU (7.2, on x86-64) lets a sequentially consistent load overtake such a store, stlr before
  # ldar, which neither C++ nor the architecture allows. Nothing here relies on it but this test of
  # it.
  list(APPEND emulation_omits *sleeper_or_publisher_sees_the_other*)
  list(JOIN emulation_omits ":" emulation_omits)
  set(nuthatch_test_filter ";GTEST_FILTER=-${emulation_omits}")
else()
  find_package(GTest REQUIRED)
  set(nuthatch_death_test_style threadsafe)
endif()

# In seconds. Some tests take two minutes, and more than twice as long on a machine that has other
# work. Under a sanitizer, tests of full length take minutes, and longer beside other tests.
set(nuthatch_test_timeout 600)
if(NOT NUTHATCH_SANITIZE STREQUAL "off")
  set(nuthatch_test_timeout 1800)
endif()

# The tests themselves are compiled with less optimisation and without debug information, which
# takes half the time. The libraries, and the workloads, which instantiate the headers, are compiled
# as they are for users.
set(nuthatch_test_optimization "$<$<CONFIG:Release>:-Og;-g0>")

# The headers that nearly all tests include. Other builds check that each source includes what it
# uses.
if(NUTHATCH_PRECOMPILED_HEADERS)
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/nuthatch_test_headers.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  add_library(nuthatch_test_headers OBJECT ${empty})
  target_link_libraries(nuthatch_test_headers PRIVATE
    nuthatch_build_flags nuthatch_with_internals GTest::gmock GTest::gtest_main)
  target_compile_options(nuthatch_test_headers PRIVATE ${nuthatch_test_optimization})
  target_precompile_headers(nuthatch_test_headers PRIVATE
    <gmock/gmock.h> <gtest/gtest.h> <nuthatch/nuthatch.hpp>)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")  # for ccache
  endif()
endif()

function(nuthatch_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 test "UNITY" "TIMEOUT;COST;SHARDS" "SOURCES;LABELS;LIBRARIES")
  if(test_UNPARSED_ARGUMENTS OR NOT test_LABELS)
    message(FATAL_ERROR "test ${name}: give SOURCES and LABELS (got '${test_UNPARSED_ARGUMENTS}')")
  endif()
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT ${nuthatch_test_timeout})
  endif()
  if(NOT test_COST)
    set(test_COST 0)
  endif()
  if(NOT test_SHARDS OR NUTHATCH_SANITIZE STREQUAL "off")
    set(test_SHARDS 1)
  endif()

  if(NUTHATCH_SANITIZE STREQUAL "asan-ubsan")
    list(APPEND test_SOURCES ${PROJECT_SOURCE_DIR}/tests/asan_options.cpp)
  endif()
  add_executable(${name} ${test_SOURCES})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/tests
    ${PROJECT_SOURCE_DIR}/tests/support
    ${PROJECT_SOURCE_DIR}/tests/unit)
  target_link_libraries(${name} PRIVATE
    nuthatch_build_flags nuthatch_with_internals ${test_LIBRARIES}
    GTest::gmock GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${nuthatch_test_optimization})
  if(NOT test_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  if(NUTHATCH_PRECOMPILED_HEADERS)
    target_precompile_headers(${name} REUSE_FROM nuthatch_test_headers)
  endif()
  foreach(label IN LISTS test_LABELS)
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${name})
  endforeach()
  math(EXPR cost "${test_COST} / ${test_SHARDS}")
  foreach(shard RANGE 1 ${test_SHARDS})
    set(run ${name})
    if(test_SHARDS GREATER 1)
      string(APPEND run ".${shard}")
    endif()
    math(EXPR index "${shard} - 1")
    add_test(NAME ${run} COMMAND ${name})
    set_tests_properties(${run} PROPERTIES
      LABELS "${test_LABELS}"
      TIMEOUT ${test_TIMEOUT}
      COST ${cost}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${test_SHARDS};GTEST_SHARD_INDEX=${index};\
GTEST_DEATH_TEST_STYLE=${nuthatch_death_test_style}${nuthatch_test_filter}")
  endforeach()
endfunction()

# nuthatch_add_virtual_run(<name> [LONG] [OMIT <pattern>...])
#
# Runs those tests of a program of nuthatch_add_test that exist for every scheduler once more, on
# virtual workers. OMIT names tests of features that virtual workers lack: threads from outside, and
# progress beside a task that lets no time pass. LONG leaves the run to ./dev sanitize.
function(nuthatch_add_virtual_run name)
  cmake_parse_arguments(PARSE_ARGV 1 run "LONG" "" "OMIT")
  list(JOIN run_OMIT ":" omitted)
  if(NUTHATCH_SANITIZE STREQUAL "tsan")
    return()  # one thread, and so nothing that could race, in half the time of all tests
  endif()
  set(labels unit)
  if(run_LONG OR CMAKE_CROSSCOMPILING OR NOT NUTHATCH_SANITIZE STREQUAL "off")
    list(APPEND labels long)  # the same code as in the plain run, at several times the cost
  endif()
  add_test(NAME ${name}.virtual COMMAND ${name})
  set_tests_properties(${name}.virtual PROPERTIES
    LABELS "${labels}"
    TIMEOUT ${nuthatch_test_timeout}
    COST 50
    ENVIRONMENT "NUTHATCH_TEST_VIRTUAL=1;GTEST_FILTER=every/*-${omitted}:${emulation_omits}")
endfunction()

# nuthatch_add_use_after_return_run(<name> <filter>)
#
# With AddressSanitizer, runs some tests of a program of nuthatch_add_test once more, and detects
# uses after return. This gives each stack a fake stack in addition, which can take fifty times as
# long; all other runs of ./dev test turn it off.
function(nuthatch_add_use_after_return_run name filter)
  if(NOT NUTHATCH_SANITIZE STREQUAL "asan-ubsan")
    return()
  endif()
  add_test(NAME ${name}.use_after_return COMMAND ${name})
  set_tests_properties(${name}.use_after_return PROPERTIES
    LABELS unit
    TIMEOUT ${nuthatch_test_timeout}
    COST 40
    ENVIRONMENT "ASAN_OPTIONS=detect_stack_use_after_return=1;GTEST_FILTER=${filter}")
endfunction()
