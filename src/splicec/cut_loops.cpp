// SPDX-License-Identifier: Apache-2.0
#include "splicec/cut_loops.hpp"

#include <algorithm>
#include <climits>
#include <optional>

#include <fmt/format.h>

#include "splicec/assigned_first.hpp"
#include "splicec/cursors.hpp"
#include "splicec/for_loop.hpp"
#include "splicec/jumps.hpp"

namespace nuthatch::splicec {

namespace {

bool is_one(CXCursor expression) {
  CXEvalResult value = clang_Cursor_Evaluate(expression);
  const bool one = value != nullptr && clang_EvalResult_getKind(value) == CXEval_Int &&
                   clang_EvalResult_getAsLongLong(value) == 1;
  clang_EvalResult_dispose(value);
  return one;
}

bool is_not_negative(CXCursor expression) {
  CXEvalResult value = clang_Cursor_Evaluate(expression);
  const bool known = value != nullptr && clang_EvalResult_getKind(value) == CXEval_Int &&
                     clang_EvalResult_getAsLongLong(value) >= 0;
  clang_EvalResult_dispose(value);
  return known;
}

/// Whether a comparison makes an int of the enumeration: its values fit, and no type is written.
bool is_compared_as_int(CXType type) {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (type.kind != CXType_Enum || clang_EnumDecl_isScoped(declaration) != 0) {
    return false;
  }
  const token_list tokens(declaration);
  const auto is_typed = [&tokens](const CXToken& one) {
    return tokens.text(one) == ":";
  };
  const auto is_large = [](CXCursor one) {
    const long long value = clang_getEnumConstantDeclValue(one);
    return kind_of(one) == CXCursor_EnumConstantDecl && (value > INT_MAX || value < INT_MIN);
  };
  return std::ranges::none_of(tokens.all(), is_typed) &&
         std::ranges::none_of(children_of(declaration), is_large);
}

/// The type of an expression, or the integer type that stores an enumeration.
CXType number_type_of(CXCursor expression) {
  const CXType type = canonical_type_of(expression);
  const CXCursor declaration = clang_getTypeDeclaration(type);
  return type.kind == CXType_Enum && clang_EnumDecl_isScoped(declaration) == 0
             ? clang_getCanonicalType(clang_getEnumDeclIntegerType(declaration))
             : type;
}

/// The value in braces: for `long i{low}`, low.
CXCursor value_in_braces(CXCursor initializer) {
  if (clang_Cursor_isNull(initializer) != 0 ||
      kind_of(bare(initializer)) != CXCursor_InitListExpr) {
    return initializer;
  }
  const std::vector<CXCursor> values = children_of(bare(initializer));
  return values.size() == 1 ? values.front() : clang_getNullCursor();
}

/// The only statement in braces, or the statement itself.
CXCursor without_braces(CXCursor statement) {
  const std::vector<CXCursor> parts = children_of(statement);
  return kind_of(statement) == CXCursor_CompoundStmt && parts.size() == 1 ? parts.front()
                                                                          : statement;
}

/// Reads the header of one loop.
class header_reader {
 public:
  header_reader(const unit& all, const function_locals& locals, const index_name& index)
      : all_(&all),
        locals_(&locals),
        index_(&index) {}

  const local* variable = nullptr;
  CXCursor low{};
  CXCursor high{};
  bool hidden = false;  // a macro expands to a bound together with its surroundings

  std::optional<cut_loop> read(CXCursor statement) {
    if (kind_of(statement) == CXCursor_ForStmt && is_in_macro(statement)) {
      return refuse(span_of(statement).begin, "a macro hides its header; write it out");
    }
    const std::optional<for_loop> loop = parts_of_for(statement);
    if (!loop) {
      return refuse(span_of(statement).begin,
                    kind_of(statement) == CXCursor_ForStmt
                        ? "this is no such loop"
                        : "no loop stands here, and over names one index for each loop of the "
                          "step, from the outermost inwards");
    }
    cut_loop found{.name = index_->name,
                   .type = {},
                   .low = {},
                   .condition = {},
                   .high = {},
                   .inclusive = false,
                   .body = loop->body};
    if (clang_Cursor_isNull(loop->start) != 0 || !read_start(loop->start)) {
      const std::string other = index_of(loop->start);
      return other.empty() || other == index_->name
                 ? refuse(span_of(statement).begin,
                          "its first part gives no value to a variable of that name")
                 : refuse(index_->at, fmt::format("the loop here has the index '{}'", other));
    }
    if (!is_integer(variable->type)) {
      return refuse(span_of(loop->start).begin, "its index is no integer");
    }
    if (clang_Cursor_isNull(loop->condition) != 0 || !read_condition(loop->condition, found)) {
      return refuse(span_of(statement).begin, "it does not end where the index comes to a bound");
    }
    if (clang_Cursor_isNull(loop->increment) != 0 || !is_increment(bare(loop->increment))) {
      return refuse(span_of(statement).begin, "it does not add 1 to the index");
    }
    if (hidden) {
      return refuse(span_of(statement).begin, "a macro hides a bound; write it out");
    }
    if (is_signed(variable->type) && !is_compared_as_int(canonical_type_of(bare(high))) &&
        compares_without_sign(number_type_of(bare(high))) && !is_not_negative(low)) {
      return refuse(span_of(high).begin, "it compares a number with a sign to one without");
    }
    found.type = taken(clang_getTypeSpelling(clang_getUnqualifiedType(variable->type)));
    const std::optional<span> first = all_->clause_of(low);
    const std::optional<span> condition = all_->clause_of(loop->condition);
    const std::optional<span> bound = all_->clause_of(high);
    if (!first || !condition || !bound) {
      return refuse(span_of(statement).begin, "a macro hides a bound; write it out");
    }
    found.low = *first;
    found.condition = *condition;
    found.high = *bound;
    return found;
  }

 private:
  /// False if a macro expands to both, which then have one location.
  [[nodiscard]] static bool are_apart(CXCursor left, CXCursor right) {
    return span_of(left).end <= span_of(right).begin;
  }

  /// Whether the comparison converts the index to an unsigned type.
  [[nodiscard]] bool compares_without_sign(CXType bound) const {
    const long long size = clang_Type_getSizeOf(bound);
    return !is_signed(bound) && size >= clang_Type_getSizeOf(variable->type) &&
           size >= static_cast<long long>(sizeof(int));
  }

  /// The variable that the first part of a loop declares or assigns; empty for other code.
  [[nodiscard]] std::string index_of(CXCursor start) const {
    const std::vector<CXCursor> parts =
        clang_Cursor_isNull(start) != 0 ? std::vector<CXCursor>{} : children_of(bare(start));
    if (parts.empty()) {
      return {};
    }
    if (kind_of(start) == CXCursor_DeclStmt) {
      return parts.size() == 1 ? name_of(parts.front()) : "";
    }
    const local* const assigned = locals_->find(bare(parts.front()));
    return assigned == nullptr ? "" : assigned->name;
  }

  [[nodiscard]] std::nullopt_t refuse(std::size_t at, const std::string& why) const {
    all_->wrong.add(
        at,
        fmt::format(
            "over({0}) is for a loop for ({0} = a; {0} < b; ++{0}): {1}", index_->name, why));
    return std::nullopt;
  }

  bool read_start(CXCursor start) {
    if (kind_of(start) == CXCursor_DeclStmt) {
      const std::vector<CXCursor> declared = children_of(start);
      if (declared.size() != 1 || name_of(declared.front()) != index_->name) {
        return false;
      }
      low = value_in_braces(clang_Cursor_getVarDeclInitializer(declared.front()));
      variable = locals_->declared_by(declared.front());
      hidden = !has_plain_name(declared.front()) ||
               (clang_Cursor_isNull(low) == 0 && span_of(low).begin <= named_at(declared.front()));
      return variable != nullptr && clang_Cursor_isNull(low) == 0;
    }
    const std::vector<CXCursor> sides = children_of(bare(start));
    if (sides.size() != 2) {
      return false;
    }
    variable = locals_->find(bare(sides[0]));
    low = sides[1];
    hidden = !has_plain_ends(sides[0]) || !are_apart(sides[0], sides[1]);
    return variable != nullptr && variable->name == index_->name &&
           clang_Cursor_isNull(assignment_of(start, *variable, *locals_)) == 0;
  }

  bool read_condition(CXCursor condition, cut_loop& found) {
    condition = bare(condition);
    if (kind_of(condition) != CXCursor_BinaryOperator) {
      return false;
    }
    const CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(condition);
    const std::vector<CXCursor> sides = children_of(condition);
    const bool below = kind == CXBinaryOperator_LT || kind == CXBinaryOperator_LE;
    const bool above = kind == CXBinaryOperator_GT || kind == CXBinaryOperator_GE;
    found.inclusive = kind == CXBinaryOperator_LE || kind == CXBinaryOperator_GE;
    high = below ? sides[1] : sides[0];
    hidden =
        hidden || !has_plain_ends(below ? sides[0] : sides[1]) || !are_apart(sides[0], sides[1]);
    return (below || above) && is_integer(number_type_of(bare(high))) &&
           locals_->find(bare(below ? sides[0] : sides[1])) == variable;
  }

  [[nodiscard]] bool is_increment(CXCursor increment) const {
    const std::vector<CXCursor> parts = children_of(increment);
    if (parts.empty() || locals_->find(bare(parts[0])) != variable) {
      return false;
    }
    if (kind_of(increment) == CXCursor_CompoundAssignOperator) {
      return clang_getCursorBinaryOperatorKind(increment) == CXBinaryOperator_AddAssign &&
             !may_have_effect(parts[1]) && is_one(parts[1]);
    }
    const CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(increment);
    return kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PostInc;
  }

  const unit* all_;
  const function_locals* locals_;
  const index_name* index_;
};

/// Whether this place is in a lambda of the body.
bool is_in_lambda(CXCursor body, std::size_t at) {
  return any_within(body, [at](CXCursor one) {
    return kind_of(one) == CXCursor_LambdaExpr && span_of(one).contains(at);
  });
}

/// The rules for all of the loops together.
class nest_rules {
 public:
  nest_rules(const unit& all, const function_locals& locals, const control_code& control)
      : all_(&all),
        locals_(&locals),
        control_(&control) {}

  std::vector<const local*> indices;

  void check_bound(CXCursor bound, CXCursor outermost_body) const {
    if (const std::optional<fault> found = control_->fault_of(bound); found) {
      all_->wrong.add(found->at, fmt::format("the bound of a loop that is cut {}", found->reason));
    }
    for (const local_use& one : locals_->changes_in(bound)) {
      all_->wrong.add(one.at,
                      fmt::format("the bound of a loop that is cut changes '{}'", one.which->name));
    }
    for (const local_use& one : locals_->uses_in(bound)) {
      const auto changes = locals_->changes_in(outermost_body);
      if (std::ranges::find(indices, one.which) != indices.end() ||
          std::ranges::find(changes, one.which, &local_use::which) != changes.end()) {
        all_->wrong.add(one.at,
                        fmt::format("the bound of a loop that is cut depends on '{}', which the "
                                    "loop changes",
                                    one.which->name));
      }
    }
  }

  void check_body(CXCursor body, const declared_step& step) const {
    for (const jump& one : jumps_out_of(body, step.whole, {.loop = true, .breakable = false})) {
      if (one.word == "break") {  // the other jumps leave the step, too
        all_->wrong.add(one.at, "break leaves a loop that is cut into slices");
      }
    }
    for (const local_use& one : locals_->addresses_in(body)) {
      if (std::ranges::find(indices, one.which) != indices.end() &&
          one.by != holder::called_reader) {
        all_->wrong.add(
            one.at,
            fmt::format("'{}', the index of a loop that is cut, may be changed by who "
                        "has its address{}",
                        one.which->name,
                        is_in_lambda(body, one.at) ? "; let the lambda capture it by copy" : ""));
      }
    }
    for (const local_use& one : locals_->changes_in(body)) {
      if (std::ranges::find(indices, one.which) != indices.end()) {
        all_->wrong.add(
            one.at,
            fmt::format("'{}', the index of a loop that is cut, is changed", one.which->name));
      } else if (std::ranges::find(step.changed, one.which) != step.changed.end() &&
                 !is_assigned_first(body, *one.which, *locals_)) {
        all_->wrong.add(one.at,
                        fmt::format("'{}' is carried from one iteration to the next, in a loop "
                                    "that is cut into slices{}",
                                    one.which->name,
                                    is_in_lambda(body, one.at)
                                        ? "; a lambda that changes a copy of its own captures it "
                                          "by another name, [copy = …]"
                                        : ""));
      }
    }
  }

 private:
  const unit* all_;
  const function_locals* locals_;
  const control_code* control_;
};

}  // namespace

std::vector<cut_loop> cut_loops_of(const unit& all,
                                   const function_locals& locals,
                                   const control_code& control,
                                   const declared_step& step) {
  std::vector<cut_loop> found;
  nest_rules rules(all, locals, control);
  std::vector<CXCursor> bounds;
  CXCursor statement = step.statement;
  for (const index_name& index : step.said->over) {
    header_reader reader(all, locals, index);
    const std::optional<cut_loop> loop = reader.read(without_braces(statement));
    if (!loop) {
      return {};
    }
    found.push_back(*loop);
    rules.indices.push_back(reader.variable);
    bounds.insert(bounds.end(), {reader.low, reader.high});
    statement = loop->body;
  }
  for (const CXCursor& bound : bounds) {
    rules.check_bound(bound, found.front().body);
  }
  rules.check_body(found.back().body, step);
  return found;
}

std::string block_type(std::size_t dimensions) {
  return fmt::format("::nuthatch_block<{}>", dimensions);
}

pieces intervals_of(const unit& all, const std::vector<cut_loop>& loops) {
  pieces text;
  append(text, block_type(loops.size()) + "{{");
  for (const cut_loop& one : loops) {
    pieces interval;
    append(interval,
           fmt::format("::nuthatch_{}<{}>((", one.inclusive ? "up_to" : "below", one.type));
    append(interval, {taken_from(all.from, one.low)});
    append(interval, "), (");
    const pieces high{taken_from(all.from, one.high)};
    const bool same_line = all.from.line_of(one.low.begin) == all.from.line_of(one.high.begin);
    append(interval, same_line ? high : placed(all.from, one.high.begin, high));
    append(interval, ")),");
    append(text, placed(all.from, one.low.begin, interval));
  }
  append(text, "}}");
  return text;
}

}  // namespace nuthatch::splicec
