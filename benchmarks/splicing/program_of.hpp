// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/kernels/matrix_and_transpose.hpp"
#include "workloads/kernels/option_prices.hpp"
#include "workloads/kernels/seidel_grid.hpp"
#include "workloads/kernels/wave_field.hpp"
#include "workloads/spliced.hpp"
#include "workloads/splicing/sweep_instance.hpp"

namespace nuthatch::benchmarks {

/// Calls use(program) with the program of sweeps that the instance consists of. Returns false if
/// there is none.
template <class Use>
bool with_program(workloads::instance_with_splicing& of, const Use& use) {
  const auto if_it_is = [&]<class Program>(std::type_identity<Program>) {
    auto* const instance = dynamic_cast<workloads::sweep_instance<Program>*>(&of);
    if (instance != nullptr) {
      use(instance->program());
    }
    return instance != nullptr;
  };
  const auto any_of = [&]<class... Programs>(std::type_identity<Programs>... each) {
    return (if_it_is(each) || ...);
  };
  return any_of(std::type_identity<workloads::jacobi_grid<1>>(),
                std::type_identity<workloads::jacobi_grid<2>>(),
                std::type_identity<workloads::jacobi_grid<3>>(),
                std::type_identity<workloads::seidel_grid>(),
                std::type_identity<workloads::wave_field>(),
                std::type_identity<workloads::option_prices>(),
                std::type_identity<workloads::matrix_and_transpose>());
}

}  // namespace nuthatch::benchmarks
