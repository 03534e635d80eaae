// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/options.hpp>

#include "runtime/environment.hpp"
#include "runtime/misspelt_variables.hpp"
#include "runtime/option_list.hpp"

namespace nuthatch {

options options::from_environment() {
  report_misspelt_variables();
  options out;
  for (const listed_option& each : option_list()) {
    const std::string variable = each.what->variable();
    if (const auto text = environment_value(variable)) {
      each.what->set(out, *text, variable);
    }
  }
  return out;
}

}  // namespace nuthatch
