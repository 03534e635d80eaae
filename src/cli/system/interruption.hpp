// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <sys/types.h>

/// What has to be cleaned up when the user presses Ctrl-C (or SIGTERM, SIGHUP comes): the progress
/// line is erased, the child process ended, the half-written file removed, and then the command
/// ends by that same signal, as a shell expects. A run cannot be stopped half-way, so nothing
/// waits.
///
/// All functions are for the main thread, but for `held`; the signal may arrive on any thread.
namespace nuthatch::cli::interruption {

/// Takes over the signals that are not ignored. Call once, before any thread is started.
void install();

/// Whether something is drawn on the current line of the terminal.
void line_is_drawn(bool drawn);

/// The process to end with us; 0: none.
void child_is(pid_t child);

/// The file to remove; empty: none. Longer paths than PATH_MAX are not remembered.
void temporary_file_is(const std::string& path);

/// Holds the signals back on this thread: while a process or file is made and noted, or for as long
/// as a thread lives that only helps. They go to other threads.
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
