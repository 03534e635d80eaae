// SPDX-License-Identifier: Apache-2.0
#include "cli/system/interruption.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <csignal>

#include <pthread.h>
#include <unistd.h>

namespace nuthatch::cli::interruption {

namespace {

constexpr std::array handled_signals = {SIGINT, SIGTERM, SIGHUP};

// Read by the signal handler. A value is complete before the word that marks it valid is set.
volatile std::sig_atomic_t line_drawn = 0;
volatile std::sig_atomic_t child_process = 0;
volatile std::sig_atomic_t file_named = 0;
std::array<char, PATH_MAX> file_name{};

/// Makes only async-signal-safe calls.
void end_by(int signal) {
  if (line_drawn != 0) {
    constexpr char erase_line[] = "\r\033[K";
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, erase_line, sizeof erase_line - 1);
  }
  if (child_process != 0) {
    ::kill(static_cast<pid_t>(child_process), SIGTERM);
  }
  if (file_named != 0) {
    ::unlink(file_name.data());
  }
  // The disposition is the default again (SA_RESETHAND): the signal, delivered on return, ends the
  // process.
  ::raise(signal);
}

sigset_t signal_set() {
  sigset_t set{};
  sigemptyset(&set);
  for (const int signal : handled_signals) {
    sigaddset(&set, signal);
  }
  return set;
}

void mask_on_this_thread(int how) {
  const sigset_t set = signal_set();
  ::pthread_sigmask(how, &set, nullptr);
}

}  // namespace

void install() {
  struct sigaction action = {};

  action.sa_handler = end_by;
  action.sa_mask = signal_set();
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : handled_signals) {
    struct sigaction before = {};

    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) {  // nohup stays nohup
      ::sigaction(signal, &action, nullptr);
    }
  }
}

void line_is_drawn(bool drawn) {
  line_drawn = drawn ? 1 : 0;
}

void child_is(pid_t child) {
  child_process = child;
}

void temporary_file_is(const std::string& path) {
  file_named = 0;
  if (!path.empty() && path.size() < file_name.size()) {
    *std::copy(path.begin(), path.end(), file_name.begin()) = '\0';
    file_named = 1;
  }
}

held::held() {
  mask_on_this_thread(SIG_BLOCK);
}

held::~held() {
  mask_on_this_thread(SIG_UNBLOCK);
}

}  // namespace nuthatch::cli::interruption
