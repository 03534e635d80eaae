// SPDX-License-Identifier: Apache-2.0
#include "splicec/attributes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace nuthatch::splicec {

namespace {

/// Attributes that change what the code around them means. Macros may make these words, too.
constexpr std::array<std::string_view, 18> words_of_meaning{"optimize",
                                                            "__optimize__",
                                                            "target",
                                                            "__target__",
                                                            "target_clones",
                                                            "__target_clones__",
                                                            "optnone",
                                                            "__optnone__",
                                                            "weak",
                                                            "__weak__",
                                                            "alias",
                                                            "__alias__",
                                                            "ifunc",
                                                            "__ifunc__",
                                                            "scalar_storage_order",
                                                            "__scalar_storage_order__",
                                                            "transparent_union",
                                                            "__transparent_union__"};

std::string without_underscores(std::string word) {
  if (word.size() > 4 && word.starts_with("__") && word.ends_with("__")) {
    word = word.substr(2, word.size() - 4);
  }
  return word;
}

bool is_name(const token& one) {
  return one.kind != CXToken_Literal && !one.text.empty() &&
         (one.text.front() == '_' ||
          std::isalpha(static_cast<unsigned char>(one.text.front())) != 0);
}

bool is_at(std::span<const token> words, std::size_t at, std::string_view text) {
  return at < words.size() && words[at].text == text;
}

/// Where the list of attributes begins of which this is the first word; 0 if it is none.
std::size_t begin_of_list(std::span<const token> words, std::size_t at) {
  const bool of_gcc = is_at(words, at, "__attribute__") || is_at(words, at, "__attribute");
  if (of_gcc && is_at(words, at + 1, "(") && is_at(words, at + 2, "(")) {
    return at + 3;
  }
  if (is_at(words, at, "[") && is_at(words, at + 1, "[")) {
    const bool named = is_at(words, at + 2, "using") && is_at(words, at + 4, ":");
    return at + (named ? 5 : 2);
  }
  return 0;
}

/// Whether something in the parentheses that open here is of another type in C than in C++: a
/// character, or what is true or false.
bool has_value_of_c(std::span<const token> words, std::size_t at) {
  static const std::set<std::string_view> truths{
      "<", ">", "<=", ">=", "==", "!=", "!", "&&", "||", "true", "false"};
  int depth = 0;
  do {
    const std::string& text = words[at].text;
    depth += text == "(" ? 1 : 0;
    depth -= text == ")" ? 1 : 0;
    const bool is_character = words[at].kind == CXToken_Literal && text.ends_with('\'');
    if (is_character || truths.contains(text)) {
      return true;
    }
    ++at;
  } while (depth > 0 && at < words.size());
  return false;
}

/// The attributes of the list that begins here.
void add_list(std::span<const token> words, std::size_t at, std::vector<attribute>& to) {
  bool expected = true;  // whether a name follows
  for (int depth = 0; at < words.size() && depth >= 0; ++at) {
    const token& one = words[at];
    depth += one.text == "(" || one.text == "[" ? 1 : 0;
    depth -= one.text == ")" || one.text == "]" ? 1 : 0;
    if (depth != 0) {
      continue;
    }
    if (one.text == ",") {
      expected = true;
    } else if (expected && is_name(one) && is_at(words, at + 1, "::")) {
      ++at;
    } else if (expected && is_name(one)) {
      const bool has_argument = is_at(words, at + 1, "(") && at + 2 < words.size();
      to.push_back({.at = one.where.begin,
                    .name = without_underscores(one.text),
                    .argument = has_argument ? words[at + 2].text : "",
                    .has_c_value = has_argument && has_value_of_c(words, at + 1)});
      expected = false;
    }
  }
}

std::vector<attribute> written_in(std::span<const token> words) {
  std::vector<attribute> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (const std::size_t begin = begin_of_list(words, i); begin != 0) {
      add_list(words, begin, found);
    }
  }
  return found;
}

/// The names of the parameters of a macro, whose definition begins with its name.
std::set<std::string> parameters_of(const std::vector<token>& definition) {
  std::set<std::string> found;
  if (definition.size() > 1 && definition[1].text == "(" &&
      definition[1].where.begin == definition[0].where.end) {
    for (std::size_t i = 2; i < definition.size() && definition[i].text != ")"; ++i) {
      found.insert(definition[i].text);
    }
  }
  return found;
}

/// A macro's name, and what stands in parentheses behind it.
known_macros::names words_of_use(std::span<const token> words, std::size_t at) {
  known_macros::names found{words[at].text};
  int depth = 0;
  for (std::size_t i = at + 1; i < words.size() && (depth > 0 || words[i].text == "("); ++i) {
    depth += words[i].text == "(" ? 1 : 0;
    depth -= words[i].text == ")" ? 1 : 0;
    found.insert(words[i].text);
  }
  return found;
}

void add_hidden(const known_macros::names& of_use,
                const known_macros& macros,
                std::size_t at,
                std::vector<attribute>& to) {
  for (const std::string& one : macros.reached_in_source_from(of_use, words_of_meaning)) {
    if (std::ranges::find(words_of_meaning, one) != words_of_meaning.end()) {
      to.push_back(
          {.at = at, .name = without_underscores(one), .argument = "", .is_in_macro = true});
    }
  }
}

/// The attributes of the macro that is used here.
void add_of_macro(std::span<const token> words,
                  std::size_t at,
                  const known_macros& macros,
                  std::vector<attribute>& to) {
  const known_macros::names of_use = words_of_use(words, at);
  for (const std::vector<token>& definition :
       macros.definitions_of(macros.reached_in_source_from(of_use))) {
    const std::set<std::string> parameters = parameters_of(definition);
    for (attribute& one : written_in(std::span(definition).subspan(1))) {
      if (parameters.contains(one.name) || macros.has(one.name)) {
        add_hidden(of_use, macros, words[at].where.begin, to);
      } else {
        one.at = words[at].where.begin;
        one.is_in_macro = true;
        to.push_back(std::move(one));
      }
    }
  }
}

/// Attributes about calls of a function, its place in the program, warnings and instrumentation.
constexpr std::array<std::string_view, 65> names_about_calls{"noinline",
                                                             "always_inline",
                                                             "gnu_inline",
                                                             "flatten",
                                                             "artificial",
                                                             "hot",
                                                             "cold",
                                                             "noclone",
                                                             "noipa",
                                                             "no_icf",
                                                             "no_reorder",
                                                             "externally_visible",
                                                             "unused",
                                                             "used",
                                                             "retain",
                                                             "maybe_unused",
                                                             "nodiscard",
                                                             "warn_unused_result",
                                                             "deprecated",
                                                             "unavailable",
                                                             "error",
                                                             "warning",
                                                             "noreturn",
                                                             "nonnull",
                                                             "returns_nonnull",
                                                             "format",
                                                             "format_arg",
                                                             "sentinel",
                                                             "access",
                                                             "fd_arg",
                                                             "fd_arg_read",
                                                             "fd_arg_write",
                                                             "null_terminated_string_arg",
                                                             "malloc",
                                                             "alloc_size",
                                                             "alloc_align",
                                                             "assume_aligned",
                                                             "pure",
                                                             "const",
                                                             "unsequenced",
                                                             "reproducible",
                                                             "leaf",
                                                             "nothrow",
                                                             "visibility",
                                                             "section",
                                                             "aligned",
                                                             "constructor",
                                                             "destructor",
                                                             "no_instrument_function",
                                                             "no_profile_instrument_function",
                                                             "no_sanitize",
                                                             "no_sanitize_address",
                                                             "no_sanitize_memory",
                                                             "no_sanitize_thread",
                                                             "no_sanitize_undefined",
                                                             "no_address_safety_analysis",
                                                             "no_sanitize_coverage",
                                                             "stack_protect",
                                                             "no_stack_protector",
                                                             "no_split_stack",
                                                             "patchable_function_entry",
                                                             "zero_call_used_regs",
                                                             "nocf_check",
                                                             "noplt",
                                                             "annotate"};

}  // namespace

std::vector<attribute> attributes_in(std::span<const token> words, const known_macros& macros) {
  std::vector<attribute> found;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_name(words[i]) && macros.has(words[i].text) &&
        !macros.definitions_of({words[i].text}).empty()) {
      add_of_macro(words, i, macros, found);
    }
  }
  for (attribute& one : written_in(words)) {
    const auto word = std::ranges::find_if(
        words, [&one](const token& each) { return each.where.begin == one.at; });
    if (word != words.end() && macros.has(word->text)) {
      const auto at = static_cast<std::size_t>(std::distance(words.begin(), word));
      add_hidden(words_of_use(words, at), macros, one.at, found);
    } else {
      found.push_back(std::move(one));
    }
  }
  return found;
}

bool is_about_calls(const std::string& name) {
  return std::ranges::find(names_about_calls, name) != names_about_calls.end();
}

bool is_about_functions(const std::string& name) {
  static const std::set<std::string_view> names{
      "optimize", "target", "target_clones", "optnone", "minsize", "no_builtin", "strictfp"};
  return names.contains(name);
}

bool is_about_types(const std::string& name) {
  static const std::set<std::string_view> names{
      "packed",      "vector_size", "ext_vector_type", "mode",
      "may_alias",   "cleanup",     "common",          "nocommon",
      "tls_model",   "nonstring",   "flag_enum",       "enum_extensibility",
      "fallthrough", "likely",      "unlikely",        "carries_dependency",
      "noescape",    "gcc_struct",  "ms_struct",       "warn_if_not_aligned",
      "noinit",      "assume",      "uninitialized",   "no_unique_address"};
  return names.contains(name);
}

bool is_same_in_cpp(const std::string& name) {
  static const std::set<std::string_view> others{"simd",
                                                 "weak",
                                                 "weakref",
                                                 "alias",
                                                 "ifunc",
                                                 "designated_init",
                                                 "naked",
                                                 "regparm",
                                                 "fastcall",
                                                 "stdcall",
                                                 "cdecl",
                                                 "ms_abi",
                                                 "sysv_abi",
                                                 "interrupt",
                                                 "returns_twice",
                                                 "force_align_arg_pointer"};
  return is_about_calls(name) || is_about_types(name) || is_about_functions(name) ||
         others.contains(name);
}

}  // namespace nuthatch::splicec
