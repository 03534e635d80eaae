// SPDX-License-Identifier: Apache-2.0
#include "splicec/kept_addresses.hpp"

#include <algorithm>
#include <utility>

#include "splicec/address_readers.hpp"
#include "splicec/address_walk.hpp"
#include "splicec/cursors.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether code of a function asks which of two addresses is the lower one, or how far they are
/// apart.
bool orders_addresses(CXCursor function) {
  return any_within(clang_getCursorDefinition(function), [](CXCursor one) {
    if (kind_of(one) != CXCursor_BinaryOperator) {
      return false;
    }
    const CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(one);
    const bool orders = kind == CXBinaryOperator_Sub ||
                        (kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_GE);
    const std::vector<CXCursor> sides = children_of(one);
    return orders && std::ranges::all_of(sides, [](CXCursor side) {
             return canonical_type_of(side).kind == CXType_Pointer;
           });
  });
}

}  // namespace

twin twin_at_pointer(std::string name, CXType pointer) {
  const CXType to = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(pointer)));
  const bool calls = to.kind == CXType_FunctionProto || to.kind == CXType_FunctionNoProto;
  return {.name = std::move(name),
          .is_function = calls,
          .as = reference_form::pointer,
          .holds_addresses = !calls && !holds_no_address(to)};
}

std::vector<address_use> kept_addresses::uses_in(CXCursor code, const naming& twins) {
  address_walk walk(*this, code, twins);
  walk.run();
  return walk.kept();
}

kept_addresses::fate kept_addresses::fate_in(CXCursor called, int parameter, const twin& of) {
  if (clang_Cursor_isNull(called) != 0) {
    return {};
  }
  if (is_in_system(called)) {
    return fate_in_library(called, parameter, of);
  }
  if (!of.is_function && functions_->only_reads(called)) {
    const CXType result = clang_getCanonicalType(clang_getCursorResultType(called));
    if (result.kind != CXType_Record && kind_of(called) != CXCursor_Constructor &&
        (!of.holds_addresses || holds_no_address(result)) && !orders_addresses(called)) {
      return {.understood = true, .returned = true};
    }
  }
  const CXCursor definition = clang_getCursorDefinition(called);
  if (clang_Cursor_isNull(definition) != 0 || clang_CXXMethod_isVirtual(called) != 0) {
    return {};
  }
  return fate_in_definition(definition, parameter, of);
}

kept_addresses::fate kept_addresses::fate_in_library(CXCursor called,
                                                     int parameter,
                                                     const twin& of) const {
  if (parameter == object) {
    const CXType owner = clang_getCursorType(clang_getCursorSemanticParent(called));
    return {.understood = is_member_reader(called),
            .returned = !is_view(owner) || of.holds_addresses};
  }
  const bool understood = of.is_function       ? only_calls_arguments(called)
                          : of.holds_addresses ? only_names_parts(called)
                                               : only_reads_arguments(called);
  return {.understood = understood, .returned = kind_of(called) == CXCursor_FunctionDecl};
}

bool kept_addresses::keeps_none_in_source(CXCursor called, const twin& of) {
  if (of.is_function) {
    return true;
  }
  const std::optional<std::vector<CXCursor>> calls = library_.calls_to_source(called);
  return calls && std::ranges::all_of(*calls, [&](CXCursor one) { return keeps_none_in(one, of); });
}

bool kept_addresses::keeps_none_in(CXCursor function, const twin& of) {
  const CXType type = clang_getCursorType(function);
  for (int i = 0; i < clang_getNumArgTypes(type) && !is_implicit(function); ++i) {
    const CXType parameter = clang_getArgType(type, static_cast<unsigned>(i));
    if (!holds_no_address(parameter) && !fate_in(function, i, of).understood) {
      return false;
    }
  }
  const bool has_object = kind_of(function) == CXCursor_ConversionFunction ||
                          (kind_of(function) == CXCursor_CXXMethod &&
                           clang_CXXMethod_isStatic(function) == 0 && !is_implicit(function));
  return !has_object || fate_in(function, object, of).understood;
}

kept_addresses::fate kept_addresses::fate_in_definition(CXCursor definition,
                                                        int parameter,
                                                        const twin& of) {
  const std::pair<std::string, int> key{
      unique_name_of(definition) + (of.is_function ? "()" : "") + (of.holds_addresses ? "[]" : ""),
      parameter};
  if (const auto found = known_.find(key); found != known_.end()) {
    return found->second;
  }
  if (!begun_.insert(key).second) {  // it calls itself
    assumes_ = true;
    return {.understood = true, .returned = true};
  }
  const bool assumed = std::exchange(assumes_, false);
  address_walk walk(*this, definition, {});
  if (parameter == object) {
    walk.follow_object(of);
  } else {
    const CXCursor declared =
        clang_Cursor_getArgument(definition, static_cast<unsigned>(parameter));
    walk.follow_parameter(declared, of);
  }
  walk.run();
  const fate found{
      .understood = walk.kept().empty(), .returned = walk.returns(), .compared = walk.compared()};
  begun_.erase(key);
  if (!assumes_ || !found.understood || begun_.empty()) {
    known_[key] = found;
  }
  assumes_ = (assumes_ || assumed) && !begun_.empty();
  return found;
}

}  // namespace nuthatch::splicec
