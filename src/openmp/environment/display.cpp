// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/display.hpp"

#include <array>
#include <string_view>

#include "openmp/environment/allocator_text.hpp"

namespace nuthatch::openmp {

namespace {

/// The month of the specification, as GCC defines _OPENMP.
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

std::string word_of_proc_bind(proc_bind bind) {
  static constexpr std::array words{"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
  return words.at(static_cast<std::size_t>(bind));
}

std::string number(std::uint64_t of) {
  return std::to_string(of);
}

/// Formats CPUs in the syntax of OMP_PLACES, {0:2,5}.
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

std::string describe(const loop_schedule& schedule) {
  static constexpr std::array words{"STATIC", "DYNAMIC", "GUIDED", "AUTO"};
  const std::size_t kind = static_cast<std::size_t>(schedule.kind) - 1;
  const bool is_usual_chunk = schedule.chunk_size == (kind == 0 ? 0U : 1U);
  return (schedule.monotonic ? "MONOTONIC:" : "") + std::string(words.at(kind)) +
         (is_usual_chunk ? "" : "," + std::to_string(schedule.chunk_size));
}

std::string display(const settings& settings, std::uint64_t cpus, bool with_ours) {
  lines all;
  all.add("_OPENMP", standard);
  all.add_truth("OMP_DYNAMIC", settings.dynamic);
  all.add_truth("OMP_NESTED", settings.max_active_levels > 1);
  all.add("OMP_NUM_THREADS",
          settings.nthreads.empty() ? number(cpus) : joined(settings.nthreads, number));
  all.add("OMP_SCHEDULE", describe(settings.run_sched));
  all.add("OMP_PROC_BIND",
          settings.proc_bind.empty() ? "FALSE" : joined(settings.proc_bind, word_of_proc_bind));
  all.add("OMP_PLACES", joined(settings.places, word_of_place));
  all.add("OMP_STACKSIZE", settings.stack_bytes);
  all.add("OMP_WAIT_POLICY", settings.wait_policy == wait_policy::active ? "ACTIVE" : "PASSIVE");
  all.add("OMP_THREAD_LIMIT", settings.thread_limit);
  all.add("OMP_MAX_ACTIVE_LEVELS", settings.max_active_levels);
  all.add("OMP_NUM_TEAMS", settings.num_teams);
  all.add("OMP_TEAMS_THREAD_LIMIT", settings.teams_thread_limit);
  all.add_truth("OMP_CANCELLATION", settings.cancellation);
  all.add("OMP_DEFAULT_DEVICE", settings.default_device);
  all.add("OMP_MAX_TASK_PRIORITY", settings.max_task_priority);
  all.add_truth("OMP_DISPLAY_AFFINITY", settings.displays_affinity);
  all.add("OMP_AFFINITY_FORMAT", settings.affinity_format);
  all.add("OMP_ALLOCATOR", describe_allocator(settings));
  all.add("OMP_TARGET_OFFLOAD", word_of_offload(settings.target));
  if (with_ours) {
    all.add("GOMP_STACKSIZE", settings.stack_bytes);
    all.add("NUTHATCH_SCHEDULER", settings.scheduler);
    all.add_truth("NUTHATCH_OMP_STATS", settings.prints_statistics);
    all.add("GOMP_SPINCOUNT",
            settings.spins_requested
                ? (settings.spins == settings::always ? "INFINITE" : number(settings.spins))
                : "");
  }
  return "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n" + std::move(all).take() +
         "OPENMP DISPLAY ENVIRONMENT END\n";
}

}  // namespace nuthatch::openmp
