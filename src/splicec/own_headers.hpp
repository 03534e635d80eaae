// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "splicec/directives.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// A header that the source or a flag includes, neither of the system nor of Nuthatch.
struct own_header {
  std::string path;
  std::string text;
  std::vector<token> tokens;          ///< also of the parts that the preprocessor skips
  std::vector<directive> directives;  ///< likewise
  std::size_t included_at;            ///< the place in the source; 0 if a flag includes it
};

/// The own headers of a source, in the order of their first inclusions.
std::vector<own_header> own_headers(const parsed& tree);

}  // namespace nuthatch::splicec
