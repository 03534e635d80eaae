// SPDX-License-Identifier: Apache-2.0
#include "cli/options/known_names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "configuration/nearest_word.hpp"

namespace nuthatch::cli {

std::string nearest_name(std::string_view text, const std::vector<std::string>& known) {
  return configuration::nearest_word(text, known);
}

std::string unknown_name_message(std::string_view denial,
                                 std::string_view text,
                                 const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(text, known);
  return fmt::format("{} \"{}\";{} valid: {}",
                     denial,
                     text,
                     nearest.empty() ? "" : fmt::format(" did you mean {}?", nearest),
                     known.empty() ? "(none)" : fmt::format("{}", fmt::join(known, ", ")));
}

void require_known(std::string_view denial,
                   std::string_view text,
                   const std::vector<std::string>& known) {
  if (std::ranges::find(known, text) == known.end()) {
    throw usage_error(unknown_name_message(denial, text, known));
  }
}

}  // namespace nuthatch::cli
