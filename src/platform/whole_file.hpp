// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nuthatch::platform {

/// Returns the content of a file. Throws base::os_error, which names it.
[[nodiscard]] std::string read_whole_file(const std::string& path);

/// Replaces the content of a file: writes `content` to a hidden file beside it, which gets its name
/// once it is on the disk. A symbolic link is kept, and its target is replaced. A file that is not
/// regular is written to directly. Throws base::os_error, which names the file; a regular one is
/// then unchanged.
void replace_whole_file(const std::string& path, std::string_view content);

}  // namespace nuthatch::platform
