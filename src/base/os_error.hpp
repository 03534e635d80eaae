// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <nuthatch/errors.hpp>

namespace nuthatch::base {

/// The operating system refused an operation. what() reads "cannot <attempt>: <the system's text>
/// (errno <code>). <remedy>".
class [[gnu::visibility("default")]] os_error : public error {
 public:
  /// `attempt` completes "cannot …", sizes and names included; `remedy` is a sentence or empty.
  os_error(int code, std::string_view attempt, std::string_view remedy = {});

  os_error(const os_error&) = default;
  os_error& operator=(const os_error&) = default;
  ~os_error() override;

  /// The errno value.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

}  // namespace nuthatch::base
