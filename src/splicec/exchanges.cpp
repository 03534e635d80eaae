// SPDX-License-Identifier: Apache-2.0
#include "splicec/exchanges.hpp"

#include <string>

#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"

namespace nuthatch::splicec {

namespace {

bool refers_to_scalar(CXCursor function, unsigned parameter) {
  const CXType type =
      clang_getCanonicalType(clang_getArgType(clang_getCursorType(function), parameter));
  return is_reference(type) && is_scalar(clang_getPointeeType(type));
}

/// Whether the function is an operator that changes a std::byte.
bool changes_byte(CXCursor function) {
  const std::string name = name_of(function);
  const CXType type = clang_getCanonicalType(
      clang_getPointeeType(clang_getArgType(clang_getCursorType(function), 0)));
  return (name == "operator<<=" || name == "operator>>=" || name == "operator|=" ||
          name == "operator&=" || name == "operator^=") &&
         type.kind == CXType_Enum && name_of(clang_getTypeDeclaration(type)) == "byte" &&
         pure_functions::is_of_std(clang_getTypeDeclaration(type));
}

}  // namespace

std::optional<exchange> exchange_by(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  if (kind_of(call) != CXCursor_CallExpr || kind_of(called) != CXCursor_FunctionDecl ||
      clang_Cursor_getNumArguments(call) != 2 || !pure_functions::is_of_std(called) ||
      !is_in_system(called)) {
    return std::nullopt;
  }
  const std::string name = name_of(called);
  const bool is_operator = changes_byte(called);
  if (!is_operator && ((name != "swap" && name != "exchange") || !refers_to_scalar(called, 0) ||
                       !refers_to_scalar(called, 1))) {
    return std::nullopt;
  }
  return exchange{.changed = clang_Cursor_getArgument(call, 0),
                  .other = clang_Cursor_getArgument(call, 1),
                  .is_swap = name == "swap",
                  .is_operator = is_operator};
}

}  // namespace nuthatch::splicec
