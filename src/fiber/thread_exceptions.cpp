#include "fiber/thread_exceptions.hpp"

#include <cxxabi.h>

namespace nuthatch::fiber {

// The header of the library keeps the type opaque; the ABI gives its layout.
detail::thread_exceptions& thread_exceptions_here() noexcept {
  return *reinterpret_cast<detail::thread_exceptions*>(abi::__cxa_get_globals());
}

}  // namespace nuthatch::fiber
