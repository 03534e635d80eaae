// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <stdexcept>

namespace nuthatch::effects {

/// A checked program did something that it did not declare. what() is a sentence that states which
/// function or step did it, where in the source, what it did, and what was declared.
class [[gnu::visibility("default")]] effect_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace nuthatch::effects
