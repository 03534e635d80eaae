// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/place_assignment.hpp"

namespace nuthatch::openmp {

namespace {

/// The place that is `others` places after the primary thread's, in its partition.
std::uint32_t place_after(const thread_place& primary, std::uint32_t others) noexcept {
  const place_range& all = primary.partition;
  return all.first + ((primary.place - all.first + others) % all.count);
}

std::uint32_t close_place(const place_assignment& all, std::uint32_t number) noexcept {
  const std::uint32_t places = all.primary.partition.count;
  if (all.team_size <= places) {
    return place_after(all.primary, number);
  }
  const std::uint32_t at_each = all.team_size / places;
  const std::uint32_t filled = at_each * places;
  return place_after(all.primary, number < filled ? number / at_each : number - filled);
}

/// The division of a place partition into parts.
class parts {
 public:
  parts(const place_range& whole, std::uint32_t count) noexcept
      : first_(whole.first),
        least_(whole.count / count),
        larger_(whole.count % count) {}

  [[nodiscard]] std::uint32_t with(std::uint32_t place) const noexcept {
    const std::uint32_t before = place - first_;
    const std::uint32_t in_larger = larger_ * (least_ + 1);
    return before < in_larger ? before / (least_ + 1) : larger_ + ((before - in_larger) / least_);
  }

  [[nodiscard]] place_range at(std::uint32_t part) const noexcept {
    const bool is_larger = part < larger_;
    return {first_ + (part * least_) + (is_larger ? part : larger_), least_ + (is_larger ? 1 : 0)};
  }

 private:
  std::uint32_t first_;
  std::uint32_t least_;   // places of a part
  std::uint32_t larger_;  // parts that have one more place
};

thread_place spread_place(const place_assignment& all, std::uint32_t number) noexcept {
  if (all.team_size > all.primary.partition.count) {
    const std::uint32_t place = close_place(all, number);
    return {place, {place, 1}};
  }
  const parts cut(all.primary.partition, all.team_size);
  const std::uint32_t part = (cut.with(all.primary.place) + number) % all.team_size;
  return {number == 0 ? all.primary.place : cut.at(part).first, cut.at(part)};
}

}  // namespace

thread_place thread_place_of(const place_assignment& all, std::uint32_t number) noexcept {
  switch (all.bind) {
    case proc_bind::false_:
    case proc_bind::primary:
      break;
    case proc_bind::true_:
    case proc_bind::close:
      return {close_place(all, number), all.primary.partition};
    case proc_bind::spread:
      return spread_place(all, number);
  }
  return all.primary;
}

std::vector<unsigned> cpus_of(const place_assignment& all, const place_list& places) {
  std::vector<unsigned> found;
  found.reserve(all.team_size);
  for (std::uint32_t i = 0; i < all.team_size; ++i) {
    found.push_back(places[thread_place_of(all, i).place].first());
  }
  return found;
}

}  // namespace nuthatch::openmp
