#pragma once

#include <optional>

#include "social_sdk/owned.h"
#include "social_sdk/runner.h"

namespace slashpass::social_sdk {

/// Takes ownership of a callback's results, which belong to this program even if no operation is waiting for them.
class Reception {
 public:
  explicit Reception(void* user_data);
  /// Delivers the event, unless the callback is late or repeated.
  ~Reception();
  Reception(const Reception&) = delete;
  Reception& operator=(const Reception&) = delete;

  /// A `ClientResult`.
  void take(Handle* result);
  void take(Text text);
  void take(std::int32_t number) { event_.values.emplace_back(static_cast<double>(number)); }
  void take(std::uint64_t id) { event_.values.emplace_back(id); }

 private:
  Runner& runner_;
  std::uint64_t number_;
  Event event_;
};

/// The functions that the library calls. A call on another thread is ignored: the library is single-threaded, so even
/// dropping a handle there could corrupt its memory.
template <class... Given>
struct Receiver {
  static void receive(Given... given, void* user_data) {
    if (!Runner::shared().is_current()) return;
    Reception reception(user_data);
    (reception.take(given), ...);
  }
};

inline void* user_data_of(std::uint64_t number) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(number)); }

inline std::uint64_t number_of(void* user_data) { return reinterpret_cast<std::uintptr_t>(user_data); }

}  // namespace slashpass::social_sdk
