// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

// Steal trees as files; docs/schedule-format.md specifies the format.

/// Returns the content of a file. Throws std::bad_alloc.
[[nodiscard]] std::string encode(const steal_tree& tree);

/// Reads the content of a file. Throws error, which names the file and what is wrong with it, if
/// encode could not have created the content. Takes no more memory than a small multiple of its
/// size.
[[nodiscard]] steal_tree decode(std::string_view content, const std::string& file);

}  // namespace nuthatch::schedules
