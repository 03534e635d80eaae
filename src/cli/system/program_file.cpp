// SPDX-License-Identifier: Apache-2.0
#include "cli/system/program_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <vector>

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace nuthatch::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::streamsize max_of_first_line = 256;  // as much as Linux reads

constexpr unsigned max_scripts = 5;  // nested ones: as many as Linux follows

bool can_be_run(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

/// The ELF header of this command.
Elf64_Ehdr own_kind() {
  Elf64_Ehdr own{};
  std::ifstream("/proc/self/exe", std::ios::binary)
      .read(reinterpret_cast<char*>(&own), sizeof(own));
  return own;
}

enum class linking : std::uint8_t { dynamic, fixed, unknown };

/// How a complete ELF file is linked.
linking read_linking(std::ifstream& file, const Elf64_Ehdr& head) {
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.seekg(static_cast<std::streamoff>(head.e_phoff + std::uint64_t{i} * head.e_phentsize));
    if (!file.read(reinterpret_cast<char*>(&part), sizeof(part))) {
      return linking::unknown;
    }
    if (part.p_type == PT_INTERP) {
      return linking::dynamic;
    }
  }
  return linking::fixed;
}

/// The words after #! in the first line; none if it is no script.
std::vector<std::string> words_of_script(std::ifstream& file) {
  std::string line;
  line.resize(max_of_first_line);
  file.seekg(0);
  file.read(line.data(), max_of_first_line);
  line.resize(static_cast<std::size_t>(file.gcount()));
  file.clear();
  if (!line.starts_with("#!")) {
    return {};
  }
  std::istringstream rest(line.substr(2, line.find('\n') - 2));
  return {std::istream_iterator<std::string>(rest), std::istream_iterator<std::string>()};
}

/// The interpreter of a script. For env, the program that it finds.
fs::path interpreter_of(const std::vector<std::string>& words) {
  fs::path first = words.front();
  const std::size_t named = words.size() > 1 && words[1] == "-S" ? 2 : 1;
  if (first.filename() != "env" || words.size() <= named) {
    return first;
  }
  const fs::path found = find_program(words[named]);
  return found.empty() ? first : found;
}

/// Why a program cannot be preloaded, naming the file. Follows nested scripts as deep as the system
/// does.
std::string why_not(const std::string& who, const fs::path& program, unsigned depth) {
  std::ifstream file(program, std::ios::binary);
  if (const std::vector<std::string> words = words_of_script(file); !words.empty()) {
    const fs::path interpreter = interpreter_of(words);
    return depth == 0 ? std::string()
                      : why_not("its interpreter " + interpreter.string(), interpreter, depth - 1);
  }
  struct stat what{};
  if (stat(program.c_str(), &what) == 0 && (what.st_mode & (S_ISUID | S_ISGID)) != 0 &&
      geteuid() != 0) {
    return who + " is set-uid or set-gid, and the loader takes no libraries from others for such";
  }
  if (getxattr(program.c_str(), "security.capability", nullptr, 0) > 0 && geteuid() != 0) {
    return who + " has capabilities, and the loader takes no libraries from others for such";
  }
  Elf64_Ehdr head{};
  file.seekg(0);
  file.read(reinterpret_cast<char*>(&head), sizeof(head));
  if (file.gcount() < SELFMAG || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
    return {};  // it cannot be run at all, which is reported later
  }
  std::string not_whole = who + " is not whole: the file has been cut off";
  if (!file) {
    return not_whole;
  }
  const Elf64_Ehdr own = own_kind();
  if (head.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] || head.e_machine != own.e_machine) {
    return who + " is for another kind of machine than this library";
  }
  switch (read_linking(file, head)) {
    case linking::dynamic:
      return {};
    case linking::fixed:
      return who + " is linked statically, with the OpenMP runtime that it was built with";
    case linking::unknown:
      break;
  }
  return not_whole;
}

}  // namespace

fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return can_be_run(name) ? fs::path(name) : fs::path();
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes it
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

fs::path interpreter_of_script(const fs::path& program) {
  fs::path found;
  for (unsigned i = 0; i < max_scripts; ++i) {
    std::ifstream file(found.empty() ? program : found, std::ios::binary);
    const std::vector<std::string> words = words_of_script(file);
    if (words.empty()) {
      break;
    }
    found = interpreter_of(words);
  }
  return found;
}

std::string why_not_preloaded(const fs::path& program) {
  return why_not("it", program, max_scripts);
}

}  // namespace nuthatch::cli
