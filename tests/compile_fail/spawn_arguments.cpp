// SPDX-License-Identifier: Apache-2.0

// expected: the callable does not take these arguments

#include <nuthatch/nuthatch.hpp>

void spawn(nuthatch::scope& children) {
#ifdef NUTHATCH_MUST_FAIL
  children.spawn(nuthatch::help_first, [](int) {});
#else
  children.spawn(nuthatch::help_first, [](int) {}, 1);
#endif
}
