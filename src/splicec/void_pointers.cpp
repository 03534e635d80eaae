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

/// The offset of the text of a macro, behind its name and its parameters.
std::size_t begin_of_text(CXCursor definition) {
  const token_list tokens(definition);
  const auto all = tokens.all();
  std::size_t first = 1;
  const bool has_parameters =
      all.size() > 1 && tokens.text(all[1]) == "(" &&
      tokens.place(all[1]) == tokens.place(all[0]) + name_of(definition).size();
  while (has_parameters && first < all.size() && tokens.text(all[first - 1]) != ")") {
    ++first;
  }
  return first < all.size() ? tokens.place(all[first]) : 0;
}

/// The name of a type in front of an expression. A variable may hide the name that a typedef gives
/// a structure, as in `node* node = malloc(sizeof *node)`, but not `struct node`.
std::string name_of_type(CXType type) {
  CXType named = clang_getCanonicalType(type);
  while (named.kind == CXType_Pointer) {
    named = clang_getPointeeType(named);
  }
  std::string with_tag = taken(clang_getTypeSpelling(clang_getCanonicalType(type)));
  return named.kind == CXType_Record && with_tag.find('(') == std::string::npos
             ? with_tag
             : taken(clang_getTypeSpelling(type));
}

/// Whether a conversion in front of the expression converts it: it is outside of macros, or a macro
/// begins with it. If the macro continues behind it, the conversion remains implicit in C++, which
/// is an error.
bool can_be_converted(CXCursor expression) {
  const CXSourceLocation begin = clang_getRangeStart(clang_getCursorExtent(expression));
  CXFile file = nullptr;
  unsigned expanded = 0;
  clang_getExpansionLocation(begin, &file, nullptr, nullptr, &expanded);
  if (spelled_at(begin) == expanded) {
    return true;
  }
  const CXTranslationUnit unit = clang_Cursor_getTranslationUnit(expression);
  const CXCursor use = clang_getCursor(unit, clang_getLocationForOffset(unit, file, expanded));
  return kind_of(use) == CXCursor_MacroExpansion &&
         begin_of_text(clang_getCursorReferenced(use)) == spelled_at(begin);
}

/// Finds the conversions. A list of initial values may show one twice.
class conversions {
 public:
  explicit conversions(const source& from) : from_(&from) {}

  void find_in(CXCursor code) {
    if (converts_from_void(code) && can_be_converted(code)) {
      convert(code);
    }
    for (const CXCursor& part : children_of(code)) {
      find_in(part);
    }
  }

  [[nodiscard]] const edits& all() const { return all_; }

 private:
  void convert(CXCursor code) {
    const std::string type = name_of_type(clang_getCursorType(code));
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
