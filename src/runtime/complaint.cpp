// SPDX-License-Identifier: Apache-2.0
#include "runtime/complaint.hpp"

#include <string>

#include <nuthatch/errors.hpp>

#include "runtime/environment.hpp"
#include "runtime/option_list.hpp"

namespace nuthatch {

namespace {

bool environment_says(const configuration::option& what, const options& wanted) {
  try {
    return environment_value(what.variable()) &&
           what.shown(options::from_environment()) == what.shown(wanted);
  } catch (const option_error&) {
    return false;  // then `wanted` does not come from the environment
  }
}

}  // namespace

std::string naming_variable(const std::string& complaint, const options& wanted) {
  const std::string member = complaint.substr(0, complaint.find(':'));
  const configuration::option* const what = find_option(member);
  if (what == nullptr || !environment_says(*what, wanted)) {
    return complaint;
  }
  return what->variable() + complaint.substr(member.size());
}

}  // namespace nuthatch
