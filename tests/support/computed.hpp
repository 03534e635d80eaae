// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::testing {

/// Returns the data of a problem after that many sweeps.
template <class Data, class Problem>
[[nodiscard]] Data computed(const Problem& given, std::size_t sweeps) {
  Data data(given);
  data.start();
  for (std::size_t k = 0; k < sweeps; ++k) {
    data.at(k).run(data.cells());
  }
  return data;
}

}  // namespace nuthatch::testing
