// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A token of the source. Comments are not tokens.
struct token {
  span where;
  CXTokenKind kind;
  std::string text;
};

/// A diagnostic of Clang.
struct diagnostic {
  std::string full;     ///< as Clang prints it, with its notes
  std::string message;  ///< without its location
  std::size_t offset;   ///< where, if it is in the main file
  bool in_main_file;
};

/// A text as parsed by Clang.
class parsed {
 public:
  /// `text` is the content of the file at `path`, which need not exist.
  /// @throws std::runtime_error if Clang cannot parse at all.
  parsed(const std::string& path, const std::string& text, const std::vector<std::string>& flags);
  parsed(const parsed&) = delete;
  parsed& operator=(const parsed&) = delete;
  ~parsed();

  [[nodiscard]] CXCursor root() const { return clang_getTranslationUnitCursor(unit_); }

  [[nodiscard]] CXTranslationUnit unit() const { return unit_; }

  /// Errors only. Empty if the text compiles.
  [[nodiscard]] std::vector<diagnostic> errors() const;

  /// The tokens of the main file.
  [[nodiscard]] std::vector<token> tokens() const { return tokens_of(file(), size_); }

  /// The tokens of one of its files, which has so many bytes.
  [[nodiscard]] std::vector<token> tokens_of(CXFile file, std::size_t size) const;

  /// The parts of the main file that the preprocessor skips.
  [[nodiscard]] std::vector<span> skipped() const { return skipped_in(path_); }

  /// The same of one of its files.
  [[nodiscard]] std::vector<span> skipped_in(const std::string& path) const;

 private:
  [[nodiscard]] CXFile file() const { return clang_getFile(unit_, path_.c_str()); }

  std::string path_;
  std::size_t size_;
  CXIndex index_;
  CXTranslationUnit unit_ = nullptr;
};

}  // namespace nuthatch::splicec
