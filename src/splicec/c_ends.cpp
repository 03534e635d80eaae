// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_ends.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

std::size_t count_of(const std::string& word, const std::string& text) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

/// GCC does not make a vector of `{}`.
bool is_vector(CXType type) {
  const CXTypeKind kind = clang_getCanonicalType(type).kind;
  return kind == CXType_Vector || kind == CXType_ExtVector;
}

/// How often the attribute stands in the type.
std::size_t noreturns_in(CXType type) {
  return count_of("__attribute__((noreturn))", taken(clang_getTypeSpelling(type)));
}

/// Whether calls of a function of this type do not return. Its result and its parameters may be
/// functions that do not return, too.
bool never_returns(CXType type) {
  type = clang_getCanonicalType(type);
  type = is_pointer(type) ? clang_getPointeeType(type) : type;
  std::size_t others = noreturns_in(clang_getResultType(type));
  for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
    others += noreturns_in(clang_getArgType(type, static_cast<unsigned>(i)));
  }
  return noreturns_in(type) > others;
}

bool contains(CXCursor code, CXCursorKind kind) {
  return any_within(code, [kind](CXCursor one) { return kind_of(one) == kind; });
}

/// Whether the code has a `default` of the switch around it.
bool has_default(CXCursor code) {
  return kind_of(code) == CXCursor_DefaultStmt ||
         (kind_of(code) != CXCursor_SwitchStmt &&
          std::ranges::any_of(children_of(code), has_default));
}

/// Whether execution may continue behind the statement. True if unknown.
bool may_end(CXCursor statement) {
  const std::vector<CXCursor> parts = children_of(statement);
  switch (kind_of(statement)) {
    case CXCursor_ReturnStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
      return false;
    case CXCursor_CompoundStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
      return parts.empty() || may_end(parts.back());
    case CXCursor_IfStmt:
      return parts.size() < 3 || may_end(parts[1]) || may_end(parts[2]);
    case CXCursor_SwitchStmt:
      return contains(statement, CXCursor_BreakStmt) || parts.empty() ||
             !has_default(parts.back()) || may_end(parts.back());
    default:
      break;
  }
  const CXCursor call = is_expression(statement) ? bare(statement) : statement;
  const std::vector<CXCursor> words =
      kind_of(call) == CXCursor_CallExpr ? children_of(call) : std::vector<CXCursor>{};
  return words.empty() || !never_returns(clang_getCursorType(bare(words.front())));
}

/// Whether the brace that ends this code is in the text of the source, outside of macros.
bool ends_in_text(const source& from, CXCursor body) {
  const CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(body));
  const std::size_t offset = offset_of(end);
  return file_of(end) == from.path() && spelled_at(end) == offset && offset > 0 &&
         from.text()[offset - 1] == '}';
}

/// Whether it is a label without a statement, which ends where its colon does.
bool labels_nothing(CXCursor statement) {
  const std::vector<CXCursor> parts = children_of(statement);
  return is_label(statement) && !parts.empty() && kind_of(parts.back()) == CXCursor_NullStmt;
}

/// Writes a statement for each label directly before a brace.
void write_labelled_statements(const source& from, CXCursor within, edits& changes) {
  const std::vector<CXCursor> parts = children_of(within);
  if (kind_of(within) == CXCursor_CompoundStmt && !parts.empty()) {
    CXCursor last = parts.back();
    while (is_label(last) && !labels_nothing(last) && !children_of(last).empty()) {
      last = children_of(last).back();  // of several labels, the last
    }
    if (labels_nothing(last)) {
      const CXSourceLocation where =
          clang_getRangeEnd(clang_getCursorExtent(children_of(last).back()));
      const std::size_t end = offset_of(where);
      if (file_of(where) == from.path() && spelled_at(where) == end && end > 0 &&
          from.text()[end - 1] == ':') {
        changes.insert(end, {{.text = ";", .from = end - 1}});  // Clang's place of the statement
      }
    }
  }
  for (const CXCursor& part : parts) {
    write_labelled_statements(from, part, changes);
  }
}

}  // namespace

void write_ends_of_blocks(const source& from, const parsed& c, edits& changes) {
  for (const CXCursor& one : children_of(c.root())) {
    if (kind_of(one) == CXCursor_FunctionDecl && is_in_main_file(one)) {
      write_labelled_statements(from, one, changes);
    }
  }
}

void write_missing_returns(const source& from, const parsed& c, edits& changes, complaints& wrong) {
  for (const CXCursor& one : children_of(c.root())) {
    if (kind_of(one) != CXCursor_FunctionDecl || is_in_system(one) || name_of(one) == "main" ||
        clang_getCanonicalType(clang_getCursorResultType(one)).kind == CXType_Void ||
        never_returns(clang_getCursorType(one))) {
      continue;
    }
    const std::vector<CXCursor> parts = children_of(one);
    if (parts.empty() || kind_of(parts.back()) != CXCursor_CompoundStmt || !may_end(parts.back())) {
      continue;
    }
    const std::string file = file_of(clang_getCursorLocation(one));
    const bool own = file == from.path();
    if (own && ends_in_text(from, parts.back()) && !is_vector(clang_getCursorResultType(one))) {
      pieces value;
      append(value, "return {}; ");
      changes.insert(span_of(parts.back()).end - 1, value);
      continue;
    }
    wrong.add(own ? named_at(one) : 0,
              fmt::format("'{}'{} may end without a value, which C++ does not allow; write a "
                          "return",
                          name_of(one),
                          own ? "" : " of " + file));
  }
}

}  // namespace nuthatch::splicec
