// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "core.h"

namespace task_graphs {

/// One graph of Task Bench with its dependences in tables and the outputs of its tasks.
///
/// The core of Task Bench parses the command line, verifies the inputs of each task and executes
/// the kernel, so every program runs the same tasks. The tables and the memory are prepared before
/// the measurement.
class graph_run {
 public:
  graph_run(int count, char** arguments) : app_(count, arguments), graph_(app_.graphs.at(0)) {
    for (int i = 1; i + 1 < count; ++i) {
      if (std::strcmp(arguments[i], "-worker") == 0) {
        workers_ = static_cast<unsigned>(std::atoi(arguments[i + 1]));
      }
      if (std::strcmp(arguments[i], "-way") == 0) {
        way_ = arguments[i + 1];
      }
    }
    for (long step = 0; step < steps(); ++step) {
      first_row_.push_back(graph_.dependence_set_at_timestep(step) * width());
    }
    bool constant_width = app_.graphs.size() == 1 && width() <= max_inputs;
    for (long step = 0; step < steps(); ++step) {
      constant_width = constant_width && graph_.width_at_timestep(step) == width();
    }
    if (!constant_width || graph_.scratch_bytes_per_task != 0) {
      std::fprintf(stderr, "takes one graph of constant width, at most %ld\n", max_inputs);
      std::exit(2);
    }
    for (long set = 0; set < graph_.max_dependence_sets(); ++set) {
      for (long point = 0; point < width(); ++point) {
        inputs_.push_back(points_in(graph_.dependencies(set, point)));
        successors_.push_back(points_in(graph_.reverse_dependencies(set, point)));
      }
    }
    outputs_.resize(static_cast<std::size_t>(steps() * width()) * output_stride());
  }

  [[nodiscard]] long steps() const { return graph_.timesteps; }

  [[nodiscard]] long width() const { return graph_.max_width; }

  [[nodiscard]] unsigned workers() const { return workers_; }

  /// Returns the form of the program that the command line selects, or "".
  [[nodiscard]] const char* way() const { return way_; }

  /// Returns the points of step - 1 whose outputs the task reads.
  [[nodiscard]] const std::vector<long>& inputs(long step, long point) const {
    return step == 0 ? nothing_ : inputs_[row(step, point)];
  }

  /// Returns the points of step + 1 that read the task's output.
  [[nodiscard]] const std::vector<long>& successors(long step, long point) const {
    return step + 1 == steps() ? nothing_ : successors_[row(step + 1, point)];
  }

  void execute(long step, long point) {
    const char* inputs[max_inputs];
    std::size_t bytes[max_inputs];
    std::size_t count = 0;
    for (const long from : this->inputs(step, point)) {
      inputs[count] = output(step - 1, from);
      bytes[count++] = graph_.output_bytes_per_task;
    }
    graph_.execute_point(step,
                         point,
                         output(step, point),
                         graph_.output_bytes_per_task,
                         inputs,
                         bytes,
                         count,
                         nullptr,
                         0);
  }

  /// Calls prepare() and run() `warm_ups` times, then once more, and reports the last run() as Task
  /// Bench does.
  template <class Prepare, class Run>
  void measure(int warm_ups, Prepare prepare, Run run) {
    for (int i = 0; i < warm_ups; ++i) {
      prepare();
      run();
    }
    prepare();
    std::fill(outputs_.begin(), outputs_.end(), char{-1});
    const auto began = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    for (long step = 0; step < steps(); ++step) {
      for (long point = 0; point < width(); ++point) {
        long written[2];
        std::memcpy(written, output(step, point), sizeof(written));
        if (written[0] != step || written[1] != point) {
          std::fprintf(stderr, "the task of step %ld and point %ld has not run\n", step, point);
          std::exit(1);
        }
      }
    }
    app_.report_timing(took.count());
  }

 private:
  static constexpr long max_inputs = 64;

  static std::vector<long> points_in(const std::vector<std::pair<long, long>>& intervals) {
    std::vector<long> points;
    for (const auto& [first, last] : intervals) {
      for (long point = first; point <= last; ++point) {
        points.push_back(point);
      }
    }
    return points;
  }

  [[nodiscard]] std::size_t row(long step, long point) const {
    return static_cast<std::size_t>(first_row_[static_cast<std::size_t>(step)] + point);
  }

  [[nodiscard]] std::size_t output_stride() const {
    return (graph_.output_bytes_per_task + 31) / 32 * 32;  // as malloc places them
  }

  [[nodiscard]] char* output(long step, long point) {
    return outputs_.data() + static_cast<std::size_t>(step * width() + point) * output_stride();
  }

  App app_;
  TaskGraph graph_;
  unsigned workers_ = 1;
  const char* way_ = "";
  std::vector<long> first_row_;            // of each step, in the two tables
  std::vector<std::vector<long>> inputs_;  // one row per dependence set and point
  std::vector<std::vector<long>> successors_;
  std::vector<long> nothing_;
  std::vector<char> outputs_;
};

}  // namespace task_graphs
