// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/errors.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "runtime/runtime_on.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {

namespace {

constexpr std::uint64_t seed_if_none_is_given = 1;

twin::machine_model described(const std::string& machine, unsigned workers) {
  if (!machine.empty()) {
    twin::machine_model shape = twin::machine_model::from(machine);
    if (shape.cpus() < workers) {
      throw option_error("machine: \"" + machine + "\" has " + std::to_string(shape.cpus()) +
                         " cpus, too few for " + std::to_string(workers) + " virtual workers");
    }
    return shape;
  }
  if (workers == 0) {
    throw option_error("workers: 0; say how many virtual workers there are, or on which machine");
  }
  return twin::machine_model::flat(workers);
}

}  // namespace

struct virtual_runtime::parts {
  twin::virtual_platform platform;
  std::unique_ptr<runtime> workers;

  parts(const options& wanted, const std::string& machine)
      : platform(described(machine, wanted.workers), twin::costs(), wanted.seed),
        workers(runtime_on(platform, wanted)) {}
};

virtual_runtime::virtual_runtime(options wanted, const std::string& machine) {
  if (wanted.seed == 0) {
    wanted.seed = seed_if_none_is_given;
  }
  parts_ = std::make_unique<parts>(wanted, machine);
}

virtual_runtime::~virtual_runtime() = default;

runtime& virtual_runtime::operator*() const noexcept {
  return *parts_->workers;
}

std::uint64_t virtual_runtime::now_ns() const noexcept {
  return parts_->platform.now_ns();
}

}  // namespace nuthatch
