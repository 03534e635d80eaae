// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A parameter or automatic variable of a function.
struct local {
  CXCursor declaration;
  std::string name;
  std::size_t at;
  CXType type;            ///< canonical
  bool escapes = false;   ///< its address may have escaped, and it may be changed through it
  bool captured = false;  ///< by reference, by a lambda that only reads it and is only called
  bool changed = false;   ///< changed after its declaration, by name
};

/// What holds the address of a local: anything, a lambda that only reads the local, or such a
/// lambda that also is a local itself and only called.
enum class holder { any, reader, called_reader };

/// A place where a local is named.
struct local_use {
  const local* which;
  std::size_t at;
  bool whole = true;  ///< whether all of it is changed
  holder by = holder::any;
};

class pure_functions;

/// The locals of a function, including those of its blocks.
class function_locals {
 public:
  function_locals(CXCursor function, const pure_functions& functions);

  [[nodiscard]] const std::deque<local>& all() const { return all_; }

  [[nodiscard]] const pure_functions& functions() const { return *functions_; }

  /// The local that this declares, or null.
  [[nodiscard]] const local* declared_by(CXCursor declaration) const;

  /// The local that a name in an expression refers to, or null.
  [[nodiscard]] const local* find(CXCursor reference) const;

  /// The local that contains what the expression names: x, x.member, x[i] of an array or
  /// std::array.
  [[nodiscard]] const local* root_of(CXCursor expression) const;

  /// The places in the code where the address of a local may escape.
  [[nodiscard]] std::vector<local_use> addresses_in(CXCursor all) const;

  /// The places in the code where a local is assigned to, by any operator.
  [[nodiscard]] std::vector<local_use> changes_in(CXCursor all) const;

  /// All places in the code that name a local.
  [[nodiscard]] std::vector<local_use> uses_in(CXCursor all) const;

  /// Whether the lambda is the value of a local and is only called by that name.
  [[nodiscard]] bool is_called_lambda(CXCursor lambda) const;

  /// Notes a part that runs after later code may have run. `region` is the statement of the
  /// enclosing try_splice, or empty; the part must not have copies of locals outside of it.
  void note_step(CXCursor step, const span& region);

 private:
  void note_lambdas(CXCursor function);
  void note_holders(CXCursor function);
  [[nodiscard]] local& that(const local_use& one);
  void add_from(CXCursor within);

  const pure_functions* functions_;
  std::deque<local> all_;
  std::vector<CXCursor> called_lambdas_;
};

/// Whether the member is accessed through a pointer.
bool is_behind_pointer(CXCursor member_expression);

/// Whether a step, which has copies of values, uses this local of the function around a try_splice
/// in place, whatever it is used for.
bool is_shared_with_steps(const local& one);

}  // namespace nuthatch::splicec
