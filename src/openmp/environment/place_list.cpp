// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/place_list.hpp"

#include <utility>

#include "openmp/environment/env_parser.hpp"

namespace nuthatch::openmp {

namespace {

using platform::cpu_set;
using text = env_parser;

constexpr std::uint64_t max_places = cpu_set::limit;

/// Parses FIRST:COUNT:STEP after FIRST.
struct series {
  std::uint64_t count = 1;
  std::int64_t step = 1;
};

std::optional<std::int64_t> take_signed(text& from) {
  const bool negative = from.take('-');
  const std::optional<std::uint64_t> number = from.take_number();
  if (!number || *number > max_places) {
    return std::nullopt;
  }
  const auto value = static_cast<std::int64_t>(*number);
  return negative ? -value : value;
}

std::optional<series> take_series(text& from) {
  series found;
  if (!from.take(':')) {
    return found;
  }
  const std::optional<std::uint64_t> count = from.take_number();
  if (!count || *count == 0 || *count > max_places) {
    return std::nullopt;
  }
  found.count = *count;
  if (from.take(':')) {
    const std::optional<std::int64_t> step = take_signed(from);
    if (!step) {
      return std::nullopt;
    }
    found.step = *step;
  }
  return found;
}

/// Shifts all CPU numbers of a place. Returns nothing if one would be impossible.
std::optional<cpu_set> moved(const cpu_set& place, std::int64_t by) {
  cpu_set result;
  for (const unsigned cpu : place.members()) {
    const std::int64_t to = static_cast<std::int64_t>(cpu) + by;
    if (to < 0 || to >= static_cast<std::int64_t>(cpu_set::limit)) {
      return std::nullopt;
    }
    result.insert(static_cast<unsigned>(to));
  }
  return result;
}

std::optional<cpu_set> take_cpu(text& from) {
  const std::optional<std::uint64_t> number = from.take_number();
  if (!number || *number >= cpu_set::limit) {
    return std::nullopt;
  }
  cpu_set one;
  one.insert(static_cast<unsigned>(*number));
  return one;
}

/// Parses the CPUs of a place after its {.
std::optional<cpu_set> take_cpus(text& from) {
  cpu_set all;
  do {
    const bool out = from.take('!');
    const std::optional<cpu_set> first = take_cpu(from);
    const std::optional<series> more = !first || out ? series{} : take_series(from);
    if (!first || !more) {
      return std::nullopt;
    }
    if (out) {
      all.erase(first->first());
    }
    for (std::uint64_t i = 0; i < more->count && !out; ++i) {
      const std::optional<cpu_set> cpu = moved(*first, static_cast<std::int64_t>(i) * more->step);
      if (!cpu) {
        return std::nullopt;
      }
      all = all | *cpu;
    }
  } while (from.take(','));
  return from.take('}') && !all.empty() ? std::optional(all) : std::nullopt;
}

bool take_places(text& from, place_list& into) {
  const bool out = from.take('!');
  const std::optional<cpu_set> first = from.take('{') ? take_cpus(from) : take_cpu(from);
  const std::optional<series> more = !first || out ? series{} : take_series(from);
  if (!first || !more || into.size() + more->count > max_places) {
    return false;
  }
  if (out) {
    std::erase(into, *first);
    return true;
  }
  for (std::uint64_t i = 0; i < more->count; ++i) {
    std::optional<cpu_set> place = moved(*first, static_cast<std::int64_t>(i) * more->step);
    if (!place) {
      return false;
    }
    into.push_back(*std::move(place));
  }
  return true;
}

constexpr keywords<place_kind, 5> kinds{{{"threads", place_kind::threads},
                                         {"cores", place_kind::cores},
                                         {"ll_caches", place_kind::ll_caches},
                                         {"numa_domains", place_kind::numa_domains},
                                         {"sockets", place_kind::sockets}}};

}  // namespace

std::optional<places_value> read_places(std::string_view all) {
  text from(all);
  places_value found;
  if (const std::optional<place_kind> kind = from.take_one_of(kinds)) {
    found.named = named_places{*kind, std::nullopt};
    if (from.take('(')) {
      found.named->max = from.take_number();
      if (!found.named->max || *found.named->max == 0 || !from.take(')')) {
        return std::nullopt;
      }
    }
    return from.empty() ? std::optional(found) : std::nullopt;
  }
  do {
    if (!take_places(from, found.listed)) {
      return std::nullopt;
    }
  } while (from.take(','));
  return from.empty() && !found.listed.empty() ? std::optional(found) : std::nullopt;
}

std::optional<place_list> read_cpu_affinity(std::string_view all) {
  text from(all);
  place_list places;
  do {
    const std::optional<std::uint64_t> first = from.take_number();
    std::optional<std::uint64_t> last = first;
    std::optional<std::uint64_t> step = 1;
    if (first && from.take('-')) {
      last = from.take_number();
      step = last && from.take(':') ? from.take_number() : step;
    }
    if (!first || !last || !step || *last < *first || *step == 0 || *last >= cpu_set::limit) {
      return std::nullopt;
    }
    for (std::uint64_t cpu = *first; cpu <= *last; cpu += *step) {
      cpu_set one;
      one.insert(static_cast<unsigned>(cpu));
      places.push_back(std::move(one));
    }
    static_cast<void>(from.take(','));
  } while (!from.empty() && places.size() <= max_places);
  return places.size() <= max_places ? std::optional(std::move(places)) : std::nullopt;
}

}  // namespace nuthatch::openmp
