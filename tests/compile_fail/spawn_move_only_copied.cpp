// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <memory>
#include <utility>

#include <nuthatch/nuthatch.hpp>

void spawn(nuthatch::scope& children) {
  auto closure = [owned = std::make_unique<int>(1)] {
    ++*owned;
  };
#ifdef NUTHATCH_MUST_FAIL
  children.spawn(nuthatch::help_first, closure);
#else
  children.spawn(nuthatch::help_first, std::move(closure));
#endif
}
