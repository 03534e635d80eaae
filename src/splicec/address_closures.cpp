// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "splicec/address_readers.hpp"
#include "splicec/address_walk.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/pure_functions.hpp"

/// What becomes of addresses that lambdas capture.

namespace nuthatch::splicec {

namespace {

std::string name_of_type(CXType type) {
  return type.kind == CXType_Invalid
             ? ""
             : taken(clang_getTypeSpelling(clang_getUnqualifiedType(clang_getCanonicalType(type))));
}

/// The types of the objects whose bytes an expression may give to other code; else nothing.
std::string read_as_bytes(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  if (kind == CXCursor_CallExpr) {
    const CXCursor called = clang_getCursorReferenced(one);
    const bool reads = name_of(called) == "bit_cast" && pure_functions::is_of_std(called);
    return reads ? name_of_type(clang_getCursorType(clang_Cursor_getArgument(one, 0))) : "";
  }
  const std::vector<CXCursor> parts = children_of(one);
  if (!is_expression(one) || parts.empty()) {
    return {};
  }
  const CXType from = canonical_type_of(parts.back());
  const CXType to = canonical_type_of(one);
  const bool reinterprets = kind == CXCursor_CXXReinterpretCastExpr;
  if (!is_pointer(from) || (!is_pointer(to) && !reinterprets)) {
    return reinterprets ? name_of_type(from) : "";
  }
  const std::string made = name_of_type(clang_getPointeeType(to));
  const std::string bytes = name_of_type(clang_getPointeeType(from));
  return made == bytes ? "" : bytes;
}

}  // namespace

bool address_walk::captures(CXCursor lambda, CXCursor variable) {
  const bool inside = is_declared_in(variable, lambda);
  return any_within(lambda, [&](CXCursor one) {
    const bool names =
        kind_of(one) == CXCursor_VariableRef || (!inside && kind_of(one) == CXCursor_DeclRefExpr);
    return names && clang_equalCursors(clang_getCursorReferenced(one), variable) != 0;
  });
}

/// The types of lambdas that hold addresses, with what these are of.
std::vector<std::pair<std::string, twin>> address_walk::closures_with_addresses() const {
  std::vector<std::pair<std::string, twin>> holding;
  any_within(root_, [&](CXCursor lambda) {
    for (const auto& [variable, of] : followed_) {
      if (kind_of(lambda) == CXCursor_LambdaExpr && captures(lambda, variable)) {
        holding.emplace_back(name_of_type(clang_getCursorType(lambda)), of);
      }
    }
    return false;
  });
  return holding;
}

/// Complains about code that may read the bytes of a lambda that holds an address.
void address_walk::check_bytes_of_closures() {
  const std::vector<std::pair<std::string, twin>> holding = closures_with_addresses();
  if (holding.empty()) {
    return;
  }
  any_within(root_, [&](CXCursor one) {
    const std::string bytes = read_as_bytes(one);
    const auto found = std::ranges::find_if(holding, [&bytes](const auto& each) {
      return bytes.find(each.first) != std::string::npos;
    });
    if (found != holding.end()) {
      kept_.push_back({one, found->second, {}});
    }
    return false;
  });
}

}  // namespace nuthatch::splicec
