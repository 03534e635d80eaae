// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/work_item.hpp"

namespace nuthatch::testing {

/// A work item for queues, which never dereference it: it contains a number.
inline core::work_item numbered(std::size_t number) {
  return core::work_item::from_word(number + 1);
}

inline std::size_t number_of(core::work_item w) {
  return w.word() - 1;
}

}  // namespace nuthatch::testing
