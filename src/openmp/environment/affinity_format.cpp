// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/affinity_format.hpp"

#include <array>
#include <charconv>
#include <climits>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace nuthatch::openmp {

namespace {

constexpr std::array<std::pair<char, std::string_view>, 10> names{{{'t', "team_num"},
                                                                   {'T', "num_teams"},
                                                                   {'L', "nesting_level"},
                                                                   {'n', "thread_num"},
                                                                   {'N', "num_threads"},
                                                                   {'a', "ancestor_tnum"},
                                                                   {'H', "host"},
                                                                   {'P', "process_id"},
                                                                   {'i', "native_thread_id"},
                                                                   {'A', "thread_affinity"}}};

struct field {
  char letter = 0;
  std::size_t width = 0;
  bool on_the_left = false;  // the padding is on the left
  bool with_zeros = false;
};

bool take(std::string_view& from, char wanted) {
  const bool found = !from.empty() && from.front() == wanted;
  from.remove_prefix(found ? 1 : 0);
  return found;
}

/// Returns 0 if there is no digit, and nothing if the width is too large.
std::optional<std::size_t> take_width(std::string_view& from) {
  constexpr std::size_t most = 1U << 16U;
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(from.data(), from.data() + from.size(), width);
  from.remove_prefix(static_cast<std::size_t>(end - from.data()));
  return error == std::errc::result_out_of_range || width > most ? std::nullopt
                                                                 : std::optional(width);
}

/// Parses a letter, or the name in braces that stands for one. Consumes invalid text as well.
std::optional<char> take_letter(std::string_view& from) {
  const bool has_name = take(from, '{');
  const std::size_t end = from.find('}');
  const std::string_view word = from.substr(0, has_name ? end : 1);
  from.remove_prefix(has_name && end != std::string_view::npos ? end + 1 : word.size());
  for (const auto& [letter, name] : names) {
    if (has_name ? word == name && end != std::string_view::npos
                 : word == std::string_view(&letter, 1)) {
      return letter;
    }
  }
  return std::nullopt;
}

/// Parses a field after its %. Returns nothing if it is invalid.
std::optional<field> take_field(std::string_view& from, peer made_for) {
  field field;
  field.with_zeros = take(from, '0');
  field.on_the_left = take(from, '.');
  const bool begins_right = field.on_the_left || !field.with_zeros || made_for == peer::llvm;
  const bool has_figure = !from.empty() && from.front() >= '1' && from.front() <= '9';
  const std::optional<std::size_t> width = take_width(from);
  const std::optional<char> letter = take_letter(from);
  if (!letter || !width || !begins_right || (field.on_the_left && !has_figure)) {
    return std::nullopt;
  }
  field.letter = *letter;
  field.width = *width;
  return field;
}

std::string host() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return gethostname(name.data(), name.size()) == 0 ? std::string(name.data()) : "unknown";
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return "0x" + std::string(digits.data(), end);
}

std::string value_of(char letter, const affinity_fields& fields) {
  switch (letter) {
    case 't':
      return std::to_string(fields.team_num);
    case 'T':
      return std::to_string(fields.num_teams);
    case 'L':
      return std::to_string(fields.level);
    case 'n':
      return std::to_string(fields.thread_num);
    case 'N':
      return std::to_string(fields.team_size);
    case 'a':
      return std::to_string(fields.ancestor);
    case 'H':
      return host();
    case 'P':
      return std::to_string(getpid());
    case 'i':
      return fields.made_for == peer::llvm ? std::to_string(fields.os_thread)
                                           : hexadecimal(fields.os_thread);
    default:
      return fields.cpus;
  }
}

/// Pads the value. Zeros follow the sign or the prefix of a number.
std::string filled(std::string value, const field& as) {
  if (value.size() >= as.width) {
    return value;
  }
  const std::size_t missing = as.width - value.size();
  if (!as.on_the_left) {
    return value.append(missing, ' ');
  }
  const bool is_number = as.letter != 'H' && as.letter != 'A';
  const std::size_t sign = value.front() == '-' ? 1 : value.starts_with("0x") ? 2 : 0;
  return as.with_zeros && is_number ? value.insert(sign, missing, '0')
                                    : value.insert(0, missing, ' ');
}

/// Calls text(string_view) and of_field(optional<field>) for the parts of the format.
template <class Text, class OfField>
void for_each_part(std::string_view format, peer made_for, Text text, OfField of_field) {
  while (!format.empty()) {
    const std::size_t before = format.find('%');
    text(format.substr(0, before));
    format.remove_prefix(before == std::string_view::npos ? format.size() : before + 1);
    if (before == std::string_view::npos) {
      return;
    }
    if (take(format, '%')) {
      text("%");
    } else {
      of_field(take_field(format, made_for));
    }
  }
}

}  // namespace

std::string format_affinity(std::string_view format, const affinity_fields& fields) {
  std::string all;
  for_each_part(
      format,
      fields.made_for,
      [&](std::string_view text) { all += text; },
      [&](const std::optional<field>& field) {
        all += field ? filled(value_of(field->letter, fields), *field) : "undefined";
      });
  return all;
}

bool is_affinity_format(std::string_view format, peer made_for) {
  bool right = true;
  for_each_part(
      format,
      made_for,
      [](std::string_view) {},
      [&](const std::optional<field>& field) { right = right && field.has_value(); });
  return right;
}

}  // namespace nuthatch::openmp
