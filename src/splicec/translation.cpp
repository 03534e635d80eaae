// SPDX-License-Identifier: Apache-2.0
#include "splicec/translation.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "splicec/bit_fields.hpp"
#include "splicec/compiler_meaning.hpp"
#include "splicec/condition_guards.hpp"
#include "splicec/conditions.hpp"
#include "splicec/copyable_types.hpp"
#include "splicec/cursors.hpp"
#include "splicec/directive_rules.hpp"
#include "splicec/directives.hpp"
#include "splicec/effect_rules.hpp"
#include "splicec/header_guards.hpp"
#include "splicec/include_meaning.hpp"
#include "splicec/object_places.hpp"
#include "splicec/output.hpp"
#include "splicec/region_rules.hpp"
#include "splicec/regions.hpp"
#include "splicec/step_text.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

namespace {

void check_used(const unit& all) {
  for (const pragma& one : all.pragmas) {
    if (!one.used) {
      all.wrong.add(one.where.begin,
                    one.kind == pragma_kind::step
                        ? "a step is a statement in a function with #pragma splice func, or below "
                          "#pragma splice try(n)"
                        : "this stands in no function that is translated; templates are not");
    }
  }
}

/// What to write in place of code that compiles in C, or with one compiler only.
std::string remedy_for(const std::string& message) {
  const auto contains = [&message](const char* text) {
    return message.find(text) != std::string::npos;
  };
  if (contains("designator") || contains("overrides prior initialization")) {
    return "note: C++ compilers take designators of members only, in the order of the members and "
           "each once, for all values or none; write all values in order, or assign them\n";
  }
  if (contains("narrowed")) {
    return "note: C++ converts such values in braces by a cast only, (unsigned char)n; "
           "-Wno-narrowing, for the translator and the compiler, allows them\n";
  }
  if (contains("invalid suffix on literal")) {
    return "note: in C++, a space separates a literal from a macro: \"%\" PRId64\n";
  }
  if (contains("unknown argument")) {
    return "note: Clang reads the source, and does not know this flag of the compiler; leave it "
           "out behind --\n";
  }
  if (contains("'register' storage class")) {
    return "note: leave register out; compilers ignore it\n";
  }
  return {};
}

std::string text_of(const std::vector<diagnostic>& errors) {
  std::string text;
  for (const diagnostic& one : errors) {
    text += one.full + remedy_for(one.message);
  }
  return text;
}

/// Advice that users of pragmas cannot infer from messages about the functions behind the pragmas.
std::string advice_about(const std::string& message) {
  const auto begins = [&message](const char* text) {
    return message.starts_with(text);
  };
  if (begins("no matching function for call to 'nuthatch_reads'") ||
      begins("no matching function for call to 'nuthatch_writes'") ||
      begins("no matching function for call to 'nuthatch_accumulates'")) {
    return "; an effect is made of regions of one type, and a pointer alone does not say how much "
           "is meant: Writes(range(p, p + n)) is n elements from p on, Writes(whole(x)) all of x";
  }
  if (begins("no matching constructor for initialization of 'range'") ||
      begins("no matching function for call to 'range'")) {
    return "; range(p, p + n) goes from p to behind the last of n elements";
  }
  if (begins("no viable conversion from returned value of type 'effect<") ||
      begins("no matching function for call to 'nuthatch_step'")) {
    return "; a pragma here has regions of another type than --effect or --region says, which is "
           "range where neither is given";
  }
  return {};
}

/// Replaces names of functions by those that the source's author knows.
std::string without_prefix(std::string message) {
  for (const std::string_view name : {"reads'", "writes'", "accumulates'", "step'"}) {
    const std::string written = "'nuthatch_" + std::string(name);
    for (std::size_t at = message.find(written); at != std::string::npos;
         at = message.find(written)) {
      message.replace(at, written.size(), "'" + std::string(name));
    }
  }
  return message;
}

/// The errors of Clang in the translation, at the places of the source.
std::string errors_of(const output& text, const source& from, const parsed& compiled) {
  std::string lines;
  for (const diagnostic& one : compiled.errors()) {
    lines += one.in_main_file ? fmt::format("{}: error: {}{}\n",
                                            from.place_of(text.origin_of(one.offset)),
                                            without_prefix(one.message),
                                            advice_about(one.message))
                              : one.full;
  }
  return lines;
}

/// Notes lines and files that the source numbers by `#line`.
void note_lines(const std::vector<directive>& directives, source& from, complaints& wrong) {
  for (const directive& one : directives) {
    const bool number =
        !one.word.empty() && one.word.find_first_not_of("0123456789") == std::string::npos;
    if (!one.active || (one.word != "line" && !number)) {
      continue;
    }
    std::vector<std::string> words = number ? std::vector{one.word} : std::vector<std::string>{};
    for (const token& word : one.words) {
      words.push_back(word.text);
    }
    const bool plain = !words.empty() && words.size() <= 3 &&
                       words[0].find_first_not_of("0123456789") == std::string::npos &&
                       (words.size() == 1 || (words[1].size() > 1 && words[1].front() == '"' &&
                                              words[1].find('\\') == std::string::npos));
    if (!plain) {
      wrong.add(one.where.begin, "a #line is understood where it is a number and perhaps a file");
      continue;
    }
    from.note_line(one.where.end,
                   std::stoul(words[0]),
                   words.size() == 1 ? "" : words[1].substr(1, words[1].size() - 2));
  }
}

/// Rounding modes and flags of floating-point numbers belong to a thread, and other threads may run
/// steps.
void check_floating_environment(const unit& all) {
  static const std::set<std::string_view> functions{"fegetround",
                                                    "fesetround",
                                                    "fegetenv",
                                                    "fesetenv",
                                                    "feholdexcept",
                                                    "feupdateenv",
                                                    "fetestexcept",
                                                    "feclearexcept",
                                                    "feraiseexcept",
                                                    "feenableexcept",
                                                    "fedisableexcept"};
  const auto complain = [&all](std::size_t at, const std::string& name) {
    all.wrong.add(
        at,
        fmt::format("'{}' is about the running thread, and another thread may run steps", name));
  };
  if (all.pragmas.empty()) {
    return;
  }
  for (const token& one : all.tokens) {
    if (one.kind == CXToken_Identifier && functions.contains(one.text)) {
      complain(one.where.begin, one.text);
    }
  }
  for (const CXCursor& function : all.defined) {  // names that macros make
    any_within(function, [&](CXCursor one) {
      const std::string name = is_in_macro(one) && is_expression(one) ? name_of(one) : "";
      if (functions.contains(name)) {
        complain(named_at(one), name);
      }
      return false;
    });
  }
}

void warn_of_nothing_to_do(const unit& all) {
  if (all.pragmas.empty()) {
    all.wrong.warn(
        0,
        "nothing is spliced: there is no #pragma splice in this file, and those of files "
        "that it includes do not count");
  } else if (std::ranges::none_of(all.pragmas, [](const pragma& one) {
               return one.kind == pragma_kind::try_splice;
             })) {
    all.wrong.warn(all.pragmas.front().where.begin,
                   "nothing is spliced: there is no #pragma splice try(n) in this file, before "
                   "calls that are to be interleaved");
  }
}

/// A check in OUT that the translator and the compiler of OUT agree on -fopenmp, if the source has
/// code for `_OPENMP`.
std::string requirement_of_openmp(const source& from, const std::vector<std::string>& flags) {
  if (without_line_splices(from.text()).find("_OPENMP") == std::string::npos) {
    return {};
  }
  const bool defined = std::ranges::any_of(
      flags, [](const std::string& one) { return one.starts_with("-D_OPENMP"); });
  return fmt::format(
      "#{} _OPENMP\n#error \"nuthatch splicec ran with{} -fopenmp: give it the flags "
      "of the compiler\"\n#endif\n",
      defined ? "ifndef" : "ifdef",
      defined ? "" : "out");
}

/// Determines the changes of a source. Complains about code that cannot be translated.
void change(const unit& all, const std::vector<std::string>& flags, edits& changes) {
  for (const pragma& one : all.pragmas) {
    blank(all, one, changes);
  }
  write_objects(all, changes);
  translate_regions(all, changes);
  check_used(all);
  check_copyable(all, flags);
  warn_of_nothing_to_do(all);
  if (const auto collision = changes.collision(); collision && all.wrong.empty()) {
    all.wrong.add(*collision, "a macro hides where statements begin and end here; write it out");
  }
  check_floating_environment(all);
  check_bit_fields(all);
}

/// Complains about code whose meaning depends on the compiler, or on what precedes it. Puts checks
/// of the conditions of the source's own headers in front of `headers`.
void check_variants(const unit& all, const std::vector<std::string>& flags, std::string& headers) {
  if (all.wrong.empty()) {
    std::set<std::string, std::less<>> words;
    for (const token& one : all.tokens) {
      words.insert(one.text);
    }
    words = all.macros.reached_from(words);
    check_compilers(all.from, all.tree, words, flags, all.wrong);
    check_conditions(all.from, all.tree, all.directives, words, all.wrong);
  }
  if (all.wrong.empty()) {
    headers.insert(0, guards_of_headers(all.from, all.tree, all.directives, flags, all.wrong));
  }
  if (all.wrong.empty()) {
    check_meaning_behind(headers, all.from, all.tree, flags, all.wrong);
  }
}

/// Writes and compiles the translation.
translation written(const unit& all,
                    const std::vector<std::string>& flags,
                    const std::string& headers,
                    const edits& changes) {
  pieces first;
  append(first, headers);
  output text;
  text.append(first);
  text.append(changes.applied(all.from, {0, all.from.text().size()}));
  const parsed compiled(all.from.path(), text.text(), flags);
  translation result;
  result.errors = errors_of(text, all.from, compiled);
  const bool own = !all.region.starts_with("::nuthatch_");
  if (!result.errors.empty() && own) {
    if (const std::string refused = refused_region(all.from, all.tree, all.region, flags);
        !refused.empty()) {
      throw cli::usage_error(refused);
    }
  }
  if (result.errors.empty()) {
    check_effects(text, compiled, all);
    result.text = with_condition_guards(all.from, text, compiled, all.directives, all.wrong);
    result.errors = all.wrong.text();
  }
  if (result.errors.empty() && result.text != text.text()) {
    result.errors = text_of(parsed(all.from.path(), result.text, flags).errors());
  }
  result.warnings = all.wrong.warnings();
  return result;
}

}  // namespace

translation translate(const source& from,
                      const std::string& region,
                      const std::vector<std::string>& flags) {
  translation result;
  const parsed tree(from.path(), from.text(), flags);
  result.errors = text_of(tree.errors());
  if (!result.errors.empty()) {
    return result;
  }
  const std::vector<token> tokens = tree.tokens();
  const std::vector<span> skipped = tree.skipped();
  const std::vector<directive> directives = find_directives(from, tokens, skipped);
  source numbered = from;
  complaints wrong(numbered);
  note_lines(directives, numbered, wrong);
  const std::vector<pragma> pragmas = find_pragmas({numbered, tokens, skipped, directives}, wrong);
  const spliced_functions functions(tree, tokens, pragmas, wrong);
  std::vector<copied_value> copied;
  std::set<std::size_t> memory;
  const pure_functions pure;
  const known_macros macros(tree.root());
  const threadprivate_variables of_threads(from, tree, flags);
  const unit all{numbered,
                 tree,
                 tokens,
                 directives,
                 pragmas,
                 functions,
                 pure,
                 macros,
                 of_threads,
                 region,
                 wrong,
                 copied,
                 memory,
                 defined_functions(tree.root()),
                 declarations_by_function(tree.root()),
                 top_names_of(tree.root()),
                 value_names_of(tree.root())};
  const std::size_t before = wrong.size();
  check_directives(all);
  if (wrong.size() != before) {  // places in another file or in other macros would mislead
    result.errors = wrong.text();
    return result;
  }
  edits changes;
  change(all, flags, changes);
  std::string headers = fmt::format("#include <nuthatch/splice.hpp>\n{}{}{}",
                                    pragmas.empty() ? "" : "#include <nuthatch/translated.hpp>\n",
                                    requirement_of_openmp(numbered, flags),
                                    numbered.line_directive(0));
  check_variants(all, flags, headers);
  if (!wrong.empty()) {
    result.errors = wrong.text();
    return result;
  }
  return written(all, flags, headers, changes);
}

}  // namespace nuthatch::splicec
