// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which lock protects what, in words that Clang checks: -Wthread-safety, in all our builds by Clang
// and in ./dev lint. For other compilers they are nothing. To Clang a lock is a *capability*, which
// a thread has or has not.
//
// Not checked are constructors and destructors, which nobody runs beside anything else on their
// object; what a protected pointer points to; and members that ?: chooses between. Nor can a member
// name the lock of an object whose type is incomplete there: then a comment says it.

#ifdef __clang__
  #define NUTHATCH_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
  #define NUTHATCH_THREAD_SAFETY(attribute)
#endif

/// A type that is a lock; `name` is what messages call it.
#define NUTHATCH_CAPABILITY(name) NUTHATCH_THREAD_SAFETY(capability(name))

/// A type whose objects hold a lock from construction to destruction.
#define NUTHATCH_SCOPED_CAPABILITY NUTHATCH_THREAD_SAFETY(scoped_lockable)

/// A member that is read and written with the lock held only.
#define NUTHATCH_GUARDED_BY(lock) NUTHATCH_THREAD_SAFETY(guarded_by(lock))

/// A function that the caller calls with the locks held, and that leaves them so.
#define NUTHATCH_REQUIRES(...) NUTHATCH_THREAD_SAFETY(requires_capability(__VA_ARGS__))

/// A function that takes the lock, or gives it up: without an argument its object.
#define NUTHATCH_ACQUIRE(...) NUTHATCH_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define NUTHATCH_RELEASE(...) NUTHATCH_THREAD_SAFETY(release_capability(__VA_ARGS__))

/// A function that has taken its object if it returns `taken`.
#define NUTHATCH_TRY_ACQUIRE(taken) NUTHATCH_THREAD_SAFETY(try_acquire_capability(taken))
