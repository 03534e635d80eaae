// SPDX-License-Identifier: Apache-2.0

// Cancellation, as GCC calls it.

#include "openmp/abi/exported.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/tasks/cancellation.hpp"

namespace {

using nuthatch::openmp::cancelled_construct;
using nuthatch::openmp::this_thread;

/// Decodes GCC's cancel kind: one bit per construct; no bit means the parallel region.
cancelled_construct construct_in(int bits) noexcept {
  constexpr int loop = 2;
  constexpr int sections = 4;
  constexpr int group = 8;
  return (bits & (loop | sections)) != 0 ? cancelled_construct::worksharing
         : (bits & group) != 0           ? cancelled_construct::taskgroup
                                         : cancelled_construct::region;
}

}  // namespace

NUTHATCH_EXPORTED bool GOMP_cancellation_point(int bits) {
  return is_cancelled(this_thread(), construct_in(bits));
}

NUTHATCH_EXPORTED bool GOMP_cancel(int bits, bool wanted) {
  return wanted ? cancel(this_thread(), construct_in(bits))
                : is_cancelled(this_thread(), construct_in(bits));
}
