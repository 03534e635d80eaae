#include "platform/forking.hpp"

#include <pthread.h>

#include "base/os_error.hpp"

namespace nuthatch::platform {

void on_fork_in_child(void (*action)()) {
  if (const int code = pthread_atfork(nullptr, nullptr, action); code != 0) {
    throw base::os_error(code, "have child processes told apart from their parents");
  }
}

}  // namespace nuthatch::platform
