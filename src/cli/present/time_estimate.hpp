#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace nuthatch::cli {

/// Predicts how long a known number of runs will take from those that are done.
class time_estimate {
 public:
  /// `runs[k]`: how many runs of kind k there will be.
  explicit time_estimate(const std::vector<unsigned>& runs);

  void finished(std::size_t kind, double seconds);

  /// No further runs of this kind.
  void dropped(std::size_t kind) { kinds_.at(kind).left = 0; }

  /// Seconds until all runs are done, when one of kind `running` has been going on for
  /// `running_for`. Kinds not seen yet are taken to last as long as the others do on average;
  /// nothing is known before the first run is finished.
  [[nodiscard]] std::optional<double> remaining(std::size_t running, double running_for) const;

 private:
  struct kind_record {
    unsigned left = 0;
    unsigned done = 0;
    double seconds = 0;  ///< of those done
  };

  std::vector<kind_record> kinds_;
};

}  // namespace nuthatch::cli
