// SPDX-License-Identifier: Apache-2.0

// expected: return a pointer or std::reference_wrapper instead

#include <functional>

#include <nuthatch/nuthatch.hpp>

int launch_and_get(int& number) {
#ifdef NUTHATCH_MUST_FAIL
  return nuthatch::launch([&number]() -> int& { return number; }).get();
#else
  return nuthatch::launch([&number] { return std::ref(number); }).get();
#endif
}
