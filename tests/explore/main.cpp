// Runs small programs under many interleavings; see print_usage().

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "atomic/choice.hpp"
#include "explore/exploring_turns.hpp"
#include "explore/scenario.hpp"
#include "explore/schedule.hpp"
#include "explore/strategy.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::exploring {

namespace {

struct request {
  std::string only;  // a scenario; empty: all
  std::string how = "random";
  std::uint64_t runs = 1'000;
  std::uint64_t seed = 1;
  unsigned preemptions = 2;
  std::string schedule;  // to replay
};

void print_usage(std::FILE* to) {
  std::fprintf(to,
               "usage: explore [--only SCENARIO] [--how random|priorities|bounded] [--runs N] "
               "[--seed S]\n"
               "               [--preemptions P] [--replay SCHEDULE]\n"
               "scenarios:");
  for (const scenario& one : scenarios()) {
    std::fprintf(to, " %s", one.name);
  }
  std::fprintf(to, "\n");
}

[[noreturn]] void reject(const std::string& complaint) {
  std::fprintf(stderr, "explore: %s\n", complaint.c_str());
  print_usage(stderr);
  std::exit(2);  // NOLINT(concurrency-mt-unsafe)
}

std::uint64_t number(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || text[0] == '-') {
    reject(option + " takes a number, not '" + text + "'");
  }
  return value;
}

request parse(int argc, char** argv) {
  request wanted;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--help") {
      std::printf("Runs small programs under many interleavings; docs/testing.md says how.\n");
      print_usage(stdout);
      std::exit(0);  // NOLINT(concurrency-mt-unsafe)
    }
    if (i + 1 == argc) {
      reject(option + " takes a value");
    }
    const std::string value = argv[i + 1];
    if (option == "--only") {
      wanted.only = value;
    } else if (option == "--how") {
      wanted.how = value;
    } else if (option == "--runs") {
      wanted.runs = number(option, value);
    } else if (option == "--seed") {
      wanted.seed = number(option, value);
    } else if (option == "--preemptions") {
      wanted.preemptions = static_cast<unsigned>(number(option, value));
    } else if (option == "--replay") {
      wanted.schedule = value;
    } else {
      reject("there is no option " + option);
    }
  }
  return wanted;
}

std::unique_ptr<strategy> make_strategy(const request& wanted) {
  constexpr unsigned depth = 4;
  constexpr std::uint32_t length = 1'500;
  if (wanted.how == "random") {
    return random_walk(wanted.seed);
  }
  if (wanted.how == "priorities") {
    return priorities(wanted.seed, depth, length);
  }
  if (wanted.how == "bounded") {
    return bounded(wanted.preemptions);
  }
  reject("--how is random, priorities or bounded, not '" + wanted.how + "'");
}

/// Nothing takes virtual time but what has to end: searches.
constexpr twin::costs explored_costs{.spawn_ns = 0,
                                     .publish_ns = 0,
                                     .probe_ns = 0,
                                     .resume_ns = 0,
                                     .line_ns = {0, 0, 0},
                                     .lines_per_steal = 0,
                                     .wake_ns = 0,
                                     .wake_call_ns = 0,
                                     .pause_ns = 1,
                                     .search_ns = 1,
                                     .patience_ns = 0};

constexpr std::uint64_t most_decisions = 200'000;

void run_once(const scenario& what, strategy& how, running_record& record) {
  twin::virtual_platform on(twin::machine_model::flat(what.workers), explored_costs, 1, [&] {
    return std::make_unique<exploring_turns>(how, record, most_decisions);
  });
  at_choice = [](access kind) noexcept {
    twin::virtual_team* const team = twin::virtual_team::of_this_thread();
    if (team == nullptr) {
      return;
    }
    switch (kind) {
      case access::shared:
        team->interrupt();
        return;
      case access::locked_out:
        team->block();
        return;
      case access::unlocked:
        team->unblock();
        return;
    }
  };
  what.run(on, what.workers);
  at_choice = nullptr;
}

struct outcome {
  bool failed;
  bool exhausted;
};

/// Runs in a child process, since a failure ends it; `quiet` drops what it says then.
outcome run_in_child(
    const scenario& what, strategy& how, std::uint64_t runs, running_record& record, bool quiet) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    std::perror("explore: fork");
    std::exit(2);  // NOLINT(concurrency-mt-unsafe)
  }
  if (child == 0) {
    if (quiet && std::freopen("/dev/null", "w", stderr) == nullptr) {
      _exit(2);
    }
    for (std::uint64_t run = 0; run < runs; ++run) {
      if (!how.begin(run)) {
        _exit(3);
      }
      record.begin(run);
      run_once(what, how, record);
      record.runs_done = run + 1;
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return {code != 0 && code != 3, code == 3};
}

/// Leaves out what the failure does not need, as long as there is such a thing.
schedule minimised(const scenario& what, schedule failing, running_record& record) {
  for (std::size_t piece = std::max<std::size_t>(failing.size() / 2, 1);; piece /= 2) {
    for (std::size_t at = 0; at < failing.size();) {
      schedule shorter = failing;
      const auto first = shorter.begin() + static_cast<std::ptrdiff_t>(at);
      const auto left = static_cast<std::ptrdiff_t>(std::min(piece, shorter.size() - at));
      shorter.erase(first, first + left);
      const std::unique_ptr<strategy> how = replay(shorter);
      if (run_in_child(what, *how, 1, record, true).failed) {
        failing = std::move(shorter);
      } else {
        at += piece;
      }
    }
    if (piece <= 1) {
      return failing;
    }
  }
}

bool explore(const scenario& what, const request& wanted, running_record& record) {
  record.runs_done = 0;
  const std::unique_ptr<strategy> how =
      wanted.schedule.empty() ? make_strategy(wanted) : replay(parse_schedule(wanted.schedule));
  const auto start = std::chrono::steady_clock::now();
  const outcome ended =
      run_in_child(what, *how, wanted.schedule.empty() ? wanted.runs : 1, record, false);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!ended.failed) {
    std::printf("%-20s %10llu interleavings%s, %.1f s, the last with %llu choices\n",
                what.name,
                static_cast<unsigned long long>(record.runs_done),
                ended.exhausted ? ", which are all" : "",
                seconds,
                static_cast<unsigned long long>(record.decisions));
    return true;
  }
  const schedule failing = record.copy();
  std::printf("%-20s FAILED in run %llu (seed %llu, %s)\n",
              what.name,
              static_cast<unsigned long long>(record.run),
              static_cast<unsigned long long>(wanted.seed),
              wanted.how.c_str());
  const schedule shortest = minimised(what, failing, record);
  std::printf("  %zu switches, of which %zu are needed; to repeat:\n  --only %s --replay %s\n",
              failing.size(),
              shortest.size(),
              what.name,
              to_string(shortest).c_str());
  return false;
}

int run(const request& wanted) {
  void* const shared = mmap(
      nullptr, sizeof(running_record), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    std::perror("explore: mmap");
    return 2;
  }
  auto* const record = new (shared) running_record;
  int failed = 0;
  int passed = 0;
  for (const scenario& one : scenarios()) {
    if (wanted.only.empty() || wanted.only == one.name) {
      (explore(one, wanted, *record) ? passed : failed) += 1;
    }
  }
  if (passed + failed == 0) {
    reject("there is no scenario '" + wanted.only + "'");
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace

}  // namespace nuthatch::exploring

int main(int argc, char** argv) {
  try {
    return nuthatch::exploring::run(nuthatch::exploring::parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "explore: %s\n", error.what());
    return 2;
  }
}
