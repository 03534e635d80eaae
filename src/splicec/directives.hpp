// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A preprocessor directive of the source.
struct directive {
  span where;                ///< from its # to the end of its last line
  std::string word;          ///< `pragma`, `define`, …; empty for a lone #
  bool active;               ///< whether the preprocessor processes it, as opposed to skipping it
  std::vector<token> words;  ///< what follows the first word
};

/// The offset behind the directive that begins here: the end of its last line, or of the text.
/// Backslashes at line ends, also with blanks behind them, and comments continue it.
std::size_t end_of_directive(const std::string& text, std::size_t begin);

/// All directives, in the order of the source. `tokens` are those of the source; `skipped` is what
/// the preprocessor skips.
std::vector<directive> find_directives(const source& from,
                                       const std::vector<token>& tokens,
                                       const std::vector<span>& skipped);

/// Whether the directive selects the lines that are compiled, as `#ifdef` and `#endif` do.
bool is_conditional(const directive& one);

/// The characters between the quotes of a string literal, or in the parentheses of a raw one.
std::string_view text_in_literal(std::string_view literal);

/// Whether the words behind `#pragma` neither change macros nor hide code: a list of those known.
bool is_harmless_pragma(std::string_view words);

/// Whether a part of a text only has blanks, comments, harmless pragmas, conditions and `#error`.
bool has_only_pragmas(std::string_view part);

}  // namespace nuthatch::splicec
