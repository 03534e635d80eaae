// SPDX-License-Identifier: Apache-2.0

// The plain sequential programs: the serial twins of the workloads. All ratios are relative to
// them.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/peers/shared/problem.hpp"
#include "benchmarks/peers/shared/protocol.hpp"
#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::peers {

namespace {

class serial_problem final : public problem {
 public:
  explicit serial_problem(std::unique_ptr<workloads::instance> instance)
      : instance_(std::move(instance)) {}

  void reset() override { instance_->reset(); }

  void run() override { instance_->run_serial(); }

  [[nodiscard]] std::string answer() const override { return instance_->answer(); }

  std::string verify() override { return instance_->verify(); }

 private:
  std::unique_ptr<workloads::instance> instance_;
};

settings::values defaults_of(const workloads::workload& workload) {
  const workloads::parameters chosen(
      workload.name, workload.list, workloads::problem_size::standard);
  return {chosen.values().begin(), chosen.values().end()};
}

std::unique_ptr<problem> prepare(const workloads::workload& workload, const settings& parameters) {
  std::vector<std::string> overrides;
  for (const auto& [key, value] : parameters.all()) {
    overrides.push_back(workloads::message(key, "=", value));
  }
  return std::make_unique<serial_problem>(workload.prepare(workloads::parameters(
      workload.name, workload.list, workloads::problem_size::standard, overrides)));
}

std::vector<problem_kind> all_workloads() {
  std::vector<problem_kind> kinds;
  for (const workloads::workload& workload : workloads::all()) {
    kinds.push_back({workload.name,
                     defaults_of(workload),
                     [&workload](const settings& parameters, unsigned /*workers*/) {
                       return prepare(workload, parameters);
                     }});
  }
  return kinds;
}

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  return peers::peer_main(
      argc,
      argv,
      {NUTHATCH_PEER_NAME, NUTHATCH_VERSION, peers::compiler_name(), peers::all_workloads()});
}
