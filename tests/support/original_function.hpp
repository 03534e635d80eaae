// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

namespace nuthatch::testing {

/// Returns the function that a program would call if it did not define one of that name.
template <class Function>
Function* original(const char* name) noexcept {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace nuthatch::testing
