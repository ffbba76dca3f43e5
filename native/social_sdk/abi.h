#pragma once

#include <cstddef>
#include <cstdint>

namespace slashpass::social_sdk {

// The types of the library's C interface. Enums are `int32_t`, ids `uint64_t`.

/// `Discord_String`: UTF-8 without a terminator.
struct Text {
  std::uint8_t* data = nullptr;
  std::size_t size = 0;
};

/// Every handle is a struct with one pointer, in the caller's memory.
struct Handle {
  void* opaque = nullptr;
};

using Free = void (*)(void*);

template <class... Given>
using Callback = void (*)(Given..., void* user_data);

using ResultCallback = Callback<Handle*>;
using CodeCallback = Callback<Handle*, Text, Text>;
using TokenCallback = Callback<Handle*, Text, Text, std::int32_t, std::int32_t, Text>;
using ChildTokenCallback = Callback<Handle*, Text, std::int32_t, std::int32_t, Text>;
using UserCallback = Callback<Handle*, std::uint64_t, Text>;
using JoinCallback = Callback<Handle*, Text>;

}  // namespace slashpass::social_sdk
