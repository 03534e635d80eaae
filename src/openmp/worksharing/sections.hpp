// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

/// Sections are chunks of a loop.
[[nodiscard]] inline loop_parameters sections_parameters(unsigned count) noexcept {
  return {.space = {.end = count, .count = count}, .kind = schedule_kind::dynamic, .chunk_size = 1};
}

/// They are numbered from 1; 0 says that there is none left.
[[nodiscard]] inline unsigned section_of(const chunk& had) noexcept {
  return had.first == had.end ? 0 : static_cast<unsigned>(had.first) + 1;
}

}  // namespace nuthatch::openmp
