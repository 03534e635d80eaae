// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/display.hpp"

#include <array>
#include <string_view>

#include "openmp/environment/allocator_text.hpp"

namespace nuthatch::openmp {

namespace {

/// The month of the standard that compilers and runtimes agree about by this number.
constexpr const char* standard = "201511";

class lines {
 public:
  void add(const char* name, std::string_view value) {
    all_.append("  ").append(name).append(" = '").append(value).append("'\n");
  }

  void add(const char* name, std::uint64_t value) { add(name, std::to_string(value)); }

  void add_truth(const char* name, bool value) { add(name, value ? "TRUE" : "FALSE"); }

  [[nodiscard]] std::string take() && { return std::move(all_); }

 private:
  std::string all_;
};

template <class Values, class Word>
std::string joined(const Values& values, Word word) {
  std::string all;
  for (const auto& each : values) {
    all += (all.empty() ? "" : ",") + word(each);
  }
  return all;
}

std::string word_of_binding(binding of) {
  static constexpr std::array words{"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
  return words.at(static_cast<std::size_t>(of));
}

std::string number(std::uint64_t of) {
  return std::to_string(of);
}

/// Runs of cpus as they are said, {0:2,5}.
std::string word_of_place(const platform::cpu_set& of) {
  std::string all;
  for (const auto& [first, count] : of.runs()) {
    all += (all.empty() ? "" : ",") + number(first);
    all += count == 1 ? "" : ":" + number(count);
  }
  return "{" + all + "}";
}

const char* word_of_offload(offload of) {
  static constexpr std::array words{"DEFAULT", "MANDATORY", "DISABLED"};
  return words.at(static_cast<std::size_t>(of));
}

}  // namespace

std::string describe(const loop_schedule& of) {
  static constexpr std::array words{"STATIC", "DYNAMIC", "GUIDED", "AUTO"};
  const std::size_t kind = static_cast<std::size_t>(of.kind) - 1;
  const bool is_usual_chunk = of.chunk == (kind == 1 || kind == 2 ? 1U : 0U);
  return (of.monotonic ? "MONOTONIC:" : "") + std::string(words.at(kind)) +
         (is_usual_chunk ? "" : "," + std::to_string(of.chunk));
}

std::string display(const settings& of, std::uint64_t cpus, bool with_ours) {
  lines all;
  all.add("_OPENMP", standard);
  all.add_truth("OMP_DYNAMIC", of.dynamic);
  all.add_truth("OMP_NESTED", of.active_levels > 1);
  all.add("OMP_NUM_THREADS", of.threads.empty() ? number(cpus) : joined(of.threads, number));
  all.add("OMP_SCHEDULE", describe(of.of_loops));
  all.add("OMP_PROC_BIND", of.bindings.empty() ? "FALSE" : joined(of.bindings, word_of_binding));
  all.add("OMP_PLACES", joined(of.places, word_of_place));
  all.add("OMP_STACKSIZE", of.stack_bytes);
  all.add("OMP_WAIT_POLICY", of.waiting == wait_policy::active ? "ACTIVE" : "PASSIVE");
  all.add("OMP_THREAD_LIMIT", of.thread_limit);
  all.add("OMP_MAX_ACTIVE_LEVELS", of.active_levels);
  all.add("OMP_NUM_TEAMS", of.teams);
  all.add("OMP_TEAMS_THREAD_LIMIT", of.teams_thread_limit);
  all.add_truth("OMP_CANCELLATION", of.cancellation);
  all.add("OMP_DEFAULT_DEVICE", of.default_device);
  all.add("OMP_MAX_TASK_PRIORITY", of.task_priority);
  all.add_truth("OMP_DISPLAY_AFFINITY", of.shows_affinity);
  all.add("OMP_AFFINITY_FORMAT", of.affinity_format);
  all.add("OMP_ALLOCATOR", describe_allocator(of));
  all.add("OMP_TARGET_OFFLOAD", word_of_offload(of.target));
  if (with_ours) {
    all.add("GOMP_STACKSIZE", of.stack_bytes);
    all.add("NUTHATCH_SCHEDULER", of.scheduler);
    all.add_truth("NUTHATCH_OMP_STATS", of.shows_statistics);
    all.add("GOMP_SPINCOUNT",
            of.spins_said ? (of.spins == settings::always ? "INFINITE" : number(of.spins)) : "");
  }
  return "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n" + std::move(all).take() +
         "OPENMP DISPLAY ENVIRONMENT END\n";
}

}  // namespace nuthatch::openmp
