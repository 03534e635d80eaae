#include "cli/compare/standing.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "cli/compare/contender.hpp"
#include "cli/measure/summary.hpp"

namespace nuthatch::cli {

namespace {

std::optional<summary> relative(const std::optional<summary>& value,
                                const std::optional<summary>& base) {
  if (!value || !base || base->median <= 0) {
    return std::nullopt;
  }
  return summary{.median = value->median / base->median,
                 .min = value->min / base->median,
                 .max = value->max / base->median};
}

void rank(std::vector<standing>& all) {
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].wall) {
      order.push_back(i);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return all[a].wall->median < all[b].wall->median;
  });
  unsigned place = 0;
  for (const std::size_t i : order) {
    all[i].rank = ++place;
  }
}

}  // namespace

std::vector<standing> standings(const std::vector<contender_record>& records) {
  std::vector<standing> all;
  for (const contender_record& record : records) {
    standing& one = all.emplace_back();
    if (record.status == run_status::right && !record.seconds.empty()) {
      one.wall = summarize(record.seconds);
      one.cpu = summarize(record.cpu_seconds);
    }
    one.wall_ratio = relative(one.wall, all.front().wall);
    one.cpu_ratio = relative(one.cpu, all.front().cpu);
  }
  rank(all);
  return all;
}

}  // namespace nuthatch::cli
