// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nuthatch::platform {

/// All that is in a file. Throws base::os_error, which names it.
[[nodiscard]] std::string read_whole_file(const std::string& path);

/// Makes `content` all that is in a file: it goes to a hidden file beside it, which takes its name
/// once it is on the disk. A symbolic link stays, and what it points to is replaced. What is no
/// regular file is written to directly. Throws base::os_error, which names the file; a regular one
/// is then as it was.
void replace_whole_file(const std::string& path, std::string_view content);

}  // namespace nuthatch::platform
