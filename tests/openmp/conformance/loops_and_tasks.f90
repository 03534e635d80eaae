! SPDX-License-Identifier: Apache-2.0

! Loops and tasks in Fortran.

#include "fortran_checks.inc"

module recursion
  implicit none
contains
  recursive integer function fibonacci(n) result(value)
    integer, intent(in) :: n
    integer :: first, second
    if (n < 2) then
      value = n
      return
    end if
    !$omp task shared(first)
    first = fibonacci(n - 1)
    !$omp end task
    !$omp task shared(second) final(n < 6)
    second = fibonacci(n - 2)
    !$omp end task
    !$omp taskwait
    value = first + second
  end function fibonacci
end module recursion

subroutine schedules()
  use omp_lib
  use checks
  implicit none
  integer :: i, k
  integer :: visits(200)
  visits = 0
  !$omp parallel
  !$omp do schedule(static, 3)
  do i = 1, 200
    visits(i) = visits(i) + 1
  end do
  !$omp end do
  !$omp do schedule(dynamic)
  do i = 200, 1, -1
    visits(i) = visits(i) + 1
  end do
  !$omp end do
  !$omp do schedule(guided, 4)
  do i = 1, 200
    visits(i) = visits(i) + 1
  end do
  !$omp end do
  !$omp do schedule(runtime)
  do i = 1, 200
    visits(i) = visits(i) + 1
  end do
  !$omp end do
  !$omp do collapse(2) schedule(dynamic, 7)
  do i = 0, 19
    do k = 1, 10
      visits(10 * i + k) = visits(10 * i + k) + 1
    end do
  end do
  !$omp end do nowait
  !$omp end parallel
  CHECK(all(visits == 5))
end subroutine schedules

subroutine clauses_of_loops()
  use omp_lib
  use checks
  implicit none
  integer :: i, last, total
  integer(8) :: wide, wide_total
  last = 0
  total = 0
  !$omp parallel do lastprivate(last) reduction(+: total) schedule(dynamic, 2)
  do i = 1, 99, 7
    last = i
    total = total + i
  end do
  !$omp end parallel do
  CHECK(last == 99 .and. total == 750)
  wide_total = 0
  !$omp parallel do reduction(+: wide_total) schedule(guided)
  do wide = 3000000000_8, 3000001000_8, 10_8
    wide_total = wide_total + wide
  end do
  CHECK(wide_total == 101_8 * 3000000500_8)
end subroutine clauses_of_loops

subroutine ordered_loops()
  use omp_lib
  use checks
  implicit none
  integer :: i, next, total
  integer :: found(100), expected(100)
  next = 1
  !$omp parallel do ordered schedule(dynamic, 3)
  do i = 1, 60
    !$omp ordered
    CHECK(next == i)
    next = next + 1
    !$omp end ordered
  end do
  CHECK(next == 61)
  found = 1
  !$omp parallel do ordered(1) schedule(dynamic)
  do i = 3, 60
    !$omp ordered depend(sink: i - 1) depend(sink: i - 2)
    found(i) = mod(found(i - 1) + found(i - 2), 1000)
    !$omp ordered depend(source)
  end do
  expected = 1
  do i = 3, 60
    expected(i) = mod(expected(i - 1) + expected(i - 2), 1000)
  end do
  CHECK(all(found == expected))
  total = 0
  !$omp parallel do reduction(inscan, +: total)
  do i = 1, 100
    total = total + i
    !$omp scan inclusive(total)
    found(i) = total
  end do
  do i = 1, 100
    expected(i) = i * (i + 1) / 2
  end do
  CHECK(all(found == expected))
end subroutine ordered_loops

subroutine tasks()
  use omp_lib
  use checks
  use recursion
  implicit none
  integer :: i, k, value, total, found
  integer, allocatable :: copied(:)
  character(len=11) :: text
  value = 0
  total = 0
  text = 'hello tasks'
  allocate (copied(30))
  copied = 7
  !$omp parallel
  !$omp single
  found = fibonacci(16)
  CHECK(found == 987)
  do i = 1, 50
    !$omp task depend(inout: value) shared(value)
    value = mod(value * 3 + i, 10007)
    !$omp end task
  end do
  !$omp task firstprivate(copied, text)
  CHECK(size(copied) == 30 .and. all(copied == 7))
  CHECK(text == 'hello tasks')
  !$omp end task
  copied = 0
  text = ''
  !$omp taskgroup task_reduction(+: total)
  do i = 1, 40
    !$omp task in_reduction(+: total) firstprivate(i)
    total = total + i
    !$omp end task
  end do
  !$omp end taskgroup
  CHECK(total == 820)
  !$omp taskloop grainsize(6) reduction(+: total) collapse(2)
  do i = 1, 10
    do k = 1, 5
      total = total + 1
    end do
  end do
  !$omp end taskloop
  CHECK(total == 870)
  !$omp end single
  !$omp end parallel
  found = 0
  do i = 1, 50
    found = mod(found * 3 + i, 10007)
  end do
  CHECK(value == found)
end subroutine tasks

subroutine without_device()
  use omp_lib
  use checks
  implicit none
  integer :: array(50), i
  array = 0
  !$omp target teams distribute parallel do map(tofrom: array)
  do i = 1, 50
    array(i) = i
  end do
  CHECK(sum(array) == 1275)
  CHECK(omp_is_initial_device())
end subroutine without_device

program loops_and_tasks
  implicit none
  call schedules()
  call clauses_of_loops()
  call ordered_loops()
  call tasks()
  call without_device()
end program loops_and_tasks
