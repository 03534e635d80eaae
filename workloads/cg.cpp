// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/cg_input.hpp"
#include "workloads/kernels/eigenvalue_search.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/sparse_matrix.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/loop_kind.hpp"
#include "workloads/spawning/spawn_each.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::size_t automatic_tasks = 64;  // as many as the literature has workers

class cg_instance final : public instance_with_phases {
 public:
  cg_instance(const cg_class& which, std::size_t tasks, loop_split loops)
      : which_(&which),
        tasks_(tasks == 0 ? automatic_tasks : tasks),
        loops_(loops),
        matrix_(cg_matrix(which)),
        search_(matrix_, which.shift, tasks_) {}

  void reset() override { search_.start(); }

  void run_serial() override { search_.run(in_order, which_->steps); }

  void run_phases(spawn_policy policy, phases& by) override {
    with_policy(policy, {loops_}, by, [this](auto tag) { search_.run(tag, which_->steps); });
  }

  std::string verify() override {
    const std::string wrong = check_zeta(*which_, search_.zeta());
    return wrong.empty() ? compare_with_serial() : wrong;
  }

  [[nodiscard]] std::string answer() const override {
    return message("zeta ", search_.zeta(), ", residual ", search_.residual());
  }

 private:
  std::string compare_with_serial() {
    if (!serial_) {
      eigenvalue_search reference(matrix_, which_->shift, tasks_);
      reference.run(in_order, which_->steps);
      serial_ = std::move(reference);
    }
    if (serial_->zeta() != search_.zeta()) {
      return message("expected exactly ", serial_->zeta(), ", found ", search_.zeta());
    }
    return serial_->eigenvector() == search_.eigenvector() ? std::string()
                                                           : "another eigenvector than serially";
  }

  const cg_class* which_;
  std::size_t tasks_;
  loop_split loops_;
  sparse_matrix matrix_;
  eigenvalue_search search_;
  std::optional<eigenvalue_search> serial_;
};

}  // namespace

workload cg_workload() {
  return {
      "cg",
      "an eigenvalue of a sparse matrix by conjugate gradients (NAS CG): short loops, many joins",
      {{"class",
        "the problem, by its official name",
        {"S", "W", "A"},
        names_of_entries(cg_classes())},
       {"tasks",
        "tasks of each loop over the rows, 0: automatic",
        {"16", "0", "0"},
        integer_range{0, 1'000}},
       loops_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<cg_instance>(chosen.get_entry("class", cg_classes()),
                                             chosen.get_size("tasks"),
                                             chosen.get_entry("loops", loop_kinds()).how);
      }};
}

}  // namespace nuthatch::workloads
