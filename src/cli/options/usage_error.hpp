#pragma once

#include <stdexcept>

namespace nuthatch::cli {

/// Bad input. The text is one line that names the option and says what would be right; the command
/// prints it and ends with `exit_bad_input`.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace nuthatch::cli
