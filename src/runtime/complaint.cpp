#include "runtime/complaint.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include <nuthatch/errors.hpp>

namespace nuthatch {

namespace {

/// Only of members that from_environment() cannot check by themselves.
bool environment_says(std::string_view member, const options& wanted) {
  try {
    const options said = options::from_environment();
    return (member == "scheduler" && said.scheduler == wanted.scheduler) ||
           (member == "places" && said.places == wanted.places) ||
           (member == "cross_place_steals" && said.cross_place_steals) ||
           (member == "stack_size" && said.stack_size == wanted.stack_size) ||
           (member == "max_stacks" && said.max_stacks == wanted.max_stacks);
  } catch (const option_error&) {
    return false;  // then `wanted` does not come from it
  }
}

}  // namespace

std::string naming_variable(const std::string& complaint, const options& wanted) {
  const std::string member = complaint.substr(0, complaint.find(':'));
  if (!environment_says(member, wanted)) {
    return complaint;
  }
  std::string variable = "NUTHATCH_" + member;
  std::ranges::transform(variable, variable.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return variable + complaint.substr(member.size());
}

}  // namespace nuthatch
