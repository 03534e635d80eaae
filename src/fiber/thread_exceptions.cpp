// SPDX-License-Identifier: Apache-2.0
#include "fiber/thread_exceptions.hpp"

namespace nuthatch::fiber {

// The function of the C++ ABI, which specifies its layout. GCC's library declares it in cxxabi.h
// with an opaque type; LLVM's library has it, but does not declare it.
extern "C" void* nuthatch_cxa_get_globals() noexcept __asm__("__cxa_get_globals");

detail::thread_exceptions& thread_exceptions_here() noexcept {
  return *static_cast<detail::thread_exceptions*>(nuthatch_cxa_get_globals());
}

}  // namespace nuthatch::fiber
