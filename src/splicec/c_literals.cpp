// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_literals.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the expression is the conversion of an array to a pointer to its first element.
bool is_decay(CXCursor expression) {
  const std::vector<CXCursor> parts = children_of(expression);
  return kind_of(expression) == CXCursor_UnexposedExpr && !parts.empty() &&
         is_pointer(canonical_type_of(expression)) && is_array(canonical_type_of(parts.back()));
}

CXCursor unparenthesized(CXCursor one) {
  while (kind_of(one) == CXCursor_ParenExpr) {
    one = children_of(one).front();
  }
  return one;
}

/// The array whose first element the expression points to; other expressions as they are.
CXCursor without_decay(CXCursor pointer) {
  const CXCursor inner = unparenthesized(pointer);
  return is_decay(inner) ? children_of(inner).back() : inner;
}

/// Whether the expression denotes a part of an array or of a class: `a[i]`, `*a`, `s.x`, `a->x`.
bool denotes_part(CXCursor expression) {
  const CXCursorKind kind = kind_of(expression);
  return kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_MemberRefExpr ||
         (kind == CXCursor_UnaryOperator &&
          clang_getCursorUnaryOperatorKind(expression) == CXUnaryOperator_Deref);
}

/// An object without a name.
enum class unnamed {
  none,
  literal,  ///< a compound literal
  copy      ///< of an object that C++ denotes itself: `(c ? a : b).x`
};

/// Whether the expression has a value in C and denotes an object in C++.
bool is_copy_in_c(CXCursor expression) {
  const CXCursorKind kind = kind_of(expression);
  return canonical_type_of(expression).kind == CXType_Record &&
         (kind == CXCursor_ConditionalOperator || kind == CXCursor_StmtExpr ||
          is_binary(expression, CXBinaryOperator_Comma) ||
          is_binary(expression, CXBinaryOperator_Assign));
}

/// What the object that the expression denotes may be or be a part of.
unnamed denoted_by(CXCursor expression) {
  const CXCursorKind kind = kind_of(expression);
  if (kind == CXCursor_CompoundLiteralExpr) {
    return unnamed::literal;
  }
  if (is_copy_in_c(expression)) {
    return unnamed::copy;
  }
  if (kind == CXCursor_DeclRefExpr || kind == CXCursor_CallExpr) {
    return unnamed::none;
  }
  const bool part = denotes_part(expression);
  for (const CXCursor& one : children_of(expression)) {
    const CXCursor inner = part ? without_decay(one) : one;
    // A pointer leads to another object: `p->a`, `*p`.
    const bool leads_on = is_expression(inner) && !is_pointer(canonical_type_of(inner));
    if (const unnamed found = leads_on ? denoted_by(inner) : unnamed::none;
        found != unnamed::none) {
      return found;
    }
  }
  return unnamed::none;
}

constexpr const char* copy_in_c =
    "this is a copy in C, and in C++ the object itself; copy it to a variable";

class kept_literals {
 public:
  explicit kept_literals(complaints& wrong) : wrong_(&wrong) {}

  void check(CXCursor one) const {
    const CXCursorKind kind = kind_of(one);
    if (kind == CXCursor_UnaryExpr) {
      return;  // sizeof and similar operators do not evaluate their operand
    }
    const std::vector<CXCursor> parts = children_of(one);
    if (kind == CXCursor_CompoundLiteralExpr && is_array(canonical_type_of(one))) {
      refuse(one, "an array without a name ends earlier in C++; declare a variable");
    } else if (kind == CXCursor_UnaryOperator &&
               clang_getCursorUnaryOperatorKind(one) == CXUnaryOperator_AddrOf) {
      refuse(one,
             denoted_by(parts.front()),
             "an object without a name ends earlier in C++ than its address may be used; "
             "declare a variable");
    } else if (is_decay(one) && !is_array_literal(parts.back())) {
      refuse(one,
             denoted_by(parts.back()),
             "an array in an object without a name ends earlier in C++; declare a variable");
    } else if (changes_operand(one) && denoted_by(parts.front()) == unnamed::copy) {
      refuse(one, copy_in_c);
    }
    for (const CXCursor& part : parts) {
      // The element alone is used, or the part of an address that is refused.
      check(denotes_part(one) ? without_decay(part) : part);
    }
  }

 private:
  /// Such a literal is refused itself.
  static bool is_array_literal(CXCursor one) {
    return kind_of(unparenthesized(one)) == CXCursor_CompoundLiteralExpr;
  }

  void refuse(CXCursor one, unnamed denoted, const std::string& why_literal) const {
    if (denoted != unnamed::none) {
      refuse(one, denoted == unnamed::copy ? copy_in_c : why_literal);
    }
  }

  void refuse(CXCursor one, const std::string& why) const {
    const std::string file = file_of(clang_getCursorLocation(one));
    const bool here =
        file == taken(clang_getTranslationUnitSpelling(clang_Cursor_getTranslationUnit(one)));
    wrong_->add(here ? span_of(one).begin : 0, here ? why : fmt::format("{}: {}", file, why));
  }

  complaints* wrong_;
};

}  // namespace

void refuse_kept_literals(const parsed& c, complaints& wrong) {
  const kept_literals rules(wrong);
  for (const CXCursor& one : children_of(c.root())) {
    if (clang_isDeclaration(kind_of(one)) != 0 && !is_in_system(one)) {
      rules.check(one);
    }
  }
}

}  // namespace nuthatch::splicec
