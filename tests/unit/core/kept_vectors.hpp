// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/nuthatch.hpp>

#include "event.hpp"

namespace nuthatch::testing {

extern "C" {
/// Sets to zero every vector and mask register that a call need not preserve. For processors with
/// AVX-512 or SVE.
void nuthatch_test_overwrite_vectors() noexcept;
}

/// Spawns a child while the calling function keeps vectors in registers.
enum class spawning { in_scope, in_scope_adaptive, by_fork_join, by_async };

/// A child that overwrites the registers. If `continued` is given, it lasts until its spawner
/// resumes on another worker.
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

/// Computes with vectors and masks in a function that may use AVX-512 or SVE only because of an
/// attribute. Returns whether they have the same values after the spawn as before.
using keeps_vectors = bool (*)(spawning how, const overwriting_child& child);

/// The same source, compiled with -O1, -O2 and -O3. It is not compiled for that extension as a
/// whole.
bool keeps_vectors_at_1(spawning how, const overwriting_child& child);
bool keeps_vectors_at_2(spawning how, const overwriting_child& child);
bool keeps_vectors_at_3(spawning how, const overwriting_child& child);

/// Returns whether this processor and the system support the extension.
[[nodiscard]] bool processor_has_long_vectors() noexcept;

}  // namespace nuthatch::testing
