// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nuthatch::testing {

/// Returns the message of the Error that action() throws; empty if it throws nothing.
template <class Error, class Action>
[[nodiscard]] std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& thrown) {
    return thrown.what();
  }
  return {};
}

}  // namespace nuthatch::testing
