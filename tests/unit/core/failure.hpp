// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <set>
#include <string>

#include <nuthatch/errors.hpp>

namespace nuthatch::testing {

class failure : public std::exception {
 public:
  explicit failure(int number) : number_(number), text_("failure " + std::to_string(number)) {}

  [[nodiscard]] int number() const noexcept { return number_; }

  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  int number_;
  std::string text_;
};

inline int number_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const failure& caught) {
    return caught.number();
  } catch (...) {
    return -1;
  }
}

/// Returns the numbers of all failures with which body() ends.
template <class Body>
std::multiset<int> failures_of(Body body) {
  try {
    body();
  } catch (const failure& one) {
    return {one.number()};
  } catch (const task_errors& several) {
    std::multiset<int> all;
    for (const std::exception_ptr& each : several.all()) {
      all.insert(number_of(each));
    }
    return all;
  }
  return {};
}

using numbers = std::multiset<int>;

}  // namespace nuthatch::testing
