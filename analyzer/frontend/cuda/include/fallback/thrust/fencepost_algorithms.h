// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: the algorithms beside those of fencepost_vectors.h,
// as far as the type of what they return.
#pragma once
#pragma clang system_header

#include "fencepost_vectors.h"
#include <tuple>
#include <type_traits>

namespace thrust {
namespace detail {
/// The type of argument At, not counting a policy in front.
template <int At, typename First, typename... Rest> struct argument {
  static constexpr int Skipped =
      std::is_base_of_v<execution_policy, std::decay_t<First>>;
  using type = std::decay_t<
      std::tuple_element_t<At + Skipped, std::tuple<First, Rest...>>>;
  static type of(std::tuple<First, Rest...> Arguments) {
    return std::get<At + Skipped>(Arguments);
  }
};
} // namespace detail

#define FENCEPOST_RETURNS(AT, NAME)                                            \
  template <typename... __A>                                                   \
  typename detail::argument<AT, __A &&...>::type NAME(__A &&...Arguments) {    \
    return detail::argument<AT, __A &&...>::of(                                \
        {std::forward<__A>(Arguments)...});                                    \
  }
#define FENCEPOST_RETURNS_NOTHING(NAME)                                        \
  template <typename... __A> void NAME(__A &&...) {}
#define FENCEPOST_RETURNS_PAIR(FIRST, SECOND, NAME)                            \
  template <typename... __A>                                                   \
  std::pair<typename detail::argument<FIRST, __A &&...>::type,                 \
            typename detail::argument<SECOND, __A &&...>::type>                \
  NAME(__A &&...Arguments) {                                                   \
    return {detail::argument<FIRST, __A &&...>::of(                            \
                {std::forward<__A>(Arguments)...}),                            \
            detail::argument<SECOND, __A &&...>::of(                           \
                {std::forward<__A>(Arguments)...})};                           \
  }
FENCEPOST_RETURNS(0, unique)
FENCEPOST_RETURNS(0, remove)
FENCEPOST_RETURNS(0, remove_if)
FENCEPOST_RETURNS(0, partition)
FENCEPOST_RETURNS(0, stable_partition)
FENCEPOST_RETURNS(0, find)
FENCEPOST_RETURNS(0, find_if)
FENCEPOST_RETURNS(0, find_if_not)
FENCEPOST_RETURNS(0, partition_point)
FENCEPOST_RETURNS(0, upper_bound)
FENCEPOST_RETURNS(0, lower_bound)
FENCEPOST_RETURNS(2, copy_if)
FENCEPOST_RETURNS(2, remove_copy)
FENCEPOST_RETURNS(2, remove_copy_if)
FENCEPOST_RETURNS(2, unique_copy)
FENCEPOST_RETURNS(2, adjacent_difference)
FENCEPOST_RETURNS(2, transform_inclusive_scan)
FENCEPOST_RETURNS(2, transform_exclusive_scan)
FENCEPOST_RETURNS(2, reverse_copy)
FENCEPOST_RETURNS(3, gather)
FENCEPOST_RETURNS(3, inclusive_scan_by_key)
FENCEPOST_RETURNS(3, exclusive_scan_by_key)
FENCEPOST_RETURNS(4, set_intersection)
FENCEPOST_RETURNS(4, set_union)
FENCEPOST_RETURNS(4, set_difference)
FENCEPOST_RETURNS(4, merge)
FENCEPOST_RETURNS_NOTHING(scatter)
FENCEPOST_RETURNS_NOTHING(scatter_if)
FENCEPOST_RETURNS_NOTHING(replace)
FENCEPOST_RETURNS_NOTHING(replace_if)
FENCEPOST_RETURNS_NOTHING(reverse)
FENCEPOST_RETURNS_NOTHING(tabulate)
FENCEPOST_RETURNS_NOTHING(shuffle)
FENCEPOST_RETURNS_NOTHING(stable_sort)
FENCEPOST_RETURNS_NOTHING(stable_sort_by_key)
FENCEPOST_RETURNS_NOTHING(swap_ranges)
FENCEPOST_RETURNS_NOTHING(uninitialized_fill)
FENCEPOST_RETURNS_PAIR(0, 2, unique_by_key)
FENCEPOST_RETURNS_PAIR(3, 4, reduce_by_key)
FENCEPOST_RETURNS_PAIR(0, 0, equal_range)
FENCEPOST_RETURNS_PAIR(0, 0, minmax_element)
#undef FENCEPOST_RETURNS
#undef FENCEPOST_RETURNS_NOTHING
#undef FENCEPOST_RETURNS_PAIR
} // namespace thrust
