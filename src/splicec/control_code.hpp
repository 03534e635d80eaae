// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <clang-c/Index.h>

#include "splicec/functions.hpp"
#include "splicec/locals.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

struct exchange;

/// Why an expression cannot be control code, which runs before the steps.
struct fault {
  std::size_t at;
  std::string reason;  ///< what the code does: "reads …"
};

/// Distinguishes control code from other code. Control code reads only locals, parameters and
/// constants, and changes only locals. It consists of known kinds of expressions, declarations and
/// statements; code of any other kind is not control code.
class control_code {
 public:
  /// `region` is the statement of a try_splice; empty if a whole function is spliced.
  control_code(const function_locals& locals, const spliced_functions& functions, span region)
      : locals_(&locals),
        functions_(&functions),
        region_(region) {}

  /// Whether steps may change what a declaration declares.
  using memory_test = std::function<bool(CXCursor)>;

  /// For the expressions of pragmas. These may call functions that read nothing except for their
  /// arguments, and may take addresses.
  static control_code of_pragma(const function_locals& locals, memory_test is_memory) {
    control_code code(locals, mode::pragma);
    code.is_memory_ = std::move(is_memory);
    return code;
  }

  /// For functions that only calculate. They may also read what their references and their object
  /// refer to, and return values.
  static control_code of_pure_function(const function_locals& locals) {
    return {locals, mode::pure_function};
  }

  /// The fault of an expression, if any.
  [[nodiscard]] std::optional<fault> fault_of(CXCursor expression) const;

  /// The same for an argument of a call, which may be a default argument.
  [[nodiscard]] std::optional<fault> fault_of_call_argument(CXCursor call, unsigned number) const;

  /// The fault of a statement that neither calls a spliced function nor contains a step, or of a
  /// variable declaration.
  [[nodiscard]] std::optional<fault> fault_of_statement(CXCursor statement) const;

  /// The place where the code lets the address of a local escape that may have ended when steps
  /// run, whatever else the code does.
  [[nodiscard]] std::optional<fault> lent_too_long(CXCursor code) const;

 private:
  using result = std::optional<fault>;
  enum class mode { control, pragma, pure_function };

  control_code(const function_locals& locals, mode how) : locals_(&locals), mode_(how) {}

  [[nodiscard]] result fault_of_expression(CXCursor expression) const;
  [[nodiscard]] result fault_of_code(CXCursor statement) const;
  [[nodiscard]] result fault_of_declaration(CXCursor declaration) const;
  [[nodiscard]] result fault_of_variable(CXCursor variable) const;
  [[nodiscard]] result fault_of_default(CXCursor call, unsigned number) const;
  [[nodiscard]] result fault_of_argument(CXCursor call, unsigned number) const;
  [[nodiscard]] result fault_of_parts(CXCursor expression) const;
  [[nodiscard]] result fault_of_wrapped(CXCursor expression) const;
  [[nodiscard]] result fault_of_decay(CXCursor conversion, CXCursor array) const;
  [[nodiscard]] result fault_of_bound(CXCursor list) const;
  [[nodiscard]] result fault_of_list(CXCursor expression) const;
  [[nodiscard]] result fault_of_values(CXCursor list) const;
  [[nodiscard]] result fault_of_name(CXCursor expression) const;
  [[nodiscard]] result fault_of_variable_name(CXCursor expression) const;
  [[nodiscard]] result fault_of_member(CXCursor expression) const;
  [[nodiscard]] result fault_of_element(CXCursor expression) const;
  [[nodiscard]] result fault_of_read_element(CXCursor expression) const;
  [[nodiscard]] result fault_of_element(CXCursor expression, CXCursor array, CXCursor index) const;
  [[nodiscard]] result fault_of_local_element(CXCursor expression, const local& root) const;
  [[nodiscard]] result fault_of_member_array(CXCursor array) const;
  [[nodiscard]] result fault_of_unary(CXCursor expression) const;
  [[nodiscard]] result fault_of_binary(CXCursor expression) const;
  [[nodiscard]] result fault_of_change(CXCursor changed) const;
  [[nodiscard]] result fault_of_address(CXCursor of) const;
  [[nodiscard]] result fault_of_element_address(CXCursor array, CXCursor index) const;
  [[nodiscard]] result fault_of_temporary(CXCursor of) const;
  [[nodiscard]] result fault_of_call(CXCursor call) const;
  [[nodiscard]] result fault_of_lambda_call(CXCursor call, CXCursor lambda) const;
  [[nodiscard]] result fault_of_exchange(const exchange& both) const;
  [[nodiscard]] result fault_of_arguments(CXCursor call) const;
  [[nodiscard]] result fault_of_changed(CXCursor argument) const;
  [[nodiscard]] result fault_of_callee(CXCursor call) const;
  [[nodiscard]] result fault_of_object(CXCursor call) const;
  [[nodiscard]] result fault_of_lambda(CXCursor lambda) const;

  [[nodiscard]] bool is_of_pragma() const { return mode_ == mode::pragma; }

  [[nodiscard]] bool is_of_pure_function() const { return mode_ == mode::pure_function; }

  const function_locals* locals_;
  const spliced_functions* functions_ = nullptr;
  span region_;
  mode mode_ = mode::control;
  memory_test is_memory_;
};

/// Whether the call leaves out this argument, and its default is a string literal or null.
bool is_default_literal(CXCursor call, unsigned number);

/// Whether evaluating the expression may do more than compute its value: Clang evaluates
/// `(++n, 3)` to 3.
[[nodiscard]] bool may_have_effect(CXCursor expression);

}  // namespace nuthatch::splicec
