// SPDX-License-Identifier: Apache-2.0
#include "splicec/regions_known.hpp"

#include <map>
#include <vector>

#include "cli/options/known_names.hpp"

namespace nuthatch::splicec {

std::string region_type(const std::string& name) {
  static const std::map<std::string, std::string> types{{"range", "range"},
                                                        {"strided", "strided"},
                                                        {"box1", "box<1>"},
                                                        {"box2", "box<2>"},
                                                        {"box3", "box<3>"},
                                                        {"key_range", "key_range"}};
  const std::vector<std::string> names =
      cli::names_of(types, [](const auto& one) { return one.first; });
  cli::require_known("--effect: there is no region", name, names);
  return "::nuthatch_" + name;
}

}  // namespace nuthatch::splicec
