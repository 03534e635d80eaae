// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A word of the source. Comments are none.
struct token {
  span where;
  CXTokenKind kind;
  std::string text;
};

/// What Clang says against a text.
struct diagnostic {
  std::string full;     ///< as Clang prints it, with its notes
  std::string message;  ///< without its place
  std::size_t offset;   ///< where, if that is in the main file
  bool in_main_file;
};

/// A text as Clang understands it.
class parsed {
 public:
  /// `text` stands for what the file of this name has in it, which need not exist.
  /// @throws std::runtime_error where Clang cannot even begin.
  parsed(const std::string& path, const std::string& text, const std::vector<std::string>& flags);
  parsed(const parsed&) = delete;
  parsed& operator=(const parsed&) = delete;
  ~parsed();

  [[nodiscard]] CXCursor root() const { return clang_getTranslationUnitCursor(unit_); }

  [[nodiscard]] CXTranslationUnit unit() const { return unit_; }

  /// Errors only; empty if it compiles.
  [[nodiscard]] std::vector<diagnostic> errors() const;

  /// Of the main file.
  [[nodiscard]] std::vector<token> tokens() const;

  /// What the preprocessor leaves out of the main file.
  [[nodiscard]] std::vector<span> skipped() const;

 private:
  [[nodiscard]] CXFile file() const { return clang_getFile(unit_, path_.c_str()); }

  std::string path_;
  std::size_t size_;
  CXIndex index_;
  CXTranslationUnit unit_ = nullptr;
};

}  // namespace nuthatch::splicec
