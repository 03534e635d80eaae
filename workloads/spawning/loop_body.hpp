// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::workloads {

/// The body of a loop, of any type. Code that spawns loops is compiled once for all bodies of this
/// type; a call takes some nanoseconds more. The body has to outlive this object.
class loop_body {
 public:
  template <class Body>
  explicit loop_body(const Body& body)
      : body_(&body),
        call_([](const void* called, std::size_t i) { (*static_cast<const Body*>(called))(i); }) {}

  void operator()(std::size_t i) const { call_(body_, i); }

 private:
  const void* body_;
  void (*call_)(const void* called, std::size_t i);
};

}  // namespace nuthatch::workloads
