// SPDX-License-Identifier: Apache-2.0

// Runs small programs under many interleavings; see docs/testing.md.

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <sys/mman.h>

#include "base/os_error.hpp"
#include "explore/exploration.hpp"
#include "explore/scenario.hpp"
#include "explore/schedule.hpp"

namespace nuthatch::exploring {

namespace {

void describe(CLI::App& command, request& wanted, std::string& memory) {
  std::string names = "Scenarios:";
  std::vector<std::string> known;
  for (const scenario& one : scenarios()) {
    names += std::string("\n  ") + one.name + ": " + one.about;
    known.emplace_back(one.name);
  }
  command.footer(names);
  command.add_option("--only", wanted.only, "one scenario")->check(CLI::IsMember(known));
  command.add_option("--how", wanted.how, "what to try")
      ->check(CLI::IsMember({"random", "priorities", "bounded"}))
      ->capture_default_str();
  command
      .add_option(
          "--memory", memory, "sc: loads read the newest store; weak: whatever C++ allows them to")
      ->check(CLI::IsMember({"sc", "weak"}))
      ->capture_default_str();
  command.add_option("--runs", wanted.runs, "at most so many of each scenario")
      ->capture_default_str();
  command.add_option("--seed", wanted.seed, "for random and priorities")->capture_default_str();
  command
      .add_option("--preemptions",
                  wanted.deviations,
                  "for bounded: at most so many in a run, loads of older stores included")
      ->capture_default_str();
  command.add_option("--replay", wanted.schedule, "the schedule that a failure printed")
      ->needs("--only");
}

running_record& make_record() {
  void* const shared = mmap(
      nullptr, sizeof(running_record), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    throw base::os_error(errno, "map memory to share with the processes that run");
  }
  return *new (shared) running_record;
}

int run(const request& wanted) {
  running_record& record = make_record();
  int failed = 0;
  int passed = 0;
  for (const scenario& one : scenarios()) {
    if (wanted.only.empty() || wanted.only == one.name) {
      (explore(one, wanted, record) ? passed : failed) += 1;
    }
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace

}  // namespace nuthatch::exploring

int main(int argc, char** argv) {
  CLI::App command("Runs small programs under many interleavings.", "explore");
  nuthatch::exploring::request wanted;
  std::string memory = "sc";
  try {
    nuthatch::exploring::describe(command, wanted, memory);
    command.parse(argc, argv);
    wanted.weak_memory = memory == "weak";
    return nuthatch::exploring::run(wanted);
  } catch (const CLI::ParseError& end) {
    return command.exit(end) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "explore: %s\n", error.what());
    return 2;
  }
}
