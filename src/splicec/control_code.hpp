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

/// Why an expression can be no control code, which runs while others decide, before steps do.
struct fault {
  std::size_t at;
  std::string reason;  ///< what it does: "reads …"
};

/// Tells control code from other code: it looks at locals, parameters and constants and changes
/// locals only. It is made of kinds of expressions, declarations and statements that are known;
/// whatever is of another kind is no control code.
class control_code {
 public:
  /// `region`: the statement of a try_splice; where it is empty, a whole function is spliced.
  control_code(const function_locals& locals, const spliced_functions& functions, span region)
      : locals_(&locals),
        functions_(&functions),
        region_(region) {}

  /// Whether what a declaration declares may be changed by steps.
  using memory_test = std::function<bool(CXCursor)>;

  /// For the expressions of pragmas. These may call functions, which then look at nothing but their
  /// arguments, and may say where something is.
  static control_code of_pragma(const function_locals& locals, memory_test is_memory) {
    control_code code(locals, mode::pragma);
    code.is_memory_ = std::move(is_memory);
    return code;
  }

  /// For functions that only calculate. They look at what their references and their object are,
  /// too, and return values.
  static control_code of_pure_function(const function_locals& locals) {
    return {locals, mode::pure_function};
  }

  /// Of an expression.
  [[nodiscard]] std::optional<fault> fault_of(CXCursor expression) const;

  /// Of a statement that neither calls a spliced function nor has a step; of the declaration of a
  /// variable.
  [[nodiscard]] std::optional<fault> fault_of_statement(CXCursor statement) const;

  /// Where the code lends a local that may have ended when steps run, whatever else the code does.
  [[nodiscard]] std::optional<fault> lent_too_long(CXCursor code) const;

 private:
  using result = std::optional<fault>;
  enum class mode { control, pragma, pure_function };

  control_code(const function_locals& locals, mode how) : locals_(&locals), mode_(how) {}

  [[nodiscard]] result fault_of_expression(CXCursor expression) const;
  [[nodiscard]] result fault_of_code(CXCursor statement) const;
  [[nodiscard]] result fault_of_declaration(CXCursor declaration) const;
  [[nodiscard]] result fault_of_variable(CXCursor variable) const;
  [[nodiscard]] result fault_of_parts(CXCursor expression) const;
  [[nodiscard]] result fault_of_wrapped(CXCursor expression) const;
  [[nodiscard]] result fault_of_list(CXCursor expression) const;
  [[nodiscard]] result fault_of_name(CXCursor expression) const;
  [[nodiscard]] result fault_of_member(CXCursor expression) const;
  [[nodiscard]] result fault_of_element(CXCursor expression) const;
  [[nodiscard]] result fault_of_read_element(CXCursor expression) const;
  [[nodiscard]] result fault_of_element(CXCursor expression, CXCursor array, CXCursor index) const;
  [[nodiscard]] result fault_of_member_array(CXCursor array) const;
  [[nodiscard]] result fault_of_unary(CXCursor expression) const;
  [[nodiscard]] result fault_of_binary(CXCursor expression) const;
  [[nodiscard]] result fault_of_change(CXCursor changed) const;
  [[nodiscard]] result fault_of_address(CXCursor of) const;
  [[nodiscard]] result fault_of_call(CXCursor call) const;
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

}  // namespace nuthatch::splicec
