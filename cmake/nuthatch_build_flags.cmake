# SPDX-License-Identifier: Apache-2.0

# nuthatch_build_flags: the flags of every target of this project. Its users do not inherit them.

add_library(nuthatch_build_flags INTERFACE)
target_compile_features(nuthatch_build_flags INTERFACE cxx_std_20)

set(nuthatch_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(PROJECT_IS_TOP_LEVEL)
  list(APPEND nuthatch_warnings -Werror)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()
# Clang checks which lock protects which data: src/base/thread_safety.hpp.
set(nuthatch_thread_safety_warnings -Wthread-safety -Wthread-safety-beta)
target_compile_options(nuthatch_build_flags INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:${nuthatch_warnings}>"
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:${nuthatch_thread_safety_warnings}>")

set(CMAKE_CXX_EXTENSIONS OFF)

if(NUTHATCH_EXPLORE)
  # Two headers have replacements, which the compiler finds first.
  include_directories(BEFORE ${PROJECT_SOURCE_DIR}/src/atomic/exploring)
  add_compile_definitions(NUTHATCH_EXPLORE NUTHATCH_CHECKED=1)
endif()

if(NUTHATCH_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()

# Sanitizers apply to a whole program, including the tests' own copy of GoogleTest.
if(NUTHATCH_SANITIZE STREQUAL "asan-ubsan")
  set(nuthatch_sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
elseif(NUTHATCH_SANITIZE STREQUAL "tsan")
  set(nuthatch_sanitizers -fsanitize=thread)
elseif(NOT NUTHATCH_SANITIZE STREQUAL "off")
  message(FATAL_ERROR
    "NUTHATCH_SANITIZE is '${NUTHATCH_SANITIZE}'; it can be off, asan-ubsan or tsan")
endif()
if(NOT NUTHATCH_SANITIZE STREQUAL "off")
  add_compile_options(${nuthatch_sanitizers} -fno-omit-frame-pointer)
  add_link_options(${nuthatch_sanitizers})
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(NUTHATCH_CCACHE ccache)
  if(NUTHATCH_CCACHE)
    set(launcher ${NUTHATCH_CCACHE})
    if(NUTHATCH_PRECOMPILED_HEADERS)
      # Without this setting, ccache caches nothing that is compiled with them.
      list(PREPEND launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros)
    endif()
    foreach(language IN ITEMS C CXX ASM)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${launcher})
    endforeach()
  endif()
endif()

# nuthatch_precompile(<target> <header>...)
#
# With NUTHATCH_PRECOMPILED_HEADERS, these headers are compiled once for all sources of the target.
# Such a build does not notice a source that forgets to include one of them.
function(nuthatch_precompile target)
  if(NUTHATCH_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
