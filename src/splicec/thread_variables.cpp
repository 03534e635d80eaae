// SPDX-License-Identifier: Apache-2.0
#include "splicec/thread_variables.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"

namespace nuthatch::splicec {

namespace {

bool has_part(CXCursor all, CXCursor part) {
  return std::ranges::any_of(children_of(all),
                             [&part](CXCursor one) { return clang_equalCursors(one, part) != 0; });
}

/// The declaration `auto [a, b] = …` of a name in it; null for other declarations.
CXCursor binding_around(CXCursor name) {
  CXCursor found = clang_getNullCursor();
  const auto declares = [&](CXCursor one) {
    if (kind_of(one) == CXCursor_UnexposedDecl && has_part(one, name)) {
      found = one;
      return true;
    }
    return false;
  };
  const CXCursor around = clang_getCursorLexicalParent(name);
  if (clang_isDeclaration(kind_of(around)) != 0 && kind_of(around) != CXCursor_Namespace) {
    any_within(around, declares);
  } else {
    static_cast<void>(std::ranges::any_of(children_of(around), declares));
  }
  return found;
}

/// Whether it refers to the exception that the running thread handles.
bool is_about_handled_exception(CXCursor one) {
  if (kind_of(one) == CXCursor_CXXThrowExpr) {
    return children_of(one).empty();
  }
  const CXCursor named = clang_getCursorReferenced(one);
  const std::string name = name_of(named);
  return kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_FunctionDecl &&
         (name == "current_exception" || name == "uncaught_exceptions" ||
          name == "uncaught_exception") &&
         name_of(clang_getCursorSemanticParent(named)) == "std";
}

/// The first such reference outside of the handlers in `all`.
std::optional<CXCursor> handled_outside(CXCursor all) {
  if (kind_of(all) == CXCursor_CXXCatchStmt) {
    return std::nullopt;
  }
  if (is_about_handled_exception(all)) {
    return all;
  }
  for (const CXCursor& one : children_of(all)) {
    if (const std::optional<CXCursor> found = handled_outside(one)) {
      return found;
    }
  }
  return std::nullopt;
}

/// Whether a default argument that the call leaves out names a variable of threads.
bool has_default_of_thread(const unit& all, CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    const auto at = static_cast<unsigned>(i);
    if (has_no_text(clang_Cursor_getArgument(call, at)) &&
        names_variable_of_thread(all.of_threads, clang_Cursor_getArgument(called, at))) {
      return true;
    }
  }
  return false;
}

/// Finds classes with a default member initializer that names a variable of threads.
class default_members {
 public:
  explicit default_members(const unit& all) : all_(&all) {}

  [[nodiscard]] bool name_variable_of_thread(CXType type) {
    type = without_arrays(type);
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (type.kind != CXType_Record || is_in_system(declaration) ||
        !seen_.insert(taken(clang_getTypeSpelling(type))).second) {
      return false;
    }
    return std::ranges::any_of(children_of(pattern_of(declaration)), [this](CXCursor member) {
      const bool base = kind_of(member) == CXCursor_CXXBaseSpecifier;
      return (base || kind_of(member) == CXCursor_FieldDecl) &&
             ((!base && initializer_names_variable(member)) ||
              name_variable_of_thread(clang_getCursorType(member)));
    });
  }

 private:
  [[nodiscard]] bool initializer_names_variable(CXCursor member) const {
    return std::ranges::any_of(children_of(member), [this](CXCursor value) {
      return is_expression(value) && any_within(value, [this](CXCursor one) {
               return is_of_thread(all_->of_threads, clang_getCursorReferenced(one)) ||
                      has_default_of_thread(*all_, one);
             });
    });
  }

  const unit* all_;
  std::set<std::string> seen_;
};

/// Whether it makes an object, other than a copy, of a class with such an initializer. It does not
/// matter whether a constructor or a list gives the member another value.
bool has_member_of_thread(const unit& all, CXCursor one) {
  const CXCursor called = clang_getCursorReferenced(one);
  const bool constructs = kind_of(one) == CXCursor_CallExpr &&
                          kind_of(called) == CXCursor_Constructor &&
                          clang_CXXConstructor_isCopyConstructor(called) == 0 &&
                          clang_CXXConstructor_isMoveConstructor(called) == 0;
  const bool lists = kind_of(one) == CXCursor_InitListExpr ||
                     kind_of(one) == CXCursor_CXXParenListInitExpr ||
                     (kind_of(one) == CXCursor_UnexposedExpr && children_of(one).empty());
  return (constructs || lists) &&
         default_members(all).name_variable_of_thread(clang_getCursorType(one));
}

/// Whether a lambda, or one that it calls, names a variable of threads or declares one.
bool uses_variables_of_threads(const unit& all, CXCursor lambda, by_cursor<bool> seen) {
  seen.emplace(lambda, true);
  return any_within(lambda, [&](CXCursor one) {
    const CXCursor named = is_expression(one) ? clang_getCursorReferenced(one) : one;
    const bool calls = kind_of(named) == CXCursor_VarDecl && is_lambda(canonical_type_of(named)) &&
                       !seen.contains(named);
    return is_of_thread(all.of_threads, named) || has_default_of_thread(all, one) ||
           has_member_of_thread(all, one) || (calls && uses_variables_of_threads(all, named, seen));
  });
}

/// Finds the variables of threads in one piece of code.
class thread_check {
 public:
  /// `code` names it in messages. `remedy` is a way to use the variable all the same.
  thread_check(const unit& all, span whole, std::string code, std::string remedy)
      : all_(&all),
        whole_(whole),
        code_(std::move(code)),
        remedy_(std::move(remedy)) {}

  void check_declaration(CXCursor one) const {
    if (clang_isDeclaration(kind_of(one)) != 0 && is_of_thread(all_->of_threads, one) &&
        !is_binding_name(one)) {
      all_->wrong.add(named_at(one),
                      fmt::format("'{}' is a variable of each thread, and several threads may run "
                                  "{}; declare it static, outside of it",
                                  name_of(one),
                                  code_));
    }
  }

  void check_use(CXCursor one) const {
    if (!is_expression(one)) {
      return;
    }
    const bool by_argument = has_default_of_thread(*all_, one);
    if (by_argument || has_member_of_thread(*all_, one)) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("a default {} is a variable of each thread, and another thread "
                                  "may run {}; {}",
                                  by_argument ? "argument" : "member initializer",
                                  code_,
                                  remedy_));
    }
    const CXCursor named = clang_getCursorReferenced(one);
    if (whole_.contains(named_at(named)) && is_in_main_file(named)) {
      return;
    }
    if (is_of_thread(all_->of_threads, named)) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("'{}' is a variable of each thread, and another thread may run "
                                  "{}; {}",
                                  name_of(named),
                                  code_,
                                  remedy_));
    } else if (kind_of(named) == CXCursor_VarDecl && is_lambda(canonical_type_of(named)) &&
               uses_variables_of_threads(*all_, named, {})) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("'{}' uses a variable of each thread, and another thread may run "
                                  "{}; {}",
                                  name_of(named),
                                  code_,
                                  remedy_));
    }
  }

 private:
  static bool is_binding_name(CXCursor one) {
    return kind_of(one) == CXCursor_UnexposedDecl && clang_getCursorTLSKind(one) == CXTLS_None;
  }

  const unit* all_;
  span whole_;
  std::string code_;
  std::string remedy_;
};

/// Follows code around steps.
class around_steps {
 public:
  around_steps(const unit& all,
               const std::vector<declared_step>& steps,
               const thread_check& rules,
               bool in_region)
      : all_(&all),
        steps_(&steps),
        rules_(&rules),
        in_region_(in_region) {}

  void check(CXCursor code, bool handles) const {
    const bool is_step = std::ranges::any_of(*steps_, [&code](const declared_step& each) {
      return clang_equalCursors(each.statement, code) != 0;
    });
    if (is_step) {
      return;
    }
    if (in_region_) {
      rules_->check_declaration(code);
      handles = handles || kind_of(code) == CXCursor_CXXCatchStmt;
      if (!handles && is_about_handled_exception(code)) {
        all_->wrong.add(span_of(code).begin,
                        "this looks for an exception that is handled outside of the statement "
                        "whose calls are spliced, and another thread may run this");
      }
    }
    rules_->check_use(code);
    for (const CXCursor& part : children_of(code)) {
      check(part, handles);
    }
  }

 private:
  const unit* all_;
  const std::vector<declared_step>* steps_;
  const thread_check* rules_;
  bool in_region_;
};

}  // namespace

bool is_of_thread(const threadprivate_variables& others, CXCursor variable) {
  const CXCursorKind kind = kind_of(variable);
  if (kind != CXCursor_VarDecl && kind != CXCursor_UnexposedDecl) {
    return false;
  }
  if (clang_getCursorTLSKind(variable) != CXTLS_None || others.has(variable)) {
    return true;
  }
  const CXCursor around =
      kind == CXCursor_UnexposedDecl ? binding_around(variable) : clang_getNullCursor();
  return clang_Cursor_isNull(around) == 0 && clang_getCursorTLSKind(around) != CXTLS_None;
}

bool names_variable_of_thread(const threadprivate_variables& others, CXCursor code) {
  return any_within(code, [&others](CXCursor one) {
    return is_expression(one) && is_of_thread(others, clang_getCursorReferenced(one));
  });
}

void check_threads_of_step(const unit& all, const declared_step& step, bool in_region) {
  const thread_check rules(
      all, step.whole, "this step", "give its value or its address to the step");
  any_within(step.statement, [&](CXCursor one) {
    if (in_region) {
      rules.check_declaration(one);
    }
    rules.check_use(one);
    return false;
  });
  if (const std::optional<CXCursor> found = handled_outside(step.statement)) {
    all.wrong.add(span_of(*found).begin,
                  "this looks for an exception that is handled outside of the step, and another "
                  "thread may run the step");
  }
}

void check_threads_around_steps(const unit& all,
                                CXCursor code,
                                const span& whole,
                                const std::vector<declared_step>& steps,
                                bool in_region) {
  const thread_check rules =
      in_region ? thread_check(all,
                               whole,
                               "this after a call",
                               "copy its value or its address to a local before #pragma splice try")
                : thread_check(all,
                               whole,
                               "this call",
                               "take its value or its address from a "
                               "parameter");
  around_steps(all, steps, rules, in_region).check(code, /*handles=*/false);
}

}  // namespace nuthatch::splicec
