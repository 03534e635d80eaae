// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace nuthatch::cli {

/// The functions in the symbol tables of a program or library.
struct elf_symbols {
  std::set<std::string> wanted;    ///< undefined: others have to provide them
  std::set<std::string> provided;  ///< exported: others may call them
  std::set<std::string> own;       ///< defined but not exported; empty if the file was stripped
};

/// Reads the symbols of a 64-bit ELF file. Parts outside of the file, and files of another kind,
/// have none.
[[nodiscard]] elf_symbols read_symbols(const std::filesystem::path& file);

/// Whether the file contains the bytes of the text, followed by a zero.
[[nodiscard]] bool has_text(const std::filesystem::path& file, const std::string& text);

}  // namespace nuthatch::cli
