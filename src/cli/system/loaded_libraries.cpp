// SPDX-License-Identifier: Apache-2.0
#include "cli/system/loaded_libraries.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>

#include <elf.h>

#include "cli/system/child_process.hpp"

namespace nuthatch::cli {

namespace fs = std::filesystem;

namespace {

/// The loader that the program names; empty if there is none.
std::string loader_of(const fs::path& program) {
  constexpr std::uint64_t most = 4096;
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr head{};
  file.read(reinterpret_cast<char*>(&head), sizeof(head));
  for (unsigned i = 0; file && i < head.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.seekg(static_cast<std::streamoff>(head.e_phoff + std::uint64_t{i} * head.e_phentsize));
    file.read(reinterpret_cast<char*>(&part), sizeof(part));
    if (file && part.p_type == PT_INTERP && part.p_filesz > 1 && part.p_filesz < most) {
      std::string name(part.p_filesz - 1, '\0');  // without the zero at the end
      file.seekg(static_cast<std::streamoff>(part.p_offset));
      file.read(name.data(), static_cast<std::streamsize>(name.size()));
      return file ? name : std::string();
    }
  }
  return {};
}

/// Reads a line: "NAME => FILE (ADDRESS)", "NAME => not found" or "NAME (ADDRESS)"; in the last one
/// the name is the file.
loaded_library read_line(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t address = line.rfind(" (0x");
  const std::size_t arrow = line.find(" => ");
  const std::string name(line.substr(0, std::min(arrow, address)));
  if (arrow == std::string_view::npos) {
    return {name, name};
  }
  if (address == std::string_view::npos) {
    return {name, {}};
  }
  const std::size_t file = arrow + std::string_view(" => ").size();
  return {name, fs::path(line.substr(file, address - file))};
}

template <class Each>
void for_each_line(const std::string& text, Each each) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) {
      each(line);
    }
  }
}

}  // namespace

loading list_loaded(const fs::path& program) {
  constexpr double patience = 10;  // seconds
  const std::string loader = loader_of(program);
  loading found;
  if (loader.empty()) {
    return found;
  }
  const child_result said = run_child({loader, "--list", program.string()}, patience);
  found.is_known = said.start_error.empty() && !said.timed_out && said.signal == 0 &&
                   said.output.find(" (0x") != std::string::npos;
  if (found.is_known) {
    for_each_line(said.output,
                  [&](const std::string& line) { found.libraries.push_back(read_line(line)); });
  }
  if (!said.start_error.empty()) {
    found.complaints.push_back(said.start_error);
  }
  for_each_line(said.error_output,
                [&](const std::string& line) { found.complaints.push_back(line); });
  return found;
}

}  // namespace nuthatch::cli
