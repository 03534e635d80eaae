// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace nuthatch::cli {

/// The functions that a program or library names in its symbol tables.
struct elf_symbols {
  std::set<std::string> wanted;    ///< others have to provide them
  std::set<std::string> provided;  ///< others may call them
  std::set<std::string> own;       ///< has them for itself; empty if the file was stripped
};

/// Reads the symbols of a 64-bit file of ELF. What lies outside of the file, and files of another
/// kind, have none.
[[nodiscard]] elf_symbols read_symbols(const std::filesystem::path& file);

/// Whether the bytes of the text, and a zero after them, are in the file.
[[nodiscard]] bool has_text(const std::filesystem::path& file, const std::string& text);

}  // namespace nuthatch::cli
