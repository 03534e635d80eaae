# SPDX-License-Identifier: Apache-2.0

# nuthatch_add_layer(<name> [SOURCES <file>...] [USES <layer>...] [LIBRARIES <target>...])
#
# Adds the target nuthatch_<name> of a layer: objects of the library nuthatch, or only include paths
# and dependencies if the layer consists of headers. USES names layers that were added before.
function(nuthatch_add_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 layer "" "" "SOURCES;USES;LIBRARIES")
  if(layer_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "layer ${name}: what is '${layer_UNPARSED_ARGUMENTS}'?")
  endif()

  set(target nuthatch_${name})
  list(TRANSFORM layer_USES PREPEND nuthatch_)
  if(layer_SOURCES)
    add_library(${target} OBJECT ${layer_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE nuthatch_build_flags)
    # A static archive may be linked into a shared object, so its code is position-independent. That
    # costs a few instructions per steal; the rest of a spawn is compiled with the program that
    # spawns. No program replaces single functions of the library, so calls within a file may still
    # be inlined.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:C,CXX>:-fno-semantic-interposition>)
    set_property(GLOBAL APPEND PROPERTY nuthatch_object_layers ${target})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/include
                                                ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} ${scope} ${layer_USES} ${layer_LIBRARIES} Threads::Threads)
endfunction()

# The installed library: all layers in one archive or shared object.
function(nuthatch_add_library)
  get_property(layers GLOBAL PROPERTY nuthatch_object_layers)
  set(objects ${layers})
  list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")

  add_library(nuthatch ${objects})
  add_library(nuthatch::nuthatch ALIAS nuthatch)
  target_compile_features(nuthatch PUBLIC cxx_std_20)
  target_include_directories(nuthatch PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(nuthatch PUBLIC Threads::Threads)
  get_target_property(type nuthatch TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    # Executables load the current worker by one instruction; see arch_x86_64.hpp.
    target_compile_definitions(nuthatch INTERFACE NUTHATCH_STATIC_LIBRARY)
  endif()
  if(NUTHATCH_WITH_HWLOC)
    target_link_libraries(nuthatch PRIVATE PkgConfig::hwloc)
  endif()
  set_target_properties(nuthatch PROPERTIES
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

# The same library for programs that are linked with -static, without hwloc: distributions package
# the libraries that hwloc depends on as shared libraries only. The topology is that of a build
# without hwloc.
if(NUTHATCH_WITH_HWLOC AND PROJECT_IS_TOP_LEVEL AND NOT BUILD_SHARED_LIBS AND NOT NUTHATCH_EXPLORE)
  set(nuthatch_for_static_programs ON)
endif()
function(nuthatch_add_library_without_hwloc)
  get_property(layers GLOBAL PROPERTY nuthatch_object_layers)
  list(TRANSFORM layers REPLACE "(.+)" "$<FILTER:$<TARGET_OBJECTS:\\1>,EXCLUDE,topology_hwloc>")
  add_library(nuthatch_topology_flat OBJECT ${PROJECT_SOURCE_DIR}/src/platform/topology_flat.cpp)
  target_include_directories(nuthatch_topology_flat PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(nuthatch_topology_flat PRIVATE nuthatch_build_flags)
  set_target_properties(nuthatch_topology_flat PROPERTIES POSITION_INDEPENDENT_CODE ON)
  add_library(nuthatch_without_hwloc STATIC ${layers} $<TARGET_OBJECTS:nuthatch_topology_flat>)
  target_compile_features(nuthatch_without_hwloc PUBLIC cxx_std_20)
  target_compile_definitions(nuthatch_without_hwloc INTERFACE NUTHATCH_STATIC_LIBRARY)
  target_include_directories(nuthatch_without_hwloc PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(nuthatch_without_hwloc PUBLIC Threads::Threads)
  set_target_properties(nuthatch_without_hwloc PROPERTIES
    OUTPUT_NAME nuthatch-without-hwloc
    EXPORT_NAME without_hwloc
    LINKER_LANGUAGE CXX)
endfunction()

# For the command and the tests, which may include files of src/ as well.
add_library(nuthatch_with_internals INTERFACE)
target_include_directories(nuthatch_with_internals INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(nuthatch_with_internals INTERFACE nuthatch)
