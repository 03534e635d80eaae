// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/env_parser.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace nuthatch::openmp {

namespace {

// These functions do not depend on the locale.
bool is_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_figure(char c) noexcept {
  return c >= '0' && c <= '9';
}

bool is_of_word(char c) noexcept {
  return (lower(c) >= 'a' && lower(c) <= 'z') || is_figure(c) || c == '_';
}

}  // namespace

void env_parser::skip_space() noexcept {
  while (!left_.empty() && is_space(left_.front())) {
    left_.remove_prefix(1);
  }
}

bool env_parser::take(char wanted) noexcept {
  if (left_.empty() || left_.front() != wanted) {
    return false;
  }
  left_.remove_prefix(1);
  skip_space();
  return true;
}

void env_parser::take_plus() noexcept {
  if (left_.size() > 1 && left_[0] == '+' && is_figure(left_[1])) {
    left_.remove_prefix(1);
  }
}

bool env_parser::take_word(std::string_view wanted) noexcept {
  const auto length = std::find_if_not(left_.begin(), left_.end(), is_of_word) - left_.begin();
  const std::string_view word = left_.substr(0, static_cast<std::size_t>(length));
  const auto same = [](char a, char b) {
    return lower(a) == lower(b);
  };
  if (!std::equal(word.begin(), word.end(), wanted.begin(), wanted.end(), same)) {
    return false;
  }
  left_.remove_prefix(word.size());
  skip_space();
  return true;
}

std::optional<std::uint64_t> env_parser::take_number() noexcept {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), number);
  if (error != std::errc()) {
    return std::nullopt;
  }
  left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
  skip_space();
  return number;
}

}  // namespace nuthatch::openmp
