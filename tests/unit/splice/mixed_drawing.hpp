// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "splice/mixed_program.hpp"
#include "splice/mixed_step_drawing.hpp"

namespace nuthatch::testing {

/// Draws a random mixed program. Its calls are deep chains, trees, lists, or sweeps. A list has
/// steps over intervals and blocks side by side. The steps of sweeps repeatedly go over
/// neighbouring parts of the same data.
class mixed_drawing {
 public:
  /// `with_tasks`: steps may spawn tasks, which requires workers.
  mixed_drawing(std::mt19937_64& chance, bool with_tasks);

  /// May be called once.
  [[nodiscard]] mixed_program draw();

 private:
  enum class shape : std::uint8_t { chain, tree, list, sweeps };

  struct sweep {
    statement step;     ///< the step over the whole
    bool down = false;  ///< the last part comes first
  };

  [[nodiscard]] statement draw_root();
  [[nodiscard]] std::size_t draw_called();
  [[nodiscard]] statement call_of(std::size_t called);
  [[nodiscard]] std::size_t draw_chain(unsigned levels);
  [[nodiscard]] std::size_t draw_tree(unsigned depth);
  [[nodiscard]] std::size_t draw_list();
  [[nodiscard]] std::size_t draw_sweep(const sweep& of, const step_part& part, unsigned depth);
  [[nodiscard]] std::vector<step_part> cut(const step_part& whole);
  [[nodiscard]] std::size_t add(std::vector<statement> body);

  mixed_step_drawing steps_;
  shape shape_;
  std::vector<sweep> sweeps_;
  mixed_program made_;
};

}  // namespace nuthatch::testing
