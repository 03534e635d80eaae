// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <clang-c/Index.h>

#include "splicec/locals.hpp"

namespace nuthatch::splicec {

/// Determines what code does to the places that it names. A place is only read, or only changed, if
/// its use is one of those that are known to do no more. In every other use its address may escape:
/// it is lent.
class use_finder {
 public:
  explicit use_finder(const function_locals& locals) : locals_(&locals) {}

  /// Inspects a statement, an expression or a declaration.
  void look_at(CXCursor code);

  /// Inspects the default initializer of a member. `binds`: the member is a reference.
  void look_at_value(CXCursor value, bool binds);

  [[nodiscard]] const std::vector<local_use>& lent() const { return lent_; }

  [[nodiscard]] const std::vector<local_use>& changed() const { return changed_; }

  /// Whether the code, that of a member function, lends the object or a part of it.
  [[nodiscard]] bool lends_this() const { return lends_this_; }

  /// Member functions that are called for the object and that may lend something.
  [[nodiscard]] const std::vector<CXCursor>& called_on_this() const { return called_on_this_; }

 private:
  /// The use of the place that an expression names.
  enum class fate {
    read,   ///< its value is read, or it is not used
    open,   ///< it is lent, unless a conversion reads the value
    bound,  ///< it is lent: a reference is bound to it, or its address is taken
  };

  void expression(CXCursor one, fate what);
  void operation(CXCursor one, fate what);
  void cast(CXCursor one, fate what);
  void wrapper(CXCursor one, CXCursor inner, fate what);
  void list(CXCursor one);
  void list(CXCursor one, fate of_values);
  void place(CXCursor one, fate what);
  void unary(CXCursor one, fate what);
  void binary(CXCursor one, fate what);
  void member(CXCursor one, fate what);
  void variable(CXCursor declaration);
  bool known_call(CXCursor one, fate what);
  void call(CXCursor one, fate what);
  void name_in_call(CXCursor call, bool keeps_none);
  void arguments_of(CXCursor call, fate of_references, int first);
  void lambda(CXCursor one);
  void lambda_by_reference(CXCursor one);
  void lambda_of_copies(CXCursor one);
  void captured_values(CXCursor lambda);
  void change(CXCursor of, fate result);
  void lend(CXCursor of);
  void parts(CXCursor one, fate what);
  void part(CXCursor one, fate what);

  const function_locals* locals_;
  std::vector<local_use> lent_;
  std::vector<local_use> changed_;
  bool lends_this_ = false;
  std::vector<CXCursor> called_on_this_;
};

}  // namespace nuthatch::splicec
