// SPDX-License-Identifier: Apache-2.0

// Names that programs and their frameworks define as macros before they include Nuthatch.
#pragma once

#if __has_include(<bits/stdc++.h>)
  #include <bits/stdc++.h>
#else
  #include <algorithm>
  #include <array>
  #include <atomic>
  #include <bit>
  #include <chrono>
  #include <concepts>
  #include <cstring>
  #include <deque>
  #include <exception>
  #include <functional>
  #include <limits>
  #include <map>
  #include <memory>
  #include <mutex>
  #include <numeric>
  #include <optional>
  #include <ranges>
  #include <source_location>
  #include <span>
  #include <stdexcept>
  #include <string>
  #include <thread>
  #include <tuple>
  #include <unordered_map>
  #include <utility>
  #include <variant>
  #include <vector>
#endif

// Qt.
#define signals public
#define slots
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define Q_SIGNALS public
#define Q_SLOTS
#define Q_EMIT
#define Q_OBJECT
#define SIGNAL(a) #a
#define SLOT(a) #a

// X11.
#define None 0L
#define Bool int
#define Status int
#define True 1
#define False 0
#define Success 0
#define Always 2
#define Above 0
#define Below 1

// Kernels, loggers and numerical programs.
#define likely(condition) (condition)
#define unlikely(condition) (condition)
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(condition) static_cast<void>(condition)
#define ASSERT(condition) static_cast<void>(condition)
#define LOG(text) static_cast<void>(text)
#define ERROR 0
#define DEBUG 1
#define A 1
#define B 1
#define C 1
#define D 1
#define E 1
#define F 1
#define G 1
#define H 1
#define I 1
#define J 1
#define K 1
#define L 1
#define M 1
#define N 1
#define O 1
#define P 1
#define Q 1
#define R 1
#define S 1
#define T 1
#define U 1
#define V 1
#define W 1
#define X 1
#define Y 1
#define Z 1
#define A1 1
#define A2 1
