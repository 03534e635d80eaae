// SPDX-License-Identifier: Apache-2.0
#include "configuration/option.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <concepts>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include <nuthatch/errors.hpp>

#include "configuration/byte_size.hpp"
#include "configuration/nearest_word.hpp"
#include "configuration/words.hpp"

namespace nuthatch::configuration {

namespace {

template <class Value>
concept number = std::unsigned_integral<Value> && !std::same_as<Value, bool>;

template <class Value>
using type_of = std::remove_cvref_t<Value>;

[[noreturn]] void reject(std::string_view what, std::string_view text, const option& of) {
  throw option_error(std::string(what) + ": \"" + std::string(text) +
                     "\" is not valid; it must be " + of.right_values());
}

std::optional<std::uint64_t> parse_number(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  return failure == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

std::string range_in_words(const number_range& allowed) {
  return "from " + std::to_string(allowed.first) + " to " + std::to_string(allowed.last);
}

bool is_unbounded(const number_range& allowed) noexcept {
  return allowed.last == std::numeric_limits<std::uint64_t>::max();
}

bool contains(const number_range& allowed, std::uint64_t value) noexcept {
  return value >= allowed.first && value <= allowed.last;
}

/// Returns the value that `text` states for that option; nothing if the text is not valid.
template <class Value>
std::optional<Value> parse(const option& of, std::string_view text) {
  if constexpr (std::same_as<Value, std::string>) {
    const bool valid = of.allows == nullptr || of.knows(text);
    return valid ? std::optional<Value>(text) : std::nullopt;
  } else if constexpr (std::same_as<Value, bool>) {
    const bool valid = text == "0" || text == "1";
    return valid ? std::optional(text == "1") : std::nullopt;
  } else if constexpr (number<Value>) {
    const auto read = of.kind() == value_kind::bytes ? parse_byte_size(text) : parse_number(text);
    const bool valid = read && contains(of.allowed, *read) && std::in_range<Value>(*read);
    return valid ? std::optional(static_cast<Value>(*read)) : std::nullopt;
  } else {
    const auto found = std::ranges::find(words<Value>, text, &word<Value>::name);
    return found != words<Value>.end() ? std::optional(found->value) : std::nullopt;
  }
}

}  // namespace

value_kind option::kind() const noexcept {
  return with_value(options(), [this]<class Value>(const Value&) {
    if constexpr (std::same_as<Value, bool>) {
      return value_kind::yes_or_no;
    } else if constexpr (std::same_as<Value, std::string>) {
      return value_kind::text;
    } else if constexpr (number<Value>) {
      return unit == "bytes" ? value_kind::bytes : value_kind::number;
    } else {
      return value_kind::word;
    }
  });
}

std::string option::flag() const {
  std::string text = "--" + std::string(name);
  std::ranges::replace(text, '_', '-');
  return text;
}

std::string option::variable() const {
  std::string text = "NUTHATCH_";
  std::ranges::transform(name, std::back_inserter(text), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return text;
}

std::vector<std::string> option::names() const {
  return with_value(options(), [this]<class Value>(const Value&) -> std::vector<std::string> {
    if constexpr (std::is_enum_v<Value>) {
      return names_of_words<Value>();
    } else {
      return known == nullptr ? std::vector<std::string>() : known();
    }
  });
}

bool option::knows(std::string_view text) const {
  if (text.empty() && !nothing.empty()) {
    return true;
  }
  if (allows != nullptr) {
    return allows(text);
  }
  const std::vector<std::string> all = names();
  return all.empty() || std::ranges::find(all, text) != all.end();
}

std::string option::right_values() const {
  const std::string zero = nothing.empty() ? "" : ", 0 for " + std::string(nothing);
  switch (kind()) {
    case value_kind::yes_or_no:
      return "0 or 1";
    case value_kind::number:
      return is_unbounded(allowed) ? "a whole number below 2^64" + zero
                                   : "a whole number " + range_in_words(allowed) + zero;
    case value_kind::bytes:
      return "a number of bytes " + range_in_words(allowed) + ", " + std::string(byte_size_grammar);
    case value_kind::word:
    case value_kind::text:
      break;
  }
  const std::vector<std::string> all = names();
  return !right.empty() ? std::string(right) : all.empty() ? "a text" : in_words(all);
}

std::string option::usual() const {
  const options defaults;
  const std::string value = shown(defaults);
  switch (kind()) {
    case value_kind::yes_or_no:
      return value == "1" ? "yes" : "no";
    case value_kind::bytes:
      return describe_byte_size(parse_number(value).value_or(0));
    case value_kind::number:
      return value == "0" && !nothing.empty() ? "0 (" + std::string(nothing) + ")" : value;
    case value_kind::word:
    case value_kind::text:
      break;
  }
  return value.empty() ? std::string(nothing) : value;
}

std::string option::shown(const options& of) const {
  return with_value(of, []<class Value>(const Value& value) -> std::string {
    if constexpr (std::same_as<Value, std::string>) {
      return value;
    } else if constexpr (std::is_enum_v<Value>) {
      return std::string(to_string(value));
    } else {
      return std::to_string(value);
    }
  });
}

void option::set(options& of, std::string_view text, std::string_view what) const {
  const auto change = [&](auto pointer) {
    auto& value = of.*pointer;
    auto parsed = parse<type_of<decltype(value)>>(*this, text);
    if (!parsed) {
      reject(what, text, *this);
    }
    value = *std::move(parsed);
  };
  std::visit(change, where);
}

void option::check(const options& of) const {
  with_value(of, [this]<class Value>(const Value& value) {
    if constexpr (number<Value>) {
      if (!contains(allowed, value)) {
        throw option_error(std::string(name) + ": " + std::to_string(value) +
                           " is out of range; it must be " + range_in_words(allowed));
      }
    } else if constexpr (std::same_as<Value, std::string>) {
      if (knows(value)) {
        return;
      }
      if (allows != nullptr) {
        reject(name, value, *this);
      }
      const std::string nearest = nearest_word(value, names());
      throw option_error(std::string(name) + ": there is no \"" + value + "\"; " +
                         (nearest.empty() ? "" : "did you mean " + nearest + "? ") + "there is " +
                         in_words(names(), "and"));
    }
  });
}

void option::raise(options& of, std::uint32_t least) const {
  const auto change = [&](auto pointer) {
    auto& value = of.*pointer;
    using Value = type_of<decltype(value)>;
    if constexpr (number<Value>) {
      value = std::max(value, static_cast<Value>(least));
    }
  };
  std::visit(change, where);
}

}  // namespace nuthatch::configuration
