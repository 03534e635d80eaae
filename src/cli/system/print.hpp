#pragma once

#include <cstdio>
#include <string_view>

namespace nuthatch::cli {

/// All of `text`, at once, to stdout or stderr. Throws std::system_error saying why it cannot be
/// written.
void print(std::FILE* stream, std::string_view text);

}  // namespace nuthatch::cli
