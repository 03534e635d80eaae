// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace nuthatch::testing {

/// Sets an environment variable during its lifetime.
class environment_variable {
 public:
  environment_variable(std::string name, const std::string& value) : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str())) {  // NOLINT(concurrency-mt-unsafe)
      before_ = before;
    }
    ::setenv(name_.c_str(), value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  }

  environment_variable(const environment_variable&) = delete;
  environment_variable& operator=(const environment_variable&) = delete;

  ~environment_variable() {
    if (before_) {
      ::setenv(name_.c_str(), before_->c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    } else {
      ::unsetenv(name_.c_str());  // NOLINT(concurrency-mt-unsafe)
    }
  }

 private:
  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace nuthatch::testing
