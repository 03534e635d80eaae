// SPDX-License-Identifier: Apache-2.0
#include "splicec/void_pointers.hpp"

#include <cstddef>
#include <set>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

namespace {

bool points_to_void(CXType pointer) {
  return is_pointer(pointer) && clang_getPointeeType(pointer).kind == CXType_Void;
}

/// Whether the expression is an implicit conversion from `void*` to another pointer.
bool converts_from_void(CXCursor expression) {
  if (kind_of(expression) != CXCursor_UnexposedExpr) {
    return false;
  }
  const std::vector<CXCursor> inner = children_of(expression);
  const CXType type = canonical_type_of(expression);
  return inner.size() == 1 && span_of(inner[0]) == span_of(expression) && is_pointer(type) &&
         !points_to_void(type) && points_to_void(canonical_type_of(inner[0]));
}

/// Whether a conversion in front of the expression applies to all of it.
bool binds_tightly(CXCursor expression) {
  switch (kind_of(bare(expression))) {
    case CXCursor_CallExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_UnaryOperator:
      return true;
    default:
      return kind_of(expression) == CXCursor_ParenExpr;
  }
}

/// Finds the conversions. A list of initial values may show one twice.
///
/// An expression of a macro is converted in front of the macro. If that is not what the macro
/// converts, the conversion remains implicit in C++, which is an error.
class conversions {
 public:
  explicit conversions(const source& from) : from_(&from) {}

  void find_in(CXCursor code) {
    if (converts_from_void(code)) {
      convert(code);
    }
    for (const CXCursor& part : children_of(code)) {
      find_in(part);
    }
  }

  [[nodiscard]] const edits& all() const { return all_; }

 private:
  void convert(CXCursor code) {
    const std::string type = taken(clang_getTypeSpelling(clang_getCursorType(code)));
    const bool has_name =
        type.find("(unnamed") == std::string::npos && type.find("(anonymous") == std::string::npos;
    const span where = span_of(code);
    if (!has_name || from_->text_of(where) == "NULL" || !seen_.insert(where.begin).second) {
      return;
    }
    const bool tight = binds_tightly(code);
    pieces before;
    append(before, fmt::format("({}){}", type, tight ? "" : "("));
    all_.insert(where.begin, before);
    if (!tight) {
      pieces after;
      append(after, ")");
      all_.insert(where.end, after);
    }
  }

  const source* from_;
  edits all_;
  std::set<std::size_t> seen_;  // where conversions begin
};

}  // namespace

source with_explicit_conversions(const source& from, const std::vector<std::string>& c_flags) {
  const parsed c(from.path(), from.text(), c_flags);
  conversions found(from);
  for (const CXCursor& declaration : children_of(c.root())) {
    if (is_in_main_file(declaration)) {
      found.find_in(declaration);
    }
  }
  output text;
  text.append(found.all().applied(from, {0, from.text().size()}));
  return {from.path(), text.text()};
}

}  // namespace nuthatch::splicec
