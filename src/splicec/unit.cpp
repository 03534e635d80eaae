// SPDX-License-Identifier: Apache-2.0
#include "splicec/unit.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/ended_objects.hpp"

namespace nuthatch::splicec {

namespace {

constexpr long long copies_aligned_to = alignof(std::max_align_t);

/// Whether an attribute of the variable may ask for more than the alignment of copies. Only
/// `alignas` of a small number is known not to. Clang does not show the number.
bool is_aligned_strictly(const unit& all, CXCursor variable) {
  static const std::set<std::string> small{"1", "2", "4", "8", "16"};
  return std::ranges::any_of(children_of(variable), [&all](CXCursor part) {
    if (kind_of(part) != CXCursor_AlignedAttr) {
      return false;
    }
    const token* const word = all.token_from(span_of(part).begin);
    const token* const end = all.tokens.data() + all.tokens.size();
    return word == nullptr || end - word < 4 || word[0].text != "alignas" ||
           !small.contains(word[2].text) || word[3].text != ")";
  });
}

}  // namespace

void unit::check_alignment(CXCursor variable, std::size_t at) const {
  const bool strict_type = clang_Type_getAlignOf(canonical_type_of(variable)) > copies_aligned_to;
  if (strict_type || is_aligned_strictly(*this, variable)) {
    wrong.add(at,
              fmt::format("'{}' may be aligned more strictly than its copy, which is aligned to {} "
                          "bytes; declare it in the step, or use a pointer",
                          name_of(variable),
                          copies_aligned_to));
  }
}

void unit::note_copy(CXCursor variable, std::size_t at) const {
  const CXType type = canonical_type_of(variable);
  if (!is_array(type) || has_array_type(variable)) {  // otherwise a pointer, written as an array
    copied.push_back({type, name_of(variable), at});
  }
}

void unit::note_end(CXCursor variable) const {
  const std::string name = name_of_ended(variable);
  const std::size_t at = named_at(variable);
  if (has_cleanup(variable)) {
    wrong.add(at,
              fmt::format("'{}' has a cleanup, which runs before the calls that follow it do; "
                          "declare it before #pragma splice try(n)",
                          name));
  }
  for (const auto& [type, is_own] : types_ending_with(variable)) {
    copied.push_back({type, name, at, /*only_ends=*/true, /*is_kept=*/!is_own});
  }
}

const pragma* unit::find(pragma_kind kind, std::size_t next) const {
  const auto found = std::ranges::find_if(
      pragmas, [kind, next](const pragma& one) { return one.kind == kind && one.next == next; });
  return found == pragmas.end() ? nullptr : &*found;
}

bool unit::has_step(const span& within) const {
  return std::ranges::any_of(pragmas, [&within](const pragma& one) {
    return one.kind == pragma_kind::step && within.contains(one.where);
  });
}

const token* unit::token_from(std::size_t offset) const {
  const auto found = std::ranges::lower_bound(
      tokens, offset, {}, [](const token& one) { return one.where.begin; });
  return found == tokens.end() ? nullptr : &*found;
}

bool unit::is_in_directive(std::size_t offset) const {
  return std::ranges::any_of(directives,
                             [offset](const directive& one) { return one.where.contains(offset); });
}

span unit::whole_of(CXCursor statement) const {
  const span own = span_of(statement);
  const std::vector<CXCursor> parts = children_of(statement);
  switch (kind_of(statement)) {
    case CXCursor_IfStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_UnexposedStmt:
      return {own.begin, parts.empty() ? own.end : std::max(own.end, whole_of(parts.back()).end)};
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_NullStmt:
    case CXCursor_CXXTryStmt:
      return own;
    default:
      break;
  }
  const token* const next = behind_macro_arguments(own);
  return {own.begin, next != nullptr && next->text == ";" ? next->where.end : own.end};
}

std::optional<span> unit::clause_of(CXCursor expression) const {
  static const std::set<std::string_view> before{"(", "{", ";", ":", "=", "<", "<=", ">", ">="};
  static const std::set<std::string_view> behind{")", "}", ";", "<", "<=", ">", ">="};
  if (has_plain_ends(expression)) {
    return span_of(expression);
  }
  const span all = with_whole_macros(expression);
  const token* const first = token_from(all.begin);
  const token* const next = token_from(all.end);
  const bool is_whole = first != nullptr && first != tokens.data() &&
                        before.contains(std::prev(first)->text) && next != nullptr &&
                        behind.contains(next->text);
  return is_whole ? std::optional(all) : std::nullopt;
}

/// Clang ends an expression whose last word is an argument of a macro within the parentheses of the
/// macro.
const token* unit::behind_macro_arguments(const span& expression) const {
  const token* const end = tokens.data() + tokens.size();
  int depth = 0;
  for (const token* one = token_from(expression.begin); one != nullptr && one != end; ++one) {
    if (one->where.begin >= expression.end && depth <= 0) {
      return one;
    }
    depth += one->text == "(" ? 1 : 0;
    depth -= one->text == ")" ? 1 : 0;
  }
  return nullptr;
}

known_macros::names unit::words_of_use(const token* name) const {
  known_macros::names words{name->text};
  const token* const end = tokens.data() + tokens.size();
  int depth = 0;
  for (const token* one = name + 1; one != end && (depth > 0 || one->text == "("); ++one) {
    depth += one->text == "(" ? 1 : 0;
    depth -= one->text == ")" ? 1 : 0;
    words.insert(one->text);
  }
  return words;
}

std::size_t unit::begin_of_declaration(CXCursor declaration) const {
  const auto first = std::ranges::lower_bound(
      tokens, span_of(declaration).begin, {}, [](const token& one) { return one.where.begin; });
  auto begin = first;
  while (begin != tokens.begin()) {
    const token& before = *std::prev(begin);
    if (before.text == ";" || before.text == "{" || before.text == "}" ||
        is_in_directive(before.where.begin)) {
      break;
    }
    --begin;
  }
  return begin == tokens.end() ? from.text().size() : begin->where.begin;
}

std::size_t unit::end_of_header(CXCursor statement) const {
  const std::size_t begin = span_of(statement).begin;
  const token* const first = token_from(begin);
  if (is_in_macro(statement) &&
      (first == tokens.data() + tokens.size() - 1 || first[1].text != "(")) {
    return begin;  // parentheses that follow belong to other code
  }
  int depth = 0;
  for (const token* one = first; one != tokens.data() + tokens.size(); ++one) {
    depth += one->text == "(" ? 1 : 0;
    depth -= one->text == ")" ? 1 : 0;
    if (depth == 0 && one->text == ")") {
      return one->where.end;
    }
    if (one->text == ";" || one->text == "{") {
      if (depth == 0) {
        break;
      }
    }
  }
  return begin;
}

}  // namespace nuthatch::splicec
