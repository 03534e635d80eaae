// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A parameter or variable of a function that lives in its calls.
struct local {
  CXCursor declaration;
  std::string name;
  std::size_t at;
  CXType type;            ///< canonical
  bool escapes = false;   ///< its address may be known elsewhere, and it may be changed by that
  bool captured = false;  ///< by reference, by a lambda that only looks at it and is only called
  bool changed = false;   ///< after its declaration, by its name
};

/// What has the address of a local: something, a lambda that only looks at the local, or one that
/// also is a local itself and only called.
enum class holder { any, reader, called_reader };

/// A place where a local is named.
struct local_use {
  const local* which;
  std::size_t at;
  bool whole = true;  ///< all of it is changed
  holder by = holder::any;
};

class pure_functions;

/// Of a function, with those of its blocks.
class function_locals {
 public:
  function_locals(CXCursor function, const pure_functions& functions);

  [[nodiscard]] const std::deque<local>& all() const { return all_; }

  [[nodiscard]] const pure_functions& functions() const { return *functions_; }

  /// The local that this is the declaration of.
  [[nodiscard]] const local* declared_by(CXCursor declaration) const;

  /// The local that a name in an expression means.
  [[nodiscard]] const local* find(CXCursor reference) const;

  /// The local that has what the expression names: x, x.member, x[i] of an array or std::array.
  [[nodiscard]] const local* root_of(CXCursor expression) const;

  /// Where in it a local is lent: where its address may come to be known elsewhere.
  [[nodiscard]] std::vector<local_use> addresses_in(CXCursor all) const;

  /// Where in it a local is assigned to, by whatever operator.
  [[nodiscard]] std::vector<local_use> changes_in(CXCursor all) const;

  /// Every place in it that names a local.
  [[nodiscard]] std::vector<local_use> uses_in(CXCursor all) const;

  /// Whether the lambda is what a local is, and is only called by its name.
  [[nodiscard]] bool is_called_lambda(CXCursor lambda) const;

  /// That this part runs when others that come later may have run. `region` is the statement of the
  /// try_splice around it, or empty: of locals outside of that, it may have no copies.
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

/// Whether the member is of what a pointer points to.
bool is_behind_pointer(CXCursor member_expression);

/// Whether a step, which has copies of values, uses this local of the function around a try_splice
/// where it is, whatever the local is used for.
bool is_shared_with_steps(const local& one);

}  // namespace nuthatch::splicec
