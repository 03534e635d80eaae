// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/work_share.hpp"

namespace nuthatch::openmp {

/// The loop parameters of a sections construct: sections are chunks of a loop.
[[nodiscard]] inline loop_parameters sections_parameters(unsigned count) noexcept {
  return {.space = {.end = count, .count = count}, .kind = schedule_kind::dynamic, .chunk_size = 1};
}

/// Sections are numbered from 1; 0 stands for none left.
[[nodiscard]] inline unsigned section_of(const chunk& had) noexcept {
  return had.first == had.end ? 0 : static_cast<unsigned>(had.first) + 1;
}

}  // namespace nuthatch::openmp
