// SPDX-License-Identifier: Apache-2.0
#include "splicec/void_pointers.hpp"

#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <utility>

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
  return inner.size() == 1 && has_same_text(inner[0], expression) && is_pointer(type) &&
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

/// Whether a type is spelled by a name that one of these variables may hide. A tag, as in
/// `struct node`, cannot be hidden.
bool is_hidden(const std::string& type, const std::set<std::string>& variables) {
  std::istringstream words(type);
  bool hidden = false;
  for (std::string word, before; words >> word; before = word) {
    const bool tagged = before == "struct" || before == "union" || before == "enum";
    hidden = hidden || (!tagged && variables.contains(word));
  }
  return hidden;
}

/// The name of a type in front of an expression: not the name that a typedef gives it where a
/// variable hides that, as in `node* node = malloc(sizeof *node)`. Empty if it has no other name.
std::string name_of_type(CXType type, const std::set<std::string>& variables) {
  std::string name = taken(clang_getTypeSpelling(type));
  if (is_hidden(name, variables)) {
    name = taken(clang_getTypeSpelling(clang_getCanonicalType(type)));
  }
  return is_hidden(name, variables) ? std::string() : name;
}

/// The names of the variables and parameters of functions.
void add_variables(CXCursor within, std::set<std::string>& to) {
  any_within(within, [&to](CXCursor one) {
    if (kind_of(one) == CXCursor_VarDecl || kind_of(one) == CXCursor_ParmDecl) {
      to.insert(name_of(one));
    }
    return false;
  });
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
  /// `variables` are the names of variables, which may hide those of types.
  conversions(const source& from, std::set<std::string> variables)
      : from_(&from),
        variables_(std::move(variables)) {}

  /// `around` is the declaration or expression that the code is a part of.
  void find_in(CXCursor code, CXCursor around) {
    if (converts_from_void(code) && can_be_converted(code)) {
      convert(code, around);
    }
    for (const CXCursor& part : children_of(code)) {
      find_in(part, code);
    }
  }

  [[nodiscard]] const edits& all() const { return all_; }

 private:
  /// A type without a name, of what is initialized or assigned.
  [[nodiscard]] std::string type_around(CXCursor around) const {
    if (kind_of(around) == CXCursor_VarDecl) {
      return fmt::format("__typeof__({})", name_of(around));
    }
    if (is_binary(around, CXBinaryOperator_Assign)) {
      const CXCursor place = children_of(around).front();
      return fmt::format("__typeof__({})", from_->text_of(span_of(place)));
    }
    return "(unnamed)";
  }

  void convert(CXCursor code, CXCursor around) {
    std::string type = name_of_type(clang_getCursorType(code), variables_);
    if (type.empty()) {
      type = type_around(around);
    }
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
  std::set<std::string> variables_;
  edits all_;
  std::set<std::size_t> seen_;  // where conversions begin
};

}  // namespace

source with_explicit_conversions(const source& from, const std::vector<std::string>& c_flags) {
  const parsed c(from.path(), from.text(), c_flags);
  std::set<std::string> variables;
  for (const CXCursor& declaration : children_of(c.root())) {
    if (is_in_main_file(declaration)) {
      add_variables(declaration, variables);
    }
  }
  conversions found(from, std::move(variables));
  for (const CXCursor& declaration : children_of(c.root())) {
    if (is_in_main_file(declaration)) {
      found.find_in(declaration, c.root());
    }
  }
  output text;
  text.append(found.all().applied(from, {0, from.text().size()}));
  return made_of(from, text);
}

}  // namespace nuthatch::splicec
