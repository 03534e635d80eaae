// SPDX-License-Identifier: Apache-2.0
#include "splicec/written_once.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/hidden_beginning.hpp"

namespace nuthatch::splicec {

namespace {

/// Why the word cannot be in a function that the translator generates; empty if it can.
std::string_view refused_word(std::string_view word) {
  if (word == "__func__" || word == "__FUNCTION__" || word == "__PRETTY_FUNCTION__" ||
      word == "__BASE_FILE__") {
    return "{} would be another name {}";
  }
  if (word == "source_location" || word == "__builtin_FUNCTION" || word == "__COUNTER__") {
    return "{} would be another value {}";
  }
  if (word == "alloca" || word.starts_with("__builtin_alloca")) {
    return "{} makes memory that ends too early {}";
  }
  if (word == "setjmp" || word == "_setjmp" || word == "sigsetjmp" || word == "__builtin_setjmp" ||
      word == "__builtin_frame_address" || word == "__builtin_return_address" ||
      word == "co_await" || word == "co_yield" || word == "co_return") {
    return "{} belongs to the function that it is written in, and not to one {}";
  }
  if (word == "touches") {
    return "{} is a name of what the translator writes, and would be another one {}";
  }
  return {};
}

/// Complains about case labels of a switch that is not in this statement.
void check_cases(const unit& all, CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  if (kind == CXCursor_SwitchStmt || kind == CXCursor_LambdaExpr) {
    return;
  }
  if (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) {
    all.wrong.add(span_of(one).begin, "this label belongs to a switch around the statement");
  }
  for (const CXCursor& part : children_of(one)) {
    check_cases(all, part);
  }
}

}  // namespace

void check_words(const unit& all, const span& whole, const char* place) {
  const token* const end = all.tokens.data() + all.tokens.size();
  for (const token* one = all.token_from(whole.begin);
       one != nullptr && one != end && one->where.begin < whole.end;
       ++one) {
    for (const std::string& word : all.macros.reached_in_source_from({one->text})) {
      if (const std::string_view why = refused_word(word); !why.empty()) {
        all.wrong.add(one->where.begin, fmt::format(fmt::runtime(why), word, place));
      }
    }
  }
}

void check_beginnings(const unit& all, CXCursor code) {
  any_within(code, [&all](CXCursor one) {
    if (has_hidden_beginning(one)) {
      all.wrong.add(span_of(one).begin,
                    "a switch or loop begins with another statement, which is not understood here; "
                    "write that before it");
    }
    return false;
  });
}

void check_labels(const unit& all, CXCursor statement, const span& whole) {
  check_cases(all, statement);
  for (const CXCursor& function : all.defined) {
    if (!span_of(function).contains(whole)) {
      continue;
    }
    any_within(function, [&](CXCursor one) {
      if (kind_of(one) == CXCursor_LabelRef && !whole.contains(span_of(one).begin) &&
          whole.contains(named_at(clang_getCursorReferenced(one)))) {
        all.wrong.add(span_of(one).begin, "this jumps into a statement that is translated");
      }
      return false;
    });
  }
}

}  // namespace nuthatch::splicec
