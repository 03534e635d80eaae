// SPDX-License-Identifier: Apache-2.0
#pragma once

// Annotations that state which lock protects what, and that Clang checks: -Wthread-safety, in all
// builds by Clang and in ./dev lint. For other compilers they expand to nothing. Clang calls a lock
// a *capability*, which a thread holds or does not hold.
//
// Not checked are constructors and destructors, which run while no other thread uses the object;
// what a protected pointer points to; and members that ?: selects. A member cannot name the lock of
// an object whose type is incomplete there; then a comment states it.

#ifdef __clang__
  #define NUTHATCH_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
  #define NUTHATCH_THREAD_SAFETY(attribute)
#endif

/// A type that is a lock; messages call it `name`.
#define NUTHATCH_CAPABILITY(name) NUTHATCH_THREAD_SAFETY(capability(name))

/// A type whose objects hold a lock from construction to destruction.
#define NUTHATCH_SCOPED_CAPABILITY NUTHATCH_THREAD_SAFETY(scoped_lockable)

/// A member that may be accessed only with the lock held.
#define NUTHATCH_GUARDED_BY(lock) NUTHATCH_THREAD_SAFETY(guarded_by(lock))

/// A function that has to be called with the locks held, and does not release them.
#define NUTHATCH_REQUIRES(...) NUTHATCH_THREAD_SAFETY(requires_capability(__VA_ARGS__))

/// A function that acquires or releases the lock; without an argument, its object is the lock.
#define NUTHATCH_ACQUIRE(...) NUTHATCH_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define NUTHATCH_RELEASE(...) NUTHATCH_THREAD_SAFETY(release_capability(__VA_ARGS__))

/// A function that has acquired its object if it returns `taken`.
#define NUTHATCH_TRY_ACQUIRE(taken) NUTHATCH_THREAD_SAFETY(try_acquire_capability(taken))
