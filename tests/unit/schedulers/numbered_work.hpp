// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/work.hpp"

namespace nuthatch::testing {

/// A work for queues, which never look at what it points to: a number stands for that.
inline core::work numbered(std::size_t number) {
  return core::work::from_word(number + 1);
}

inline std::size_t number_of(core::work w) {
  return w.word() - 1;
}

}  // namespace nuthatch::testing
