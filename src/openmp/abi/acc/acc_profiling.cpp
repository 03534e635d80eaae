// SPDX-License-Identifier: Apache-2.0

// Tools that observe OpenACC programs. ACC_PROFLIB names libraries of such tools, separated by
// semicolons, which are loaded before main().

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

#include <dlfcn.h>

#include "openmp/abi/exported.hpp"
#include "openmp/diagnostics/messages.hpp"
#include "openmp/openacc/profiling.hpp"

namespace {

using nuthatch::openmp::profile_callback;

using function = void (*)();
using registering = void (*)(int, profile_callback, int);
using lookup = function (*)(const char*);
using register_library = void (*)(registering, registering, lookup);

}  // namespace

NUTHATCH_EXPORTED void acc_prof_register(int event, profile_callback call, int how) {
  nuthatch::openmp::register_callback(event, call, how);
}

NUTHATCH_EXPORTED void acc_prof_unregister(int event, profile_callback call, int how) {
  nuthatch::openmp::unregister_callback(event, call, how);
}

/// Returns null: there are no functions beyond the specification.
NUTHATCH_EXPORTED function acc_prof_lookup(const char* /*name*/) {
  return nullptr;
}

/// A tool defines its own function, which is called instead of this one.
NUTHATCH_EXPORTED void acc_register_library(registering /*wants*/,
                                            registering /*wants_no_more*/,
                                            lookup /*by_name*/) {}

namespace {

void load_tool(const std::string& path) {
  void* const loaded = dlopen(path.c_str(), RTLD_LAZY);
  if (loaded == nullptr) {
    nuthatch::openmp::print_warning("ACC_PROFLIB: " + std::string(dlerror()));
    return;
  }
  if (void* const found = dlsym(loaded, "acc_register_library")) {
    reinterpret_cast<register_library>(found)(
        acc_prof_register, acc_prof_unregister, acc_prof_lookup);
  }
}

[[gnu::constructor]] void load_tools() {
  const char* const value = std::getenv("ACC_PROFLIB");
  std::string left = value != nullptr ? value : "";
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(';'), left.size());
    if (end != 0) {
      load_tool(left.substr(0, end));
    }
    left.erase(0, end + 1);
  }
}

}  // namespace
