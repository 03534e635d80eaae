// SPDX-License-Identifier: Apache-2.0

// expected: \.cpp:\d+:\d+: error: no matching (member )?function for call to .*run

#include <nuthatch/nuthatch.hpp>

void run(nuthatch::runtime& where) {
#ifdef NUTHATCH_MUST_FAIL
  where.run([](int) {});
#else
  where.run([] {});
#endif
}
