// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <sys/types.h>

/// Cleanup when the user presses Ctrl-C (or SIGTERM, SIGHUP arrives): the progress line is erased,
/// the child process is ended, the half-written file is removed, and then the command ends by the
/// same signal, as a shell expects. A run cannot be stopped half-way, so nothing waits.
///
/// All functions are for the main thread, except for `held`. The signal may arrive on any thread.
namespace nuthatch::cli::interruption {

/// Handles the signals that are not ignored. Call it once, before any thread is started.
void install();

/// Notes whether something is drawn on the current line of the terminal.
void line_is_drawn(bool drawn);

/// Notes the process to end along with this one; 0: none.
void child_is(pid_t child);

/// Notes the file to remove; empty: none. Paths longer than PATH_MAX are not noted.
void temporary_file_is(const std::string& path);

/// Blocks the signals on this thread: while a process or file is created and noted, or during the
/// life of a helper thread. Other threads receive them.
class held {
 public:
  held();
  ~held();
  held(const held&) = delete;
  held& operator=(const held&) = delete;
  held(held&&) = delete;
  held& operator=(held&&) = delete;
};

}  // namespace nuthatch::cli::interruption
