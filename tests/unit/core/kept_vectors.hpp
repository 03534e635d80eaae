// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"

namespace nuthatch::testing {

extern "C" {
/// Zero in every vector and mask register that a call need not preserve. For processors with
/// AVX-512 or SVE.
void nuthatch_test_overwrite_vectors() noexcept;
}

/// How a function that keeps vectors in registers spawns a child meanwhile.
enum class spawning { in_scope, in_scope_adaptive, by_fork_join, by_async };

/// A child that overwrites the registers; with `continued`, it lasts until its spawner goes on
/// elsewhere.
struct overwriting_child {
  event* continued;

  void operator()() const {
    nuthatch_test_overwrite_vectors();
    if (continued != nullptr) {
      continued->hold();
      nuthatch_test_overwrite_vectors();
    }
  }

  void spawner_goes_on() const {
    if (continued != nullptr) {
      continued->happen();
    }
  }
};

template <spawning How>
[[gnu::always_inline]] inline void spawn(scope& s, const overwriting_child& child) {
  if constexpr (How == spawning::in_scope) {
    s.spawn(work_first, child);
  } else if constexpr (How == spawning::in_scope_adaptive) {
    s.spawn(child);
  } else if constexpr (How == spawning::by_fork_join) {
    fork_join(work_first, child, [&child] { child.spawner_goes_on(); });
    return;
  } else {
    async(work_first, child);
  }
  child.spawner_goes_on();
}

/// Vectors and masks of a function that may use AVX-512, or SVE, by an attribute only. Returns
/// whether they are after the spawn what they were before.
using keeps_vectors = bool (*)(spawning how, const overwriting_child& child);

/// The same source, compiled with -O1, -O2 and -O3; it is not compiled for that extension.
bool keeps_vectors_at_1(spawning how, const overwriting_child& child);
bool keeps_vectors_at_2(spawning how, const overwriting_child& child);
bool keeps_vectors_at_3(spawning how, const overwriting_child& child);

/// Whether this processor, and the system, have the extension.
[[nodiscard]] bool processor_has_long_vectors() noexcept;

}  // namespace nuthatch::testing
