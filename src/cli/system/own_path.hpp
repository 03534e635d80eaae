#pragma once

#include <string>

namespace nuthatch::cli {

/// The file that this process runs, with its folder.
std::string own_path();

}  // namespace nuthatch::cli
