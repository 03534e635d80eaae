// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_lengths.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the length of an array in this type, or of one that it points to, is not constant.
bool has_variable_length(CXType type) {
  type = clang_getCanonicalType(type);
  if (type.kind == CXType_VariableArray) {
    return true;
  }
  return is_array(type)     ? has_variable_length(clang_getArrayElementType(type))
         : is_pointer(type) ? has_variable_length(clang_getPointeeType(type))
                            : false;
}

/// The type of a declaration, and of a name for a type the type that it names.
CXType declared_type(CXCursor declaration) {
  return kind_of(declaration) == CXCursor_TypedefDecl
             ? clang_getTypedefDeclUnderlyingType(declaration)
             : clang_getCursorType(declaration);
}

/// Whether the code may do more than calculate a value.
bool has_effect(CXCursor code) {
  return any_within(code, [](CXCursor one) {
    return changes_operand(one) || kind_of(one) == CXCursor_CallExpr ||
           kind_of(one) == CXCursor_StmtExpr || kind_of(one) == CXCursor_GCCAsmStmt;
  });
}

bool is_array_of_variable_length(CXCursor expression) {
  const CXType type = canonical_type_of(expression);
  return is_array(type) && has_variable_length(type);
}

/// Whether the part is an operand of `sizeof`, `_Alignof` or `typeof` that C evaluates, because its
/// type has a length that is not constant. Initial values and what a cast converts have other
/// types: an array is a pointer there.
bool is_evaluated_for_length(CXCursor code, CXCursor part) {
  const CXCursorKind kind = kind_of(code);
  const bool takes_type = clang_isDeclaration(kind) != 0 || kind == CXCursor_UnaryExpr ||
                          kind == CXCursor_CStyleCastExpr || kind == CXCursor_CompoundLiteralExpr ||
                          kind == CXCursor_InitListExpr;
  return takes_type && is_expression(part) && is_array_of_variable_length(part) && has_effect(part);
}

class lengths {
 public:
  explicit lengths(complaints& wrong) : wrong_(&wrong) {}

  void check(CXCursor code) const {
    const CXCursorKind kind = kind_of(code);
    const CXType type = clang_getCanonicalType(declared_type(code));
    if (kind == CXCursor_TypedefDecl && has_variable_length(type)) {
      refuse(code,
             named_at(code),
             "the length of this type is calculated here in C, and by GCC in C++ where the type is "
             "used; write the array's type in each declaration");
    } else if ((kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && is_pointer(type) &&
               has_variable_length(clang_getPointeeType(type))) {
      refuse(code,
             named_at(code),
             "C++ has no pointers to arrays of a length that is not constant; write a pointer "
             "to the elements, and a[i * n + j]");
    }
    for (const CXCursor& part : children_of(code)) {
      if (is_evaluated_for_length(code, part)) {
        refuse(part,
               span_of(part).begin,
               "C evaluates this array, whose length is not constant, and GCC does not in C++; "
               "write what changes or is called here before");
      }
      check(part);
    }
  }

 private:
  void refuse(CXCursor where, std::size_t at, const char* why) const {
    if (is_in_main_file(where)) {
      wrong_->add(at, why);
    } else {
      wrong_->add(0, fmt::format("{}: {}", file_of(clang_getCursorLocation(where)), why));
    }
  }

  complaints* wrong_;
};

}  // namespace

void refuse_variable_lengths(const parsed& c, complaints& wrong) {
  const lengths rules(wrong);
  for (const CXCursor& one : children_of(c.root())) {
    if (clang_isDeclaration(kind_of(one)) != 0 && !is_in_system(one)) {
      rules.check(one);
    }
  }
}

}  // namespace nuthatch::splicec
