#include "cli/system/own_path.hpp"

#include <filesystem>
#include <string>

namespace nuthatch::cli {

std::string own_path() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

}  // namespace nuthatch::cli
