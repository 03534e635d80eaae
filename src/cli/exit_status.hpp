#pragma once

namespace nuthatch::cli {

/// What the command returns to the shell; scripts rely on these numbers.
enum exit_status : int {
  exit_success = 0,
  exit_failure = 1,    ///< a run failed, or an answer was wrong
  exit_bad_input = 2,  ///< the command line asks for something that cannot be
};

}  // namespace nuthatch::cli
