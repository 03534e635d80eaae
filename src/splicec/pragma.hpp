// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/directives.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The tokens of a source.
struct source_words {
  const source& from;
  const std::vector<token>& tokens;
  const std::vector<span>& skipped;  ///< what the preprocessor skips
  const std::vector<directive>& directives;
};

enum class pragma_kind { function, step, try_splice };

/// A clause like `Reads(…)`: the function of nuthatch::effects and its arguments.
struct clause {
  std::string function;
  span arguments;
};

/// An index of `over(…)`.
struct index_name {
  std::string name;
  std::size_t at;
};

/// A line `#pragma splice …`, or `_Pragma("splice …")`.
struct pragma {
  pragma_kind kind;
  span where;            ///< from its # to the end of its last line
  std::size_t next = 0;  ///< where the first token behind it begins that is in no directive
  /// The start of the statement together with other pragmas before it, such as `#pragma GCC ivdep`.
  /// Code that is written around the statement encloses those, too.
  std::size_t wraps_from = 0;
  std::vector<token> words = {};  ///< the tokens behind `splice`
  std::vector<clause> clauses = {};
  bool everything = false;
  std::vector<index_name> over = {};
  span slice = {};  ///< the number of indices in a slice, an expression
  span group = {};  ///< how many calls are spliced, an expression
  mutable bool used = false;
};

/// All active pragmas, in the order of the source.
std::vector<pragma> find_pragmas(const source_words& from, complaints& wrong);

}  // namespace nuthatch::splicec
