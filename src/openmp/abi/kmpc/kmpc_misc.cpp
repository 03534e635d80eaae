// SPDX-License-Identifier: Apache-2.0

// Other functions for code compiled by Clang, and for the offloading runtime that belongs to it:
// the error directive, tools, interop objects, pauses, and whether there is offloading. There are
// no devices and no tools here.

#include <cstddef>
#include <cstdint>
#include <string>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/environment/env_settings.hpp"

using nuthatch::openmp::offload;
using namespace nuthatch::openmp::kmpc;

extern "C" {
int omp_pause_resource_all(int how);
}

/// A severity of 2 ends the program.
NUTHATCH_EXPORTED void __kmpc_error(ident* /*loc*/, std::int32_t severity, const char* message) {
  constexpr std::int32_t fatal = 2;
  const std::string text = "error directive encountered" +
                           (message != nullptr ? std::string(": ") + message : std::string());
  if (severity == fatal) {
    nuthatch::openmp::fatal_error("fatal error: " + text);
  } else {
    nuthatch::openmp::print_warning(text);
  }
}

/// The value of OMP_TARGET_OFFLOAD: disabled, default, mandatory.
NUTHATCH_EXPORTED int __kmpc_get_target_offload() {
  switch (nuthatch::openmp::env_settings().target) {
    case offload::disabled:
      return 0;
    case offload::mandatory:
      return 2;
    case offload::default_:
      break;
  }
  return 1;
}

NUTHATCH_EXPORTED int __kmpc_pause_resource(int how) {
  return omp_pause_resource_all(how);
}

/// Whether a task that waits for a device may be started again. It may not, so it waits in place.
NUTHATCH_EXPORTED bool __kmpc_omp_has_task_team(thread_id /*gtid*/) {
  return false;
}

NUTHATCH_EXPORTED void** __kmpc_omp_get_target_async_handle_ptr(thread_id /*gtid*/) {
  return nullptr;
}

NUTHATCH_EXPORTED int omp_control_tool(int /*command*/, int /*modifier*/, void* /*argument*/) {
  constexpr int no_tool = -2;
  return no_tool;
}

NUTHATCH_EXPORTED int omp_control_tool_(const int* command, const int* modifier, void* argument) {
  return omp_control_tool(*command, *modifier, argument);
}

namespace {

/// The property of an empty interop object.
template <class Value>
Value property_of_none(int* code) noexcept {
  constexpr int empty = -1;
  if (code != nullptr) {
    *code = empty;
  }
  return Value{};
}

}  // namespace

NUTHATCH_EXPORTED int omp_get_num_interop_properties(const void* /*of*/) {
  return 0;
}

NUTHATCH_EXPORTED std::intptr_t omp_get_interop_int(const void* /*of*/, int /*what*/, int* code) {
  return property_of_none<std::intptr_t>(code);
}

NUTHATCH_EXPORTED void* omp_get_interop_ptr(const void* /*of*/, int /*what*/, int* code) {
  return property_of_none<void*>(code);
}

NUTHATCH_EXPORTED const char* omp_get_interop_str(const void* /*of*/, int /*what*/, int* code) {
  return property_of_none<const char*>(code);
}

NUTHATCH_EXPORTED const char* omp_get_interop_name(const void* /*of*/, int /*what*/) {
  return nullptr;
}

NUTHATCH_EXPORTED const char* omp_get_interop_type_desc(const void* /*of*/, int /*what*/) {
  return nullptr;
}

NUTHATCH_EXPORTED const char* omp_get_interop_rc_desc(const void* /*of*/, int /*code*/) {
  return nullptr;
}
