// SPDX-License-Identifier: Apache-2.0
#include "splicec/function_object.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "splicec/asm_labels.hpp"
#include "splicec/caller_names.hpp"
#include "splicec/cursors.hpp"
#include "splicec/effect_text.hpp"
#include "splicec/lost_values.hpp"
#include "splicec/own_types.hpp"
#include "splicec/step_text.hpp"
#include "splicec/target_attributes.hpp"
#include "splicec/thread_variables.hpp"
#include "splicec/translator.hpp"
#include "splicec/written_once.hpp"

namespace nuthatch::splicec {

namespace {

enum class defaults { kept, left_out };

std::vector<CXCursor> parameters_of(CXCursor function) {
  std::vector<CXCursor> found;
  const int count = clang_Cursor_getNumArguments(function);
  found.reserve(static_cast<std::size_t>(std::max(count, 0)));
  for (int i = 0; i < count; ++i) {
    found.push_back(clang_Cursor_getArgument(function, static_cast<unsigned>(i)));
  }
  return found;
}

/// Whether a part of the parameter is in brackets, as the length of an array is.
bool is_in_brackets(const unit& all, CXCursor parameter, CXCursor part) {
  int depth = 0;
  for (const token* one = all.token_from(span_of(parameter).begin);
       one != nullptr && one->where.begin < span_of(part).begin;
       ++one) {
    depth += one->text == "[" ? 1 : 0;
    depth -= one->text == "]" ? 1 : 0;
  }
  return depth > 0;
}

/// Whether a part of the parameter is in front of its name, as a number in its type is.
bool is_before_name(CXCursor parameter, CXCursor part) {
  return !name_of(parameter).empty() && !is_in_macro(part) &&
         span_of(part).begin < named_at(parameter);
}

/// Whether the parameter has a default argument here, and not from an earlier declaration.
bool has_default_argument(const unit& all, CXCursor parameter) {
  return std::ranges::any_of(children_of(parameter), [&](CXCursor one) {
    return is_expression(one) && is_in_source(one) &&
           span_of(parameter).contains(span_of(one).begin) && !is_before_name(parameter, one) &&
           !is_in_brackets(all, parameter, one);
  });
}

/// The `=` before the default argument of a parameter, or null.
const token* equals_of(const unit& all, CXCursor parameter) {
  for (const CXCursor& part : children_of(parameter)) {
    const std::size_t value = span_of(part).begin;
    const auto equals = std::ranges::find_if(all.tokens, [&](const token& one) {
      return one.text == "=" && one.where.begin >= named_at(parameter) && one.where.begin < value;
    });
    if (is_expression(part) && is_in_source(part) && equals != all.tokens.end()) {
      return &*equals;
    }
  }
  return nullptr;
}

/// Whether the text of the parameter, behind the previous one, is what declares it.
bool is_written_out(const unit& all, CXCursor parameter, std::size_t previous_end) {
  const span where = span_of(parameter);
  int depth = 0;
  for (const token* one = all.token_from(where.begin);
       one != nullptr && one != all.tokens.data() + all.tokens.size() &&
       where.contains(one->where.begin);
       ++one) {
    depth += one->text == "(" ? 1 : 0;
    depth -= one->text == ")" ? 1 : 0;
  }
  return !where.empty() && where.begin >= previous_end && depth == 0 &&
         (!has_default_argument(all, parameter) || equals_of(all, parameter) != nullptr);
}

/// Refuses macros that contain parameters, or parts of them that are not written alike elsewhere.
void check_macro_parameters(const unit& all, CXCursor function) {
  const span whole = span_of(function);
  const auto open = std::ranges::find_if(all.tokens, [&whole](const token& one) {
    return whole.contains(one.where.begin) && one.text == "(";
  });
  if (!is_in_main_file(function) || open == all.tokens.end()) {
    return;  // a type declares the parameters
  }
  std::size_t end = 0;
  for (const CXCursor& one : parameters_of(function)) {
    if (!is_written_out(all, one, end)) {
      all.wrong.add(span_of(one).begin,
                    fmt::format("a macro hides '{}', a parameter of a function that is spliced, or "
                                "a part of it; write it out",
                                name_of(one)));
    }
    end = span_of(one).end;
  }
}

/// The text of a parameter. A default argument has the number of its line.
std::string text_of(const unit& all, CXCursor parameter, defaults which) {
  span where = span_of(parameter);
  if (const token* const equals = equals_of(all, parameter);
      which == defaults::left_out && equals != nullptr) {
    where.end = equals->where.begin;
  }
  const bool has_default = which == defaults::kept && has_default_argument(all, parameter);
  return (has_default ? "\n" + all.from.line_directive(where.begin) : "") +
         "[[__gnu__::__unused__]] " + std::string(all.from.text_of(where));
}

std::string parameter_list(const unit& all, CXCursor function, defaults which) {
  std::vector<std::string> texts;
  for (const CXCursor& one : parameters_of(function)) {
    texts.push_back(text_of(all, one, which));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string names_of_parameters(CXCursor function) {
  std::vector<std::string> names;
  for (const CXCursor& one : parameters_of(function)) {
    names.push_back(name_of(one));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string behind(const std::string& first, const std::string& rest) {
  return rest.empty() ? first : first + ", " + rest;
}

std::array<std::string, 2> callers(const unit& all) {
  return {fmt::format("::nuthatch_declarations<{}>& nuthatch_now", all.region),
          fmt::format("::nuthatch_splice_region<{}>& nuthatch_now", all.region)};
}

/// The object's class where the function is declared, perhaps outside of its namespace.
std::string name_from(CXCursor declaration, const spliced_function& function) {
  const CXCursorKind outside = kind_of(clang_getCursorLexicalParent(declaration));
  const bool qualified =
      clang_equalCursors(clang_getCanonicalCursor(clang_getCursorLexicalParent(declaration)),
                         clang_getCanonicalCursor(clang_getCursorSemanticParent(declaration))) ==
          0 &&
      outside != CXCursor_LinkageSpec;
  return (qualified ? "::" + function.scope : "") + function.name;
}

CXCursor body_of(CXCursor definition) {
  return children_of(definition).back();
}

void check_parameters(const unit& all, const spliced_function& function) {
  for (const CXCursor& one : parameters_of(function.definition)) {
    all.note_copy(one, named_at(one));
    all.check_alignment(one, named_at(one));
    if (name_of(one).empty()) {
      all.wrong.add(named_at(one), "a parameter of a function that is spliced needs a name");
    }
  }
  for (const CXCursor& declared : {function.first, function.annotated, function.definition}) {
    check_macro_parameters(all, declared);
  }
  for (const CXCursor& one : parameters_of(function.first)) {
    if (has_default_argument(all, one) && names_line_of_call(all, one)) {
      all.wrong.add(is_in_main_file(one) ? named_at(one) : named_at(function.definition),
                    fmt::format("the default argument of '{}' depends on the place of the call, "
                                "which is another one where the call is spliced; let the calls "
                                "pass __LINE__",
                                name_of(one)));
    }
  }
}

/// The function's body, with declarations in place of calls and steps.
pieces declaring_body(const unit& all,
                      const spliced_function& function,
                      const function_locals& locals,
                      bool& uses_whole_effect) {
  edits changes;
  const CXCursor body = body_of(function.definition);
  const span where = span_of(body);
  if (kind_of(body) != CXCursor_CompoundStmt) {
    all.wrong.add(where.begin, "the body of a function that is spliced is a block in braces");
    return {};
  }
  for (const pragma& one : all.pragmas) {
    if (where.contains(one.where)) {
      blank(all, one, changes);
      if (one.kind == pragma_kind::try_splice) {
        one.used = true;
        all.wrong.add(one.where.begin,
                      "try stands in a function that is not spliced itself; calls in this one are "
                      "spliced where it is called");
      }
    }
  }
  check_words(all, where, "in a step");
  check_types_of_changes(all, where);
  check_beginnings(all, body);
  check_own_types(all, function.definition);
  check_asm_labels(all, body);
  translator declaring(all, locals, {}, changes);
  declaring.translate(body);
  declaring.warn_of_unannotated();
  check_lost_values(all, locals, body, declaring.steps());
  check_threads_around_steps(all, body, where, declaring.steps(), /*in_region=*/false);
  uses_whole_effect = declaring.uses_whole_effect();
  if (const auto collision = changes.collision(); collision) {
    all.wrong.add(*collision, "a macro hides where statements begin and end here; write it out");
  }
  return placed(all.from, where.begin, changes.applied(all.from, where));
}

/// Complains about words outside of the body that would mean something else in the object.
void check_words_of_head(const unit& all, const spliced_function& function) {
  check_words(all, function.about->where, "in an effect");
  for (const CXCursor& declared : {function.first, function.annotated, function.definition}) {
    for (const CXCursor& one : parameters_of(declared)) {
      if (file_of(clang_getCursorLocation(one)) == all.from.path()) {
        check_words(all, span_of(one), "in a step");
      }
    }
  }
}

}  // namespace

pieces declared_object(const unit& all, const spliced_function& function) {
  const bool here = is_in_main_file(function.first);
  const CXCursor written = here ? function.first : function.definition;
  const std::string parameters = parameter_list(all, written, defaults::left_out);
  const std::string given =
      parameter_list(all, written, here ? defaults::kept : defaults::left_out);
  const auto [declarations, region] = callers(all);
  const std::string members = fmt::format(
      "{{ static {} touches({}); void operator()({}) const; static void nuthatch_call({}); static "
      "void nuthatch_call({}); }};",
      all.effect(),
      parameters,
      behind(declarations, parameters),
      behind(declarations, given),
      behind(region, given));
  pieces found;
  if (function.internal) {
    append(found,
           fmt::format("extern \"C++\" {{ template <class> struct nuthatch_of_{0}; template <> "
                       "struct nuthatch_of_{0}<::nuthatch_internal> {1} using {0} = "
                       "nuthatch_of_{0}<::nuthatch_internal>; }}\n",
                       function.name,
                       members));
  } else {
    append(found, fmt::format("struct {} {}\n", function.name, members));
  }
  return found;
}

pieces defined_effect(const unit& all, const spliced_function& function) {
  const function_locals locals(function.definition, all.pure);
  pieces found;
  append(found,
         fmt::format("\ninline auto {}::touches({}) -> {} {{ return ",
                     name_from(function.annotated, function),
                     parameter_list(all, function.annotated, defaults::left_out),
                     all.effect()));
  append(found, effect_of(all, *function.about, locals));
  append(found, "; }");
  return found;
}

pieces defined_object(const unit& all, const spliced_function& function) {
  check_parameters(all, function);
  check_words_of_head(all, function);
  check_attributes(all, function.definition);
  const function_locals locals(function.definition, all.pure);
  const std::string parameters = parameter_list(all, function.definition, defaults::left_out);
  const auto [declarations, region] = callers(all);
  const std::string name = name_from(function.definition, function);
  pieces found;
  append(found,
         fmt::format("\ninline void {}::operator()([[__gnu__::__unused__]] {}) const {{",
                     name,
                     behind(declarations, parameters)));
  bool uses_whole_effect = false;
  const pieces body = declaring_body(all, function, locals, uses_whole_effect);
  const std::string names = names_of_parameters(function.definition);
  if (uses_whole_effect) {
    append(found, fmt::format(" const {} nuthatch_whole = touches({});", all.effect(), names));
  }
  append(found, body);
  append(found, " }\n");
  append(found, all.from.line_directive(named_at(function.definition)));
  for (const std::string& caller : {declarations, region}) {
    append(found,
           fmt::format("inline void {0}::nuthatch_call({1}) {{ ::nuthatch_declare_call("
                       "::nuthatch_here(), nuthatch_now, {2}); }}\n",
                       name,
                       behind(caller, parameters),
                       behind(function.name + "{}", names)));
  }
  return found;
}

}  // namespace nuthatch::splicec
