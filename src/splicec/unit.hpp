// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/complaints.hpp"
#include "splicec/cursors.hpp"
#include "splicec/functions.hpp"
#include "splicec/loop_pragmas.hpp"
#include "splicec/macros.hpp"
#include "splicec/parsed.hpp"
#include "splicec/pragma.hpp"
#include "splicec/pure_functions.hpp"
#include "splicec/source.hpp"
#include "splicec/threadprivate.hpp"

namespace nuthatch::splicec {

/// A value that is copied bytewise, and has to have a type that allows it.
struct copied_value {
  CXType type;  ///< canonical
  std::string name;
  std::size_t at;
  bool only_ends = false;  ///< it is not copied, but its destruction must not matter
  bool is_kept = false;    ///< it is no variable, but an object that ends with the named variable
};

/// A source that is being translated, with everything that is known about it.
struct unit {
  const source& from;
  const parsed& tree;
  const std::vector<token>& tokens;
  const std::vector<directive>& directives;
  const std::vector<pragma>& pragmas;
  const spliced_functions& functions;
  const pure_functions& pure;
  const known_macros& macros;
  const threadprivate_variables& of_threads;
  std::string region;  ///< the type of regions in C++
  complaints& wrong;
  std::vector<copied_value>& copied;
  /// The places where locals are declared that calls and steps within a try_splice may change.
  std::set<std::size_t>& memory;
  std::vector<CXCursor> defined;  ///< the functions of the main file that have a body, in order
  by_cursor<std::vector<CXCursor>> declarations;  ///< as `declarations_by_function` finds them
  std::set<std::string> top_names;  ///< of what the source and its headers declare at the top
  /// The names of plain values: variables, parameters and enumerators, which no pragma can call.
  std::set<std::string> value_names;

  /// Complains at `at` if a variable is aligned more strictly than the copies of it.
  void check_alignment(CXCursor variable, std::size_t at) const;

  /// Notes that a variable is copied bytewise. Complaints about it go to `at`.
  void note_copy(CXCursor variable, std::size_t at) const;

  /// Notes that a variable, or structured bindings, end before the calls that follow them run.
  void note_end(CXCursor variable) const;

  /// The C++ type of effects.
  [[nodiscard]] std::string effect() const { return "::nuthatch_effect<" + region + ">"; }

  /// The pragma of this kind directly before the statement that begins here, or null.
  [[nodiscard]] const pragma* find(pragma_kind kind, std::size_t next) const;

  /// Whether there is a step in this part.
  [[nodiscard]] bool has_step(const span& within) const;

  /// The first token that begins here or later. There is none at the end of the source.
  [[nodiscard]] const token* token_from(std::size_t offset) const;

  /// The first word behind an expression and the macros that it ends in.
  [[nodiscard]] const token* behind_macro_arguments(const span& expression) const;

  /// The words of the use of a macro: its name, and what stands in parentheses behind it.
  [[nodiscard]] known_macros::names words_of_use(const token* name) const;

  /// Whether this offset is in a directive.
  [[nodiscard]] bool is_in_directive(std::size_t offset) const;

  /// The span of a statement, including its semicolon.
  [[nodiscard]] span whole_of(CXCursor statement) const;

  /// The text of an expression that is all of a clause: what stands in parentheses behind `if`, or
  /// between the semicolons behind `for`, or on one side of the operator or `=` there. Nothing if a
  /// macro contains more than the expression, or a part of it.
  [[nodiscard]] std::optional<span> clause_of(CXCursor expression) const;

  /// The place for code before the statement that begins here: before pragmas about loops.
  [[nodiscard]] std::size_t before_loop_pragmas(std::size_t begin) const {
    return begin_with_loop_pragmas(directives, tokens, begin);
  }

  /// The start of the declaration with everything that belongs to it, including `extern "C"` and
  /// attributes.
  [[nodiscard]] std::size_t begin_of_declaration(CXCursor declaration) const;

  /// The end of the parentheses behind the statement's first word: `if (…)`. If a macro hides them,
  /// the start of the statement.
  [[nodiscard]] std::size_t end_of_header(CXCursor statement) const;
};

}  // namespace nuthatch::splicec
