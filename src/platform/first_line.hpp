// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace nuthatch::platform {

/// Returns the first line of a file of the kernel; nothing if it cannot be read, or is empty.
[[nodiscard]] std::optional<std::string> first_line(const std::filesystem::path& path);

}  // namespace nuthatch::platform
