#include "cli/present/time_estimate.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace nuthatch::cli {

time_estimate::time_estimate(const std::vector<unsigned>& runs) {
  for (const unsigned count : runs) {
    kinds_.push_back({.left = count});
  }
}

void time_estimate::finished(std::size_t kind, double seconds) {
  kind_record& record = kinds_.at(kind);
  record.left -= record.left > 0 ? 1 : 0;
  record.done += 1;
  record.seconds += seconds;
}

std::optional<double> time_estimate::remaining(std::size_t running, double running_for) const {
  double known = 0;
  unsigned kinds_known = 0;
  for (const kind_record& record : kinds_) {
    if (record.done > 0) {
      known += record.seconds / record.done;
      ++kinds_known;
    }
  }
  if (kinds_known == 0) {
    return std::nullopt;
  }
  double total = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const kind_record& record = kinds_[kind];
    const double mean = record.done > 0 ? record.seconds / record.done : known / kinds_known;
    total += mean * record.left;
    if (kind == running && record.left > 0) {
      total -= std::min(running_for, mean);
    }
  }
  return total;
}

}  // namespace nuthatch::cli
