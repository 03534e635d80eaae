// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::testing {

/// A user-defined region: one of several bins.
struct bin {
  int number;

  [[nodiscard]] bool overlaps(const bin& other) const { return number == other.number; }
};

}  // namespace nuthatch::testing
