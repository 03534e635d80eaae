// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_only.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "splicec/attributes.hpp"
#include "splicec/c_linkage.hpp"
#include "splicec/directives.hpp"
#include "splicec/macros.hpp"
#include "splicec/own_headers.hpp"

namespace nuthatch::splicec {

namespace {

/// A file of the source: its code and its directives that the preprocessor does not skip.
struct active_file {
  std::vector<token> code;
  std::vector<directive> directives;
  std::string prefix = {};      ///< of complaints: the name of a header
  std::size_t included_at = 0;  ///< the place of a header in the source

  [[nodiscard]] std::size_t place_of(std::size_t at) const {
    return prefix.empty() ? at : included_at;
  }
};

active_file active_part(std::vector<token> tokens,
                        std::vector<directive> directives,
                        const std::vector<span>& skipped) {
  const auto is_left_out = [&](std::size_t at) {
    const auto has = [at](const span& part) {
      return part.contains(at);
    };
    return std::ranges::any_of(skipped, has);
  };
  std::erase_if(tokens, [&](const token& one) {
    return is_left_out(one.where.begin) ||
           std::ranges::any_of(directives, [&one](const directive& each) {
             return each.where.contains(one.where.begin);
           });
  });
  std::erase_if(directives, [&](const directive& one) { return is_left_out(one.where.begin); });
  return {.code = std::move(tokens), .directives = std::move(directives)};
}

std::vector<active_file> files_of(const source& from, const parsed& c) {
  const std::vector<token> tokens = c.tokens();
  const std::vector<span> skipped = c.skipped();
  std::vector<active_file> found{
      active_part(tokens, find_directives(from, tokens, skipped), skipped)};
  for (own_header& one : own_headers(c)) {
    found.push_back(
        active_part(std::move(one.tokens), std::move(one.directives), c.skipped_in(one.path)));
    found.back().prefix = one.path + ": ";
    found.back().included_at = one.included_at;
  }
  return found;
}

/// What is wrong with an attribute; empty if nothing is.
std::string fault_of(const attribute& one, const parsed& c) {
  if (!is_same_in_cpp(one.name)) {
    return fmt::format("C++ compilers may ignore the attribute {} or understand it otherwise",
                       one.name);
  }
  if (one.has_c_value) {
    return fmt::format(
        "the attribute {} has an argument that may have another value in C++; write the number",
        one.name);
  }
  const bool names_function = one.name == "alias" || one.name == "ifunc";
  if (names_function && !is_known_to_assembler(c, std::string(text_in_literal(one.argument)))) {
    return fmt::format(
        "the function that the attribute {} names has another name for the "
        "assembler in C++; name one of this file that is not static, and write "
        "the attribute out",
        one.name);
  }
  return {};
}

/// Pragmas that mean the same in C and in C++, or nothing in either.
constexpr std::array<std::string_view, 36> known_pragmas{"splice",
                                                         "omp",
                                                         "acc",
                                                         "once",
                                                         "pack",
                                                         "push_macro",
                                                         "pop_macro",
                                                         "message",
                                                         "unroll",
                                                         "nounroll",
                                                         "ivdep",
                                                         "simd",
                                                         "novector",
                                                         "vector",
                                                         "mark",
                                                         "region",
                                                         "endregion",
                                                         "warning",
                                                         "ident",
                                                         "comment",
                                                         "nounroll_and_jam",
                                                         "unroll_and_jam",
                                                         "error",
                                                         "ms_struct",
                                                         "intel",
                                                         "distribute_point",
                                                         "prefetch",
                                                         "noprefetch",
                                                         "loop_count",
                                                         "inline",
                                                         "noinline",
                                                         "forceinline",
                                                         "optimize",
                                                         "lint",
                                                         "options",
                                                         "align"};

/// The same behind `GCC`.
constexpr std::array<std::string_view, 16> pragmas_of_gcc{"diagnostic",
                                                          "optimize",
                                                          "target",
                                                          "push_options",
                                                          "pop_options",
                                                          "reset_options",
                                                          "ivdep",
                                                          "unroll",
                                                          "novector",
                                                          "visibility",
                                                          "warning",
                                                          "error",
                                                          "poison",
                                                          "dependency",
                                                          "system_header",
                                                          "java_exceptions"};

/// The same behind `clang`.
constexpr std::array<std::string_view, 8> pragmas_of_clang{"diagnostic",
                                                           "loop",
                                                           "optimize",
                                                           "fp",
                                                           "attribute",
                                                           "assume_nonnull",
                                                           "system_header",
                                                           "poison"};

/// The same behind `STDC`.
constexpr std::array<std::string_view, 4> pragmas_of_standard{
    "FP_CONTRACT", "FENV_ACCESS", "CX_LIMITED_RANGE", "FENV_ROUND"};

/// Whether a pragma means the same in C and in C++, or nothing in either.
bool is_pragma_of_both(const std::string& first, const std::string& second) {
  const auto has = [](const auto& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  return first.empty() || has(known_pragmas, first) ||
         (first == "GCC" && has(pragmas_of_gcc, second)) ||
         (first == "clang" && has(pragmas_of_clang, second)) ||
         (first == "STDC" && has(pragmas_of_standard, second));
}

void refuse_pragma(std::size_t at,
                   const std::string& prefix,
                   const std::string& first,
                   const std::string& second,
                   complaints& wrong) {
  if (!is_pragma_of_both(first, second)) {
    wrong.add(at,
              fmt::format("{}the pragma {} is not known to mean the same in C++", prefix, first));
  }
}

/// The pragma in the literal of `_Pragma("…")`.
void refuse_literal(std::size_t at,
                    const std::string& prefix,
                    const std::string& literal,
                    complaints& wrong) {
  std::string text(text_in_literal(literal));
  std::ranges::replace_if(text, [](char c) { return c == '"' || c == '(' || c == ')'; }, ' ');
  std::string first;
  std::string second;
  std::istringstream(text) >> first >> second;
  refuse_pragma(at, prefix, first, second, wrong);
}

/// The pragmas of `_Pragma("…")` in these words.
void refuse_operators(const std::vector<token>& words,
                      const active_file& file,
                      const token* use,
                      complaints& wrong) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (words[i].text == "_Pragma" && words[i + 2].kind == CXToken_Literal) {
      refuse_literal(file.place_of(use == nullptr ? words[i].where.begin : use->where.begin),
                     file.prefix,
                     words[i + 2].text,
                     wrong);
    }
  }
}

/// The pragmas of a macro that is used. `_Pragma(#text)` has one that the use gives.
void refuse_in_macro(const active_file& file,
                     std::size_t at,
                     const known_macros& macros,
                     complaints& wrong) {
  const token& use = file.code[at];
  const known_macros::names reached = macros.reached_in_source_from({use.text});
  if (!reached.contains("_Pragma")) {
    return;
  }
  for (const std::vector<token>& definition : macros.definitions_of(reached)) {
    refuse_operators(definition, file, &use, wrong);
  }
  if (reached.contains("#") && at + 3 < file.code.size()) {
    refuse_pragma(file.place_of(use.where.begin),
                  file.prefix,
                  file.code[at + 2].text,
                  file.code[at + 3].text,
                  wrong);
  }
}

}  // namespace

void refuse_attributes_of_c(const source& from, const parsed& c, complaints& wrong) {
  const known_macros macros(c.root());
  for (const active_file& file : files_of(from, c)) {
    for (const attribute& one : attributes_in(file.code, macros)) {
      if (const std::string fault = fault_of(one, c); !fault.empty()) {
        wrong.add(file.place_of(one.at), file.prefix + fault);
      }
    }
  }
}

void refuse_pragmas_of_c(const source& from, const parsed& c, complaints& wrong) {
  const known_macros macros(c.root());
  for (const active_file& file : files_of(from, c)) {
    for (const directive& one : file.directives) {
      if (one.word == "pragma" && !one.words.empty()) {
        refuse_pragma(file.place_of(one.where.begin),
                      file.prefix,
                      one.words[0].text,
                      one.words.size() > 1 ? one.words[1].text : "",
                      wrong);
      }
    }
    refuse_operators(file.code, file, nullptr, wrong);
    for (std::size_t i = 0; i < file.code.size(); ++i) {
      if (!macros.definitions_of({file.code[i].text}).empty()) {
        refuse_in_macro(file, i, macros, wrong);
      }
    }
  }
}

}  // namespace nuthatch::splicec
