// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/shared/protocol.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <time.h>

#include "benchmarks/peers/shared/deep_stacks.hpp"
#include "benchmarks/peers/shared/problem.hpp"
#include "benchmarks/peers/shared/settings.hpp"

namespace nuthatch::peers {

namespace {

constexpr std::int64_t max_workers = 4096;
constexpr std::int64_t max_repetitions = 1000000;

struct run_request {
  const problem_kind* kind = nullptr;
  settings parameters;
  unsigned workers = 1;
  int repetitions = 1;
};

struct measurement {
  std::vector<double> seconds;
  std::vector<double> cpu_seconds;
  std::string answer;
  std::string complaint;
};

void print_line(const std::string& line) {
  std::printf("%s\n", line.c_str());
}

// Returns the processor time of all threads of this process, which includes spinning idle threads.
double process_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Returns the maximal resident memory of this program. Other figures of the system include what the
// process used before it executed this program.
std::uint64_t peak_resident_bytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmHWM:")) {
      return std::stoull(line.substr(line.find(':') + 1)) * 1024;
    }
  }
  throw std::runtime_error("/proc/self/status does not say how much memory was resident");
}

const problem_kind& find_kind(const peer& peer, std::string_view name) {
  for (const problem_kind& kind : peer.problems) {
    if (kind.name == name) {
      return kind;
    }
  }
  throw settings_error("peer-" + peer.name + " has no workload '" + std::string(name) +
                       "'; 'peer-" + peer.name + " list' prints those it has");
}

run_request read_request(const peer& peer, const std::vector<std::string>& words) {
  if (words.size() < 2) {
    throw settings_error("run: expected a workload");
  }
  const problem_kind& kind = find_kind(peer, words[1]);
  settings options({{"--workers", "1"}, {"--repeat", "3"}});
  settings parameters(kind.defaults);
  for (std::size_t i = 2; i < words.size(); i += 2) {
    if (i + 1 == words.size()) {
      throw settings_error(words[i] + ": expected a value");
    }
    if (words[i] == "--set") {
      parameters.set(words[i + 1]);
    } else {
      options.set(words[i] + "=" + words[i + 1]);
    }
  }
  return {&kind,
          parameters,
          static_cast<unsigned>(options.integer("--workers", 1, max_workers)),
          static_cast<int>(options.integer("--repeat", 1, max_repetitions))};
}

// The first run is not timed: it faults in the memory and wakes the threads.
measurement measure(const run_request& request) {
  const std::unique_ptr<problem> problem =
      request.kind->prepare(request.parameters, request.workers);
  measurement result;
  for (int repetition = -1; repetition < request.repetitions; ++repetition) {
    problem->reset();
    const double cpu_before = process_cpu_seconds();
    const auto before = std::chrono::steady_clock::now();
    problem->run();
    const auto after = std::chrono::steady_clock::now();
    const double cpu_after = process_cpu_seconds();
    if (repetition >= 0) {
      result.seconds.push_back(std::chrono::duration<double>(after - before).count());
      result.cpu_seconds.push_back(cpu_after - cpu_before);
    }
    result.answer = problem->answer();
    result.complaint = problem->verify();
    if (!result.complaint.empty()) {
      break;
    }
  }
  return result;
}

int run(const peer& peer, const std::vector<std::string>& words) {
  const run_request request = read_request(peer, words);
  const measurement result = measure(request);
  nlohmann::ordered_json report;
  report["peer"] = peer.name;
  report["version"] = peer.version;
  report["workload"] = request.kind->name;
  report["workers"] = request.workers;
  report["parameters"] = request.parameters.all();
  report["verified"] = result.complaint.empty();
  if (!result.complaint.empty()) {
    report["complaint"] = result.complaint;
  }
  report["answer"] = result.answer;
  report["seconds"] = result.seconds;
  report["cpu_seconds"] = result.cpu_seconds;
  report["peak_rss_bytes"] = peak_resident_bytes();
  print_line(report.dump());
  return result.complaint.empty() ? 0 : 1;
}

int describe(const peer& peer) {
  nlohmann::ordered_json report;
  report["peer"] = peer.name;
  report["version"] = peer.version;
  report["compiler"] = peer.compiler;
  print_line(report.dump());
  return 0;
}

int list(const peer& peer) {
  for (const problem_kind& kind : peer.problems) {
    print_line(kind.name);
  }
  return 0;
}

}  // namespace

std::string compiler_name() {
#if defined(__clang__)
  return "Clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#else
  return "GCC " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#endif
}

int peer_main(int argc, char** argv, const peer& peer) {
  ensure_deep_stacks(argv);
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string command = words.empty() ? "" : words[0];
    if (command == "list") {
      return list(peer);
    }
    if (command == "--describe") {
      return describe(peer);
    }
    if (command == "run") {
      return run(peer, words);
    }
    throw settings_error(
        "expected 'list', '--describe' or 'run WORKLOAD [--workers N] [--repeat R] "
        "[--set key=value]...'");
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "peer-%s: %s\n", peer.name.c_str(), failure.what());
    return 2;
  }
}

}  // namespace nuthatch::peers
