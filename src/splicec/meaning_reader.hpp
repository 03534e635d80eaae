// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The place and the kind of a part of the code. Parts that a macro expands to are at the place of
/// the macro, and are numbered from 0 there.
struct place {
  std::string file;  // empty for the source itself
  std::size_t begin;
  std::size_t end;
  CXCursorKind kind;
  int number;

  auto operator<=>(const place&) const = default;
};

/// The properties that have to be the same in both languages.
struct meaning {
  std::string type;
  std::string name = {};                   // of the variable or function that is named
  std::vector<std::string> operands = {};  // the types of both sides of a comparison
  std::string called = {};                 // the type of the function that a call calls
  span callee = {};                        // empty if a macro contains it
  std::string symbol = {};              // the name for the assembler, if a declaration states one
  std::optional<long long> value = {};  // of sizeof and similar operators, the size of a class
  long long alignment = 0;              // of a class, in bytes
  long long offset = 0;                 // of a member, in bits
  std::string literal = {};             // the value of a literal
  int how = 0;                          // the operator
  bool is_truth = false;                // a comparison, a negation, && or ||
  bool is_equality = false;
  bool is_enumerator = false;   // enumerators have integer type in C
  bool is_enumeration = false;  // has an enumeration type
  bool is_wide_bit_field = false;
  bool has_variable_length = false;
  bool widens_enumeration = false;  ///< by an operator, to a type with more values than an int

  friend bool operator==(const meaning&, const meaning&) = default;
};

using meanings = std::map<place, meaning>;

/// What a system macro expands to at one place. C and C++ may define the macro otherwise, and its
/// arguments may stand in it several times.
struct macro_use {
  meanings written;                             ///< in the text of the source: its arguments
  std::vector<std::pair<place, meaning>> made;  ///< what the macro calculates with them, in order
  std::multimap<std::string, std::string> functions;  ///< names of what is called, and their types
};

/// Reads the meaning of a source in one language.
class meaning_reader {
 public:
  /// `text`: for a source that was changed, the origins of its parts.
  meaning_reader(const parsed& tree, const output* text);

  [[nodiscard]] const meanings& all() const { return all_; }

  /// The uses of system macros: their places in the source and their names.
  [[nodiscard]] std::map<std::size_t, std::string> macros() const;

  /// What the system macros expand to, by their places in the source.
  [[nodiscard]] const std::map<std::size_t, macro_use>& in_macros() const { return in_macros_; }

 private:
  [[nodiscard]] std::size_t origin(std::size_t offset) const;
  [[nodiscard]] const span* macro_at(CXCursor one) const;
  [[nodiscard]] bool is_compared(CXCursor one) const;
  void read(CXCursor one);
  void read_in_macro(CXCursor one, const span& outer);
  void note(CXCursor one);
  void note_in_macro(CXCursor one, const span& macro);
  [[nodiscard]] place place_of(CXCursor one) const;

  const output* text_;
  std::string path_;
  std::vector<span> skipped_;
  std::map<std::size_t, std::string> macros_;
  meanings all_;
  std::map<std::size_t, macro_use> in_macros_;
};

}  // namespace nuthatch::splicec
