// SPDX-License-Identifier: Apache-2.0
#include "base/os_error.hpp"

#include <string>
#include <string_view>
#include <system_error>

#include <nuthatch/errors.hpp>

namespace nuthatch::base {

namespace {

std::string text_of(int code, std::string_view attempt, std::string_view remedy) {
  std::string text = "cannot ";
  text += attempt;
  text += ": " + std::generic_category().message(code) + " (errno " + std::to_string(code) + ")";
  if (!remedy.empty()) {
    text += ". ";
    text += remedy;
  }
  return text;
}

}  // namespace

os_error::os_error(int code, std::string_view attempt, std::string_view remedy)
    : error(text_of(code, attempt, remedy)),
      code_(code) {}

os_error::~os_error() = default;

}  // namespace nuthatch::base
