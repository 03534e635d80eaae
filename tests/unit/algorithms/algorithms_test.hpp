// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/algorithms.hpp>
#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch::testing {

/// Lengths around those at which an automatic grain changes. With a sanitizer or an emulator, fewer
/// and shorter ones.
inline const std::vector<std::size_t>& lengths() {
  static const std::vector<std::size_t> all =
      rounds(100) < 100 ? std::vector<std::size_t>{0, 1, 2, 65, 600}
                        : std::vector<std::size_t>{0, 1, 2, 3, 63, 64, 65, 128, 1'000, 4'097};
  return all;
}

/// Returns numbers from 0 to `below` - 1, so that equal ones occur.
inline std::vector<int> numbers(std::size_t count, std::uint32_t below, std::uint64_t seed = 1) {
  base::random_source random(seed + count);
  std::vector<int> all(count);
  for (int& one : all) {
    one = static_cast<int>(random.below(below));
  }
  return all;
}

/// Runs a body on every scheduler, with an automatic grain and with a stated one.
class algorithms_test : public runtime_test {
 protected:
  /// Calls body(how) in a task.
  template <class Body>
  void on_policies(Body body) {
    on_runtime([&](runtime& r) {
      r.run([&] {
        body(par);
        body(par.grain(3));
      });
    });
  }
};

}  // namespace nuthatch::testing
