#include "openmp/environment/start.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "openmp/environment/display.hpp"
#include "openmp/environment/environment.hpp"
#include "platform/affinity.hpp"
#include "platform/cpu_limits.hpp"

namespace nuthatch::openmp {

namespace {

void show(bool with_ours) {
  std::fputs(display(chosen(), usable_cpus(), with_ours).c_str(), stderr);
}

const settings& read() {
  std::vector<std::string> wrong;
  const auto* const found =
      new settings(read_environment([](const char* name) { return std::getenv(name); }, wrong));
  for (const std::string& each : wrong) {
    std::fprintf(stderr, "nuthatch omp: %s; ignored\n", each.c_str());
  }
  return *found;
}

/// Before main(), since what is wrong is told once and early.
[[gnu::constructor]] void start() {
  if (chosen().shows != shown::nothing) {
    show(chosen().shows == shown::all);
  }
}

}  // namespace

std::uint64_t allowed_cpus() noexcept {
  try {
    return platform::get_affinity().count();
  } catch (...) {
    return 1;
  }
}

std::uint64_t usable_cpus() noexcept {
  try {
    return platform::worker_count();
  } catch (...) {
    return 1;
  }
}

const settings& chosen() noexcept {
  static const settings& all = read();
  return all;
}

}  // namespace nuthatch::openmp
