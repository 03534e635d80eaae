// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/kmp_affinity.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "openmp/environment/abstract_places.hpp"
#include "openmp/environment/env_parser.hpp"

namespace nuthatch::openmp {

namespace {

using platform::cpu_set;
using text = env_parser;
using order = kmp_affinity::order;

constexpr keywords<place_kind, 22> kinds{{{"s", place_kind::sockets},
                                          {"socket", place_kind::sockets},
                                          {"sockets", place_kind::sockets},
                                          {"package", place_kind::sockets},
                                          {"packages", place_kind::sockets},
                                          {"n", place_kind::numa_domains},
                                          {"numa", place_kind::numa_domains},
                                          {"numas", place_kind::numa_domains},
                                          {"numa_domain", place_kind::numa_domains},
                                          {"numa_domains", place_kind::numa_domains},
                                          {"node", place_kind::numa_domains},
                                          {"ll_cache", place_kind::ll_caches},
                                          {"ll_caches", place_kind::ll_caches},
                                          {"l3_cache", place_kind::ll_caches},
                                          {"l3", place_kind::ll_caches},
                                          {"c", place_kind::cores},
                                          {"core", place_kind::cores},
                                          {"cores", place_kind::cores},
                                          {"t", place_kind::threads},
                                          {"fine", place_kind::threads},
                                          {"thread", place_kind::threads},
                                          {"threads", place_kind::threads}}};

constexpr keywords<order, 6> orders{{{"none", order::none},
                                     {"disabled", order::none},
                                     {"compact", order::compact},
                                     {"scatter", order::scatter},
                                     {"balanced", order::balanced},
                                     {"explicit", order::listed}}};

// Modifiers that control messages, and the process's affinity mask, which is always respected.
constexpr keywords<bool, 8> passed_over{{{"verbose", true},
                                         {"noverbose", true},
                                         {"warnings", true},
                                         {"nowarnings", true},
                                         {"respect", true},
                                         {"norespect", true},
                                         {"reset", true},
                                         {"noreset", true}}};

/// Parses FIRST, FIRST-LAST or FIRST-LAST:STEP.
bool take_cpus(text& from, std::vector<unsigned>& into) {
  const std::optional<std::uint64_t> first = from.take_number();
  std::optional<std::uint64_t> last = first;
  std::optional<std::uint64_t> step = 1;
  if (from.take('-')) {
    last = from.take_number();
    step = from.take(':') ? from.take_number() : step;
  }
  if (!first || !last || !step || *step == 0 || *last < *first || *last >= cpu_set::limit) {
    return false;
  }
  for (std::uint64_t cpu = *first; cpu <= *last; cpu += *step) {
    into.push_back(static_cast<unsigned>(cpu));
  }
  return true;
}

cpu_set set_of(const std::vector<unsigned>& cpus) {
  cpu_set found;
  for (const unsigned each : cpus) {
    found.insert(each);
  }
  return found;
}

/// Parses [0,3-4,{5,6}]: each CPU is a place, and each list in braces is one.
bool take_list(text& from, place_list& into) {
  if (!from.take('[')) {
    return false;
  }
  do {
    const bool is_one_place = from.take('{');
    std::vector<unsigned> cpus;
    do {
      if (!take_cpus(from, cpus)) {
        return false;
      }
    } while (is_one_place && from.take(','));
    if (is_one_place && !from.take('}')) {
      return false;
    }
    if (is_one_place) {
      into.push_back(set_of(cpus));
    } else {
      for (const unsigned each : cpus) {
        into.push_back(set_of({each}));
      }
    }
  } while (from.take(','));
  return from.take(']');
}

bool take_granularity(text& from, place_kind& into) {
  const std::optional<place_kind> found =
      from.take('=') ? from.take_one_of(kinds) : std::optional<place_kind>();
  into = found.value_or(into);
  return found.has_value();
}

/// Parses one of the parts between commas. The numbers after the order are `permute` and `offset`.
bool take_part(text& from, kmp_affinity& into, std::size_t& orders_given, std::size_t& numbers) {
  if (from.take_one_of(passed_over)) {
    return true;
  }
  if (from.take_word("granularity")) {
    return take_granularity(from, into.granularity);
  }
  if (from.take_word("proclist")) {
    return from.take('=') && take_list(from, into.list);
  }
  if (const std::optional<order> found = from.take_one_of(orders)) {
    into.how = *found;
    return ++orders_given == 1;
  }
  const std::optional<std::uint64_t> number = from.take_number();
  if (!number || orders_given == 0 || numbers > 1) {
    return false;
  }
  (numbers++ == 0 ? into.permute : into.offset) = *number;
  return true;
}

/// A CPU with its numbers: of the socket, of the core in it, of the thread in the core.
struct placed_cpu {
  std::array<std::size_t, 3> at;
  unsigned cpu;
};

std::vector<placed_cpu> all_of(const cpu_set& allowed, const std::string& system) {
  std::vector<placed_cpu> found;
  const place_list sockets = places_of(place_kind::sockets, allowed, system);
  for (std::size_t socket = 0; socket < sockets.size(); ++socket) {
    const place_list cores = places_of(place_kind::cores, sockets[socket], system);
    for (std::size_t core = 0; core < cores.size(); ++core) {
      std::size_t thread = 0;
      for (const unsigned cpu : cores[core].members()) {
        found.push_back({{socket, core, thread++}, cpu});
      }
    }
  }
  return found;
}

/// The sort key of a CPU: the `permute` innermost levels, from the innermost outwards, then the
/// others.
std::array<std::size_t, 3> key_of(const placed_cpu& of, std::uint64_t permute) {
  std::array<std::size_t, 3> found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = i < permute ? of.at[found.size() - 1 - i] : of.at[i - permute];
  }
  return found;
}

std::uint64_t levels_first(const kmp_affinity& affinity) {
  constexpr std::uint64_t most = 2;
  const std::uint64_t permute = std::min(affinity.permute, most);
  return affinity.how == order::scatter ? most - permute : permute;
}

place_list ordered_places(const kmp_affinity& affinity,
                          const cpu_set& allowed,
                          const std::string& system) {
  std::vector<placed_cpu> cpus = all_of(allowed, system);
  const std::uint64_t first = levels_first(affinity);
  std::ranges::sort(cpus, {}, [first](const placed_cpu& each) { return key_of(each, first); });
  const place_list parts = places_of(affinity.granularity, allowed, system);
  std::vector<bool> is_there(parts.size());
  place_list places;
  for (const placed_cpu& each : cpus) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!is_there[i] && parts[i].contains(each.cpu)) {
        is_there[i] = true;
        places.push_back(parts[i]);
      }
    }
  }
  return places;
}

place_list allowed_places(const place_list& listed, const cpu_set& allowed) {
  place_list places;
  for (const cpu_set& each : listed) {
    cpu_set left = each & allowed;
    if (!left.empty()) {
      places.push_back(std::move(left));
    }
  }
  return places;
}

cpu_set all_cpus(const place_list& of) {
  cpu_set found;
  for (const cpu_set& each : of) {
    found = found | each;
  }
  return found;
}

/// Ranks kinds of places by size, the largest first.
std::size_t rank_of(place_kind kind) {
  constexpr std::array ranked{place_kind::sockets,
                              place_kind::numa_domains,
                              place_kind::ll_caches,
                              place_kind::cores,
                              place_kind::threads};
  return static_cast<std::size_t>(std::ranges::find(ranked, kind) - ranked.begin());
}

}  // namespace

std::optional<machine_subset> read_machine_subset(std::string_view all) {
  text from(all);
  machine_subset subset{.parts = {}, .is_absolute = from.take(':')};
  std::vector<machine_part>& found = subset.parts;
  do {
    machine_part part;
    const bool is_all = from.take('*');
    part.count = is_all ? std::nullopt : from.take_number();
    const std::optional<place_kind> kind = from.take_one_of(kinds);
    const std::optional<std::uint64_t> offset = from.take('@') ? from.take_number() : 0;
    if (!kind || !offset || part.count == 0U ||
        std::ranges::find(found, *kind, &machine_part::kind) != found.end()) {
      return std::nullopt;
    }
    part.kind = *kind;
    part.offset = *offset;
    found.push_back(part);
  } while (from.take(','));
  for (const place_kind default_kind : {place_kind::sockets, place_kind::cores}) {
    if (!subset.is_absolute &&
        std::ranges::find(found, default_kind, &machine_part::kind) == found.end()) {
      found.push_back({.kind = default_kind, .count = {}});
    }
  }
  std::ranges::sort(found, {}, [](const machine_part& each) { return rank_of(each.kind); });
  return from.empty() ? std::optional(std::move(subset)) : std::nullopt;
}

std::optional<kmp_affinity> read_kmp_affinity(std::string_view all) {
  text from(all);
  kmp_affinity found;
  std::size_t orders_given = 0;
  std::size_t numbers = 0;
  do {
    if (!take_part(from, found, orders_given, numbers)) {
      return std::nullopt;
    }
  } while (from.take(','));
  if (orders_given == 0 && !found.list.empty()) {
    found.how = order::listed;
  }
  const bool is_listed = found.how == order::listed;
  return from.empty() && is_listed == !found.list.empty() ? std::optional(std::move(found))
                                                          : std::nullopt;
}

std::optional<cpu_set> cpus_of(const machine_subset& subset,
                               const cpu_set& allowed,
                               const std::string& system) {
  place_list groups{allowed};
  for (const machine_part& part : subset.parts) {
    if (subset.is_absolute) {
      groups = {all_cpus(groups)};
    }
    place_list smaller;
    for (const cpu_set& group : groups) {
      const place_list all = places_of(part.kind, group, system);
      const std::uint64_t left = all.size() - std::min<std::uint64_t>(part.offset, all.size());
      const std::uint64_t count = part.count.value_or(left);
      if (left == 0 || count > left) {
        return std::nullopt;
      }
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(part.offset);
      smaller.insert(smaller.end(), first, first + static_cast<std::ptrdiff_t>(count));
    }
    groups = std::move(smaller);
  }
  return all_cpus(groups);
}

place_list places_of(const kmp_affinity& affinity,
                     const cpu_set& allowed,
                     const std::string& system) {
  if (affinity.how == order::none || affinity.how == order::unset) {
    return {};
  }
  place_list places = affinity.how == order::listed ? allowed_places(affinity.list, allowed)
                                                    : ordered_places(affinity, allowed, system);
  if (!places.empty()) {
    const auto first = static_cast<std::ptrdiff_t>(affinity.offset % places.size());
    std::ranges::rotate(places, places.begin() + first);
  }
  return places;
}

}  // namespace nuthatch::openmp
