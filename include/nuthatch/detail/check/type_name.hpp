// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <string_view>

namespace nuthatch::detail {

template <class Value>
constexpr std::string_view spelled_with_type() noexcept {
  return __PRETTY_FUNCTION__;
}

/// Returns the name of a type as the compiler spells it, without enclosing unnamed namespaces. For
/// a type that nuthatch splicec has generated, it is the name in the original source.
template <class Value>
constexpr std::string_view type_name() noexcept {
  // The text before and after the name is the same for every type.
  constexpr std::string_view of_int = spelled_with_type<int>();
  constexpr std::size_t before = of_int.find("Value = int") + 8;
  constexpr std::size_t after = of_int.size() - before - 3;
  constexpr std::string_view all = spelled_with_type<Value>();
  std::string_view name = all.substr(before, all.size() - before - after);
  for (const std::string_view unnamed : {"{anonymous}::", "(anonymous namespace)::"}) {
    const std::size_t at = name.rfind(unnamed);
    if (at != std::string_view::npos && name.find('<') > at) {
      name.remove_prefix(at + unnamed.size());
    }
  }
  constexpr std::string_view translated = "nuthatch_splice_";
  if (name.starts_with(translated)) {
    name.remove_prefix(translated.size());
  }
  return name;
}

}  // namespace nuthatch::detail
