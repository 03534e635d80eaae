// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Where a part of the code stands, and of what kind it is. Parts that macros make stand where the
/// macro does, and count from 0 there.
struct place {
  std::string file;  // empty for the source itself
  std::size_t begin;
  std::size_t end;
  CXCursorKind kind;
  int number;

  auto operator<=>(const place&) const = default;
};

/// What has to be the same in both languages.
struct meaning {
  std::string type;
  std::vector<std::string> operands = {};  // types of both sides of a comparison
  std::string called = {};                 // the type of the function that a call calls
  span callee = {};                        // nothing where a macro has it
  std::optional<long long> value = {};     // of sizeof and its like, the size of a class
  std::string literal = {};                // the value of a literal
  int how = 0;                             // the operator
  bool is_truth = false;                   // a comparison, a negation, && or ||
  bool is_equality = false;
  bool is_enumerator = false;   // constants of enumerations are numbers in C
  bool is_enumeration = false;  // of such a type
  bool is_wide_bit_field = false;
  bool has_variable_length = false;
  bool widens_enumeration = false;  ///< by an operator, to a type with more values than an int
};

using meanings = std::map<place, meaning>;

/// Reads the meaning of a source in one language.
class meaning_reader {
 public:
  /// `text`: of a source that was changed, where its parts come from.
  meaning_reader(const parsed& tree, const output* text);

  [[nodiscard]] const meanings& all() const { return all_; }

  /// Uses of macros of the system: where they are in the source, and their names.
  [[nodiscard]] std::map<std::size_t, std::string> macros() const;

  /// The names of functions that are called in macros of the system, with their types.
  [[nodiscard]] const std::multimap<std::size_t, std::string>& in_macros() const {
    return in_macros_;
  }

 private:
  [[nodiscard]] std::size_t origin(std::size_t offset) const;
  void read(CXCursor one);
  void read_in_macro(CXCursor one, const span& macro);
  void note(CXCursor one);
  [[nodiscard]] place place_of(CXCursor one) const;

  const output* text_;
  std::string path_;
  std::vector<span> skipped_;
  std::map<std::size_t, std::string> macros_;
  meanings all_;
  std::multimap<std::size_t, std::string> in_macros_;
};

}  // namespace nuthatch::splicec
