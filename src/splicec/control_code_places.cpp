// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "splicec/control_code.hpp"
#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/temporaries.hpp"
#include "splicec/unchanging.hpp"

/// The rules of control code for members, elements and addresses.

namespace nuthatch::splicec {

namespace {

/// Whether the expression creates an array from a list, none of whose values is an array: it is no
/// reference to another one.
bool is_made_of_values(CXCursor array) {
  const std::vector<CXCursor> parts = children_of(array);
  if (kind_of(array) != CXCursor_CXXFunctionalCastExpr || parts.empty() ||
      kind_of(parts.back()) != CXCursor_InitListExpr) {
    return false;
  }
  return std::ranges::none_of(children_of(parts.back()),
                              [](CXCursor value) { return has_array_type(bare(value)); });
}

}  // namespace

std::optional<fault> control_code::fault_of_member(CXCursor expression) const {
  const CXCursor member = clang_getCursorReferenced(expression);
  if (kind_of(member) == CXCursor_VarDecl) {  // static
    const std::vector<CXCursor> object = children_of(expression);
    const result of_object = object.empty() || !is_expression(object.front())
                                 ? std::nullopt
                                 : fault_of_expression(object.front());
    return is_unchanging(member) && is_plain(canonical_type_of(member))
               ? of_object
               : std::optional(fault{span_of(expression).begin,
                                     fmt::format("uses '{}', a variable outside of the function "
                                                 "that is not const",
                                                 name_of(member))});
  }
  const bool is_field = kind_of(member) == CXCursor_FieldDecl;
  const std::vector<CXCursor> base = children_of(expression);
  const bool of_this = base.empty() || !is_expression(base.front()) ||
                       kind_of(bare(base.front())) == CXCursor_CXXThisExpr;
  if (!is_field || is_reference(canonical_type_of(member)) ||
      clang_isVolatileQualifiedType(canonical_type_of(member)) != 0) {
    return fault{span_of(expression).begin,
                 fmt::format("uses '{}', a member that is no plain value", name_of(member))};
  }
  if (of_this && is_of_pure_function()) {
    return has_array_type(expression)
               ? result(fault{span_of(expression).begin, "hands on the address of its object"})
               : std::nullopt;
  }
  if (has_array_type(expression)) {
    return fault_of_address(expression);
  }
  if (is_behind_pointer(expression)) {
    const char* const how = children_of(expression).empty()
                                ? "looks at '{}', a member of *this (a local can have a copy)"
                                : "looks at '{}' through a pointer";
    return fault{span_of(expression).begin, fmt::format(fmt::runtime(how), name_of(member))};
  }
  return fault_of_expression(base.front());
}

std::optional<fault> control_code::fault_of_element(CXCursor expression) const {
  return has_array_type(expression) && !is_of_pure_function() ? fault_of_address(expression)
                                                              : fault_of_read_element(expression);
}

std::optional<fault> control_code::fault_of_read_element(CXCursor expression) const {
  const std::vector<CXCursor> parts = children_of(expression);
  const CXCursor array = bare(parts[0]);
  if (!has_array_type(array)) {
    const result index = fault_of_expression(parts[1]);
    return index ? index : fault{span_of(expression).begin, "looks at memory through a pointer"};
  }
  return fault_of_element(expression, array, parts[1]);
}

std::optional<fault> control_code::fault_of_element(CXCursor expression,
                                                    CXCursor array,
                                                    CXCursor index) const {
  if (const result found = fault_of_expression(index); found) {
    return found;
  }
  if (const local* const root = locals_->root_of(array); root != nullptr) {
    return fault_of_local_element(expression, *root);
  }
  if (kind_of(array) == CXCursor_DeclRefExpr && !is_unchanging(clang_getCursorReferenced(array))) {
    return fault{span_of(expression).begin,
                 fmt::format("looks into '{}', a variable outside of the function that is not "
                             "const",
                             name_of(clang_getCursorReferenced(array)))};
  }
  if (kind_of(array) == CXCursor_DeclRefExpr && !is_plain(canonical_type_of(array))) {
    return fault{span_of(expression).begin, "looks into what is more than plain values"};
  }
  switch (kind_of(array)) {
    case CXCursor_MemberRefExpr:
      return fault_of_member_array(array);
    case CXCursor_ArraySubscriptExpr:
      return fault_of_read_element(array);
    case CXCursor_ConditionalOperator: {  // an element of one of two arrays
      const std::vector<CXCursor> parts = children_of(array);
      result found = fault_of_expression(parts[0]);
      for (std::size_t i = 1; i < parts.size() && !found; ++i) {
        found = fault_of_element(expression, bare(parts[i]), index);
      }
      return found;
    }
    case CXCursor_DeclRefExpr:
    case CXCursor_StringLiteral:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_InitListExpr:
      return fault_of_expression(array);
    default:
      return is_made_of_values(array)
                 ? fault_of_expression(array)
                 : fault{span_of(expression).begin, "looks into an array that is no variable"};
  }
}

std::optional<fault> control_code::fault_of_local_element(CXCursor expression,
                                                          const local& root) const {
  if (is_reference(root.type) && !is_of_pure_function()) {
    return fault{span_of(expression).begin, fmt::format("uses '{}', a reference", root.name)};
  }
  if (is_of_pragma() && is_memory_(root.declaration)) {
    return fault{span_of(expression).begin,
                 fmt::format("looks into '{}', which steps may change", root.name)};
  }
  if (root.escapes && !region_.empty()) {
    return fault{span_of(expression).begin,
                 fmt::format("looks into '{}', whose address is known elsewhere", root.name)};
  }
  return std::nullopt;
}

std::optional<fault> control_code::fault_of_member_array(CXCursor array) const {
  const CXCursor member = clang_getCursorReferenced(array);
  const std::vector<CXCursor> base = children_of(array);
  const bool of_this = base.empty() || !is_expression(base.front()) ||
                       kind_of(bare(base.front())) == CXCursor_CXXThisExpr;
  if (kind_of(member) != CXCursor_FieldDecl || is_reference(canonical_type_of(member)) ||
      !is_plain(canonical_type_of(member))) {
    return fault{span_of(array).begin, fmt::format("looks into '{}'", name_of(member))};
  }
  if (of_this && is_of_pure_function()) {
    return std::nullopt;
  }
  return is_behind_pointer(array)
             ? fault{span_of(array).begin,
                     fmt::format("looks into '{}' through a pointer", name_of(member))}
             : fault_of_expression(base.front());
}

std::optional<fault> control_code::fault_of_address(CXCursor of) const {
  of = bare(of);
  const std::vector<CXCursor> parts = children_of(of);
  if (const local* const root = locals_->root_of(of); root != nullptr) {
    const bool ends = !is_of_pragma() && (region_.empty() || region_.contains(root->at));
    return ends ? result(fault{span_of(of).begin,
                               fmt::format("takes the address of '{}', which may have ended when "
                                           "steps run",
                                           root->name)})
                : std::nullopt;
  }
  switch (kind_of(of)) {
    case CXCursor_DeclRefExpr:
      return is_reference(canonical_type_of(clang_getCursorReferenced(of))) ? fault_of_name(of)
                                                                            : std::nullopt;
    case CXCursor_ArraySubscriptExpr:
      return fault_of_element_address(bare(parts[0]), parts[1]);
    case CXCursor_MemberRefExpr:
      if (parts.empty() || !is_expression(parts[0])) {
        return std::nullopt;  // an implicit this->
      }
      return is_behind_pointer(of) ? fault_of_expression(parts[0]) : fault_of_address(parts[0]);
    case CXCursor_UnaryOperator:
      return clang_getCursorUnaryOperatorKind(of) == CXUnaryOperator_Deref
                 ? fault_of_expression(parts[0])
                 : fault_of_expression(of);
    default: {
      const result found = fault_of_expression(of);
      return found ? found : fault_of_temporary(of);
    }
  }
}

std::optional<fault> control_code::fault_of_element_address(CXCursor array, CXCursor index) const {
  const result base = has_array_type(array) ? fault_of_address(array) : fault_of_expression(array);
  return base ? base : fault_of_expression(index);
}

/// Checks what control code points to. Declared calls run after the end of the full expression, and
/// so of its temporaries.
std::optional<fault> control_code::fault_of_temporary(CXCursor of) const {
  return mode_ == mode::control && may_be_temporary(of)
             ? result(fault{span_of(of).begin,
                            "refers to a temporary, which has ended when steps run"})
             : std::nullopt;
}

}  // namespace nuthatch::splicec
