// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

// Steal trees as files; docs/schedule-format.md says what is in them.

/// The content of a file. Throws std::bad_alloc.
[[nodiscard]] std::string encode(const steal_tree& tree);

/// Throws error, which names the file and what is wrong with it, where that is not what encode
/// makes. Takes no more memory than some times the size of `content`.
[[nodiscard]] steal_tree decode(std::string_view content, const std::string& file);

}  // namespace nuthatch::schedules
