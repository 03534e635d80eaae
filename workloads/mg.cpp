// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mg_input.hpp"
#include "workloads/kernels/multigrid.hpp"
#include "workloads/kernels/periodic_grid.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/loop_kind.hpp"
#include "workloads/spawning/spawn_each.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

/// Whose schedule the steps on a grid follow, by the literature's names for it.
struct mg_scheme {
  std::string_view name;
  bool finest_for_all;
};

std::span<const mg_scheme> mg_schemes() {
  static constexpr std::array<mg_scheme, 2> list{{{"levels", false}, {"finest", true}}};
  return list;
}

struct mg_choices {
  std::size_t planes;
  loop_split loops;
  bool finest_for_all;
};

class mg_instance final : public instance_with_phases {
 public:
  mg_instance(const mg_class& which, const mg_choices& chosen)
      : which_(&which),
        chosen_(chosen),
        right_(mg_charges(which.size)),
        solver_(right_, chosen.planes) {}

  void reset() override { solver_.start(); }

  void run_serial() override { solver_.run(in_order, which_->cycles); }

  void run_phases(spawn_policy policy, phases& by) override {
    with_policy(policy, {chosen_.loops, chosen_.finest_for_all}, by, [this](auto tag) {
      solver_.run(tag, which_->cycles);
    });
  }

  [[nodiscard]] std::size_t phase_count() const override {
    return chosen_.finest_for_all ? 1 : solver_.grids();
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
      multigrid reference(right_, chosen_.planes);
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
  mg_choices chosen_;
  periodic_grid right_;
  multigrid solver_;
  std::optional<result> serial_;
};

}  // namespace

workload mg_workload() {
  return {"mg",
          "a Poisson problem on a cube by multigrid (NAS MG): loops from large to tiny and back",
          {{"class",
            "the problem, by its official name",
            {"S", "W", "A"},
            names_of_entries(mg_classes())},
           {"planes", "planes of a task", {"2", "4", "4"}, integer_range{1, largest_grid}},
           loops_parameter(),
           {"scheme",
            "whose schedule a grid's loops follow: levels, its own, or finest",
            {"levels", "levels", "levels"},
            names_of_entries(mg_schemes()),
            /*as_without=*/"levels"}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<mg_instance>(
                chosen.get_entry("class", mg_classes()),
                mg_choices{chosen.get_size("planes"),
                           chosen.get_entry("loops", loop_kinds()).how,
                           chosen.get_entry("scheme", mg_schemes()).finest_for_all});
          }};
}

}  // namespace nuthatch::workloads
