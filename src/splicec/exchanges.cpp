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

}  // namespace

std::optional<exchange> exchange_by(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  if (kind_of(call) != CXCursor_CallExpr || kind_of(called) != CXCursor_FunctionDecl ||
      clang_Cursor_getNumArguments(call) != 2 || !pure_functions::is_of_std(called) ||
      !is_in_system(called)) {
    return std::nullopt;
  }
  const std::string name = name_of(called);
  if ((name != "swap" && name != "exchange") || !refers_to_scalar(called, 0) ||
      !refers_to_scalar(called, 1)) {
    return std::nullopt;
  }
  return exchange{.changed = clang_Cursor_getArgument(call, 0),
                  .other = clang_Cursor_getArgument(call, 1),
                  .is_swap = name == "swap"};
}

}  // namespace nuthatch::splicec
