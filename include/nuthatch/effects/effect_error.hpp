// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <stdexcept>

namespace nuthatch::effects {

/// A checked program does something that it did not declare. what() is a sentence that says which
/// function or step, where in the source, what it does, and what was declared.
class [[gnu::visibility("default")]] effect_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace nuthatch::effects
