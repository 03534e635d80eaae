#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mg_input.hpp"
#include "workloads/kernels/multigrid.hpp"
#include "workloads/kernels/periodic_grid.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/spawn_each.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

class mg_instance final : public instance {
 public:
  mg_instance(const mg_class& which, std::size_t planes)
      : which_(&which),
        planes_(planes),
        right_(mg_charges(which.size)),
        solver_(right_, planes) {}

  void reset() override { solver_.start(); }

  void run_serial() override { solver_.run(in_order, which_->cycles); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { solver_.run(tag, which_->cycles); });
  }

  std::string verify() override {
    const std::string wrong = check_norm(*which_, solver_.norm());
    return wrong.empty() ? compare_with_serial() : wrong;
  }

  [[nodiscard]] std::string answer() const override { return message("norm ", solver_.norm()); }

 private:
  struct result {
    double norm;
    periodic_grid solution;
  };

  std::string compare_with_serial() {
    if (!serial_) {
      multigrid reference(right_, planes_);
      reference.run(in_order, which_->cycles);
      serial_ = result{reference.norm(), reference.solution()};
    }
    if (serial_->norm != solver_.norm()) {
      return message("expected a norm of exactly ", serial_->norm, ", found ", solver_.norm());
    }
    return serial_->solution == solver_.solution() ? std::string()
                                                   : "another solution than serially";
  }

  const mg_class* which_;
  std::size_t planes_;
  periodic_grid right_;
  multigrid solver_;
  std::optional<result> serial_;
};

}  // namespace

workload mg_workload() {
  return {"mg",
          "a Poisson problem on a cube by multigrid (NAS MG): loops from large to tiny and back",
          {{"class", "S, W or A: the problem, by its official name", {"S", "W", "A"}},
           {"planes", "planes of a task, 1 to 256", {"2", "4", "4"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<mg_instance>(chosen.get_entry("class", mg_classes()),
                                                 chosen.get_size("planes", 1, largest_grid));
          }};
}

}  // namespace nuthatch::workloads
