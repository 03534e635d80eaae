#pragma once

#include <cstddef>

namespace nuthatch::workloads {

/// Stands where the phases of a program stand (phases.hpp), for who has none: runs each as it is.
struct at_once {
  template <class Body>
  void run(std::size_t /*which*/, Body&& body) const {
    body();
  }

  template <class Body>
  void follow(std::size_t /*which*/, Body&& body) const {
    body();
  }
};

}  // namespace nuthatch::workloads
