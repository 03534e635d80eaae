// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "splice/mixed_program.hpp"
#include "splice/mixed_step_drawing.hpp"

namespace nuthatch::testing {

/// Draws a mixed program by chance. Its calls are deep chains; or trees; or lists, of steps that go
/// over intervals and blocks side by side; or sweeps, whose steps go over neighbouring parts of the
/// same data, again and again.
class mixed_drawing {
 public:
  /// Whether steps may be made of tasks: where there are workers.
  mixed_drawing(std::mt19937_64& chance, bool with_tasks);

  /// Once.
  [[nodiscard]] mixed_program draw();

 private:
  enum class shape : std::uint8_t { chain, tree, list, sweeps };

  struct sweep {
    statement step;     ///< over all
    bool down = false;  ///< the last part first
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
