// SPDX-License-Identifier: Apache-2.0

// A pipeline that encodes the blocks of a text in parallel, and writes them in their order.
//
//   pipeline [blocks]

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/pipeline.hpp>

namespace {

std::string block_of_text(std::size_t number) {
  std::string text;
  for (std::size_t i = 0; i < 1000; ++i) {
    text.append(1 + (i * number) % 9, static_cast<char>('a' + (i + number) % 26));
  }
  return text;
}

/// Run-length encoding: "aaab" becomes "3a1b".
std::string encoded(const std::string& text) {
  std::string result;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = std::find_if(at, text.end(), [&](char each) { return each != *at; });
    result += std::to_string(end - at) + *at;
    at = end;
  }
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t blocks = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 20'000;
  std::size_t next = 0;
  std::string output;
  nuthatch::pipeline(
      16,
      [&]() -> std::optional<std::string> {
        return next < blocks ? std::optional(block_of_text(next++)) : std::nullopt;
      },
      nuthatch::stage::parallel([](const std::string& text) { return encoded(text); }),
      nuthatch::stage::serial_in_order([&](const std::string& code) { output += code; }));

  std::string expected;
  for (std::size_t i = 0; i < blocks; ++i) {
    expected += encoded(block_of_text(i));
  }
  std::printf("%zu blocks, %zu bytes: %s\n",
              blocks,
              output.size(),
              output == expected ? "equal" : "different");
  return output == expected ? 0 : 1;
}
