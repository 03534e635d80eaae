// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"

namespace nuthatch {

namespace {

// Enough to recognise what happened; all() has the others.
constexpr std::size_t cited_at_most = 3;

std::string text_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& caught) {
    return caught.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

std::string summary(const std::vector<std::exception_ptr>& all) {
  NUTHATCH_CHECK(!all.empty(), "task_errors without an exception");
  std::string text = std::to_string(all.size()) + " tasks ended with exceptions: ";
  const std::size_t cited = std::min(all.size(), cited_at_most);
  for (std::size_t i = 0; i < cited; ++i) {
    text.append(i == 0 ? "[" : "; [").append(std::to_string(i + 1)).append("] ");
    text.append(text_of(all[i]));
  }
  if (cited < all.size()) {
    text += "; and " + std::to_string(all.size() - cited) + " more";
  }
  return text;
}

}  // namespace

// Defined here so that each class has one vtable and one type_info, in the library.
error::~error() = default;
option_error::~option_error() = default;
stack_limit_error::~stack_limit_error() = default;
stopped::~stopped() = default;
task_errors::~task_errors() = default;

stopped::stopped()
    : error("a finish or a group was stopped, so that what ran under it has no result") {}

task_errors::task_errors(std::vector<std::exception_ptr> all)
    : error(summary(all)),
      all_(std::make_shared<const std::vector<std::exception_ptr>>(std::move(all))) {}

}  // namespace nuthatch
