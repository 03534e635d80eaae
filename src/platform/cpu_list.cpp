// SPDX-License-Identifier: Apache-2.0

// The text form of cpu_set: the kernel's lists such as "0-3,8".

#include <cctype>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <nuthatch/errors.hpp>

#include "platform/affinity.hpp"

namespace nuthatch::platform {

namespace {

class list_reader {
 public:
  explicit list_reader(std::string_view text) : text_(text), end_(text.size()) {
    while (end_ > 0 && is_blank(text_[end_ - 1])) {
      --end_;
    }
    while (at_ < end_ && is_blank(text_[at_])) {
      ++at_;
    }
  }

  [[nodiscard]] bool done() const noexcept { return at_ == end_; }

  bool skip(char wanted) noexcept {
    if (done() || text_[at_] != wanted) {
      return false;
    }
    ++at_;
    return true;
  }

  unsigned number() {
    unsigned value = 0;
    const char* const start = text_.data() + at_;
    const auto [stop, code] = std::from_chars(start, text_.data() + end_, value);
    if (code == std::errc::result_out_of_range ||
        (code == std::errc{} && value >= cpu_set::limit)) {
      fail("the number is too large; at most " + std::to_string(cpu_set::limit - 1) +
           " is possible");
    }
    if (code != std::errc{}) {
      fail("a number is missing");
    }
    at_ += static_cast<std::size_t>(stop - start);
    return value;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw option_error("cpu list '" + std::string(text_) + "' is wrong at position " +
                       std::to_string(at_ + 1) + ": " + reason +
                       " (right are numbers and ranges between commas, as in 0-3,8)");
  }

 private:
  static bool is_blank(char c) noexcept { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t end_;
};

}  // namespace

std::vector<unsigned> parse_cpu_list(std::string_view text) {
  std::vector<unsigned> cpus;
  list_reader reader(text);
  if (reader.done()) {
    return cpus;
  }
  do {
    const unsigned first = reader.number();
    const unsigned last = reader.skip('-') ? reader.number() : first;
    if (last < first) {
      reader.fail("the range ends before it starts");
    }
    for (unsigned cpu = first; cpu <= last; ++cpu) {
      cpus.push_back(cpu);
    }
  } while (reader.skip(','));
  if (!reader.done()) {
    reader.fail("a comma is missing");
  }
  return cpus;
}

cpu_set cpu_set::parse(std::string_view text) {
  cpu_set set;
  for (const unsigned cpu : parse_cpu_list(text)) {
    set.insert(cpu);
  }
  return set;
}

std::string cpu_set::to_string() const {
  std::string text;
  for (const auto& [first, count] : runs()) {
    text.append(text.empty() ? "" : ",").append(std::to_string(first));
    if (count > 1) {
      text.append("-").append(std::to_string(first + count - 1));
    }
  }
  return text;
}

}  // namespace nuthatch::platform
