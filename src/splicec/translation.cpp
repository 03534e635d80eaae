// SPDX-License-Identifier: Apache-2.0
#include "splicec/translation.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
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

std::string text_of(const std::vector<diagnostic>& errors) {
  std::string text;
  for (const diagnostic& one : errors) {
    text += one.full;
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
  for (const token& one : all.tokens) {
    if (one.kind == CXToken_Identifier && functions.contains(one.text) && !all.pragmas.empty()) {
      all.wrong.add(one.where.begin,
                    fmt::format("'{}' is about the running thread, and another thread may run "
                                "steps",
                                one.text));
    }
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
  if (from.text().find("_OPENMP") == std::string::npos) {
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

}  // namespace

translation translate(const source& given,
                      const std::string& region,
                      const std::vector<std::string>& flags) {
  translation result;
  const parsed tree(given.path(), given.text(), flags);
  result.errors = text_of(tree.errors());
  if (!result.errors.empty()) {
    return result;
  }
  const std::vector<token> tokens = tree.tokens();
  const std::vector<span> skipped = tree.skipped();
  const std::vector<directive> directives = find_directives(given, tokens, skipped);
  source from = given;
  complaints wrong(from);
  note_lines(directives, from, wrong);
  const std::vector<pragma> pragmas = find_pragmas({from, tokens, skipped, directives}, wrong);
  const spliced_functions functions(tree, tokens, pragmas, wrong);
  std::vector<copied_value> copied;
  std::set<std::size_t> memory;
  const pure_functions pure;
  const known_macros macros(tree.root());
  const unit all{from,
                 tree,
                 tokens,
                 directives,
                 pragmas,
                 functions,
                 pure,
                 macros,
                 region,
                 wrong,
                 copied,
                 memory,
                 defined_functions(tree.root()),
                 top_names_of(tree.root()),
                 value_names_of(tree.root())};
  const std::size_t before = wrong.size();
  check_directives(all);
  if (wrong.size() != before) {  // places in another file or in other macros would mislead
    result.errors = wrong.text();
    return result;
  }
  edits changes;
  for (const pragma& one : pragmas) {
    blank(all, one, changes);
  }
  write_objects(all, changes);
  translate_regions(all, changes);
  check_used(all);
  check_copyable(all, flags);
  warn_of_nothing_to_do(all);
  if (const auto collision = changes.collision(); collision && wrong.empty()) {
    wrong.add(*collision, "a macro hides where statements begin and end here; write it out");
  }
  std::string headers = fmt::format("#include <nuthatch/splice.hpp>\n{}{}{}",
                                    pragmas.empty() ? "" : "#include <nuthatch/translated.hpp>\n",
                                    requirement_of_openmp(from, flags),
                                    from.line_directive(0));
  check_floating_environment(all);
  if (wrong.empty()) {
    std::set<std::string, std::less<>> words;
    for (const token& one : tokens) {
      words.insert(one.text);
    }
    words = macros.reached_from(words);
    check_compilers(from, tree, words, flags, wrong);
    check_conditions(from, tree, directives, words, wrong);
  }
  if (wrong.empty()) {
    headers.insert(0, guards_of_headers(from, tree, directives, flags, wrong));
  }
  if (wrong.empty()) {
    check_meaning_behind(headers, from, tree, flags, wrong);
  }
  result.errors = wrong.text();
  if (!result.errors.empty()) {
    return result;
  }
  pieces first;
  append(first, headers);
  output text;
  text.append(first);
  text.append(changes.applied(from, {0, from.text().size()}));
  const parsed compiled(from.path(), text.text(), flags);
  result.errors = errors_of(text, from, compiled);
  const bool own = !region.starts_with("::nuthatch_");
  if (!result.errors.empty() && own) {
    if (const std::string refused = refused_region(from, tree, region, flags); !refused.empty()) {
      throw cli::usage_error(refused);
    }
  }
  if (result.errors.empty()) {
    check_effects(text, compiled, pragmas, memory, wrong);
    result.text = with_condition_guards(from, text, compiled, directives, wrong);
    result.errors = wrong.text();
  }
  if (result.errors.empty() && result.text != text.text()) {
    result.errors = text_of(parsed(from.path(), result.text, flags).errors());
  }
  result.warnings = wrong.warnings();
  return result;
}

}  // namespace nuthatch::splicec
