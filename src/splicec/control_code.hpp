#pragma once

#include <cstddef>
#include <optional>
#include <string>

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
/// locals only. What is not known is no control code.
class control_code {
 public:
  /// `region`: the statement of a try_splice; where it is empty, a whole function is spliced.
  control_code(const function_locals& locals, const spliced_functions& functions, span region)
      : locals_(&locals),
        functions_(&functions),
        region_(region) {}

  /// For the expressions of pragmas. These may call functions, which then look at nothing but their
  /// arguments, and may say where something is.
  explicit control_code(const function_locals& locals) : locals_(&locals) {}

  /// Of an expression.
  [[nodiscard]] std::optional<fault> fault_of(CXCursor expression) const;

  /// Of the declaration of variables.
  [[nodiscard]] std::optional<fault> fault_of_variable(CXCursor variable) const;

  /// Of a statement that neither calls a spliced function nor has a step.
  [[nodiscard]] std::optional<fault> fault_of_statement(CXCursor statement) const;

 private:
  using result = std::optional<fault>;

  [[nodiscard]] result fault_of_parts(CXCursor expression) const;
  [[nodiscard]] result fault_of_name(CXCursor expression) const;
  [[nodiscard]] result fault_of_member(CXCursor expression) const;
  [[nodiscard]] result fault_of_element(CXCursor expression) const;
  [[nodiscard]] result fault_of_element(CXCursor expression, CXCursor array, CXCursor index) const;
  [[nodiscard]] result fault_of_unary(CXCursor expression) const;
  [[nodiscard]] result fault_of_change(CXCursor changed) const;
  [[nodiscard]] result fault_of_address(CXCursor of) const;
  [[nodiscard]] result fault_of_call(CXCursor call) const;
  [[nodiscard]] result fault_of_callee(CXCursor call) const;
  [[nodiscard]] result fault_of_lambda(CXCursor lambda) const;

  [[nodiscard]] bool is_of_pragma() const { return functions_ == nullptr; }

  const function_locals* locals_;
  const spliced_functions* functions_ = nullptr;
  span region_;
};

}  // namespace nuthatch::splicec
