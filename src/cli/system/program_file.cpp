#include "cli/system/program_file.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace nuthatch::cli {

namespace fs = std::filesystem;

namespace {

bool can_be_run(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

/// What this command itself is for.
Elf64_Ehdr own_kind() {
  Elf64_Ehdr own{};
  std::ifstream("/proc/self/exe", std::ios::binary)
      .read(reinterpret_cast<char*>(&own), sizeof(own));
  return own;
}

bool names_an_interpreter(std::ifstream& file, const Elf64_Ehdr& head) {
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.seekg(static_cast<std::streamoff>(head.e_phoff + std::uint64_t{i} * head.e_phentsize));
    if (!file.read(reinterpret_cast<char*>(&part), sizeof(part))) {
      return false;
    }
    if (part.p_type == PT_INTERP) {
      return true;
    }
  }
  return false;
}

}  // namespace

fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return can_be_run(name) ? fs::path(name) : fs::path();
  }
  const char* const path = std::getenv("PATH");
  std::string_view left = path != nullptr ? path : "";
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    const fs::path found = (end == 0 ? fs::path(".") : fs::path(left.substr(0, end))) / name;
    if (can_be_run(found)) {
      return found;
    }
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return {};
}

std::string why_not_preloaded(const fs::path& program) {
  struct stat what{};
  if (stat(program.c_str(), &what) == 0 && (what.st_mode & (S_ISUID | S_ISGID)) != 0 &&
      geteuid() != 0) {
    return "it is set-uid or set-gid, and the loader takes no libraries from others for such";
  }
  if (getxattr(program.c_str(), "security.capability", nullptr, 0) > 0 && geteuid() != 0) {
    return "it has capabilities, and the loader takes no libraries from others for such";
  }
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr head{};
  if (!file.read(reinterpret_cast<char*>(&head), sizeof(head)) ||
      std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
    return {};  // a script, or nothing that can be run, which is found out soon
  }
  const Elf64_Ehdr own = own_kind();
  if (head.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] || head.e_machine != own.e_machine) {
    return "it is for another kind of machine than this library";
  }
  if (!names_an_interpreter(file, head)) {
    return "it is linked statically, with the OpenMP runtime that it was built with";
  }
  return {};
}

}  // namespace nuthatch::cli
