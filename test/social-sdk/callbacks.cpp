// Calls the caller's functions and injects the faults in results and strings.
#include <utility>

#include "faults.h"
#include "operations.h"

namespace stand_in {
namespace {

constexpr size_t huge_size = 2 << 20;

std::shared_ptr<Object> to_result(const Outcome& outcome) {
  return std::make_shared<Object>("ClientResult", std::map<std::string, Value>{{"Type", outcome.type},
                                                                               {"Error", outcome.error},
                                                                               {"ErrorCode", outcome.error_code},
                                                                               {"Status", outcome.status},
                                                                               {"Retryable", outcome.is_retryable},
                                                                               {"RetryAfterMs", outcome.retry_after_ms},
                                                                               {"ResponseBody", outcome.body}});
}

/// Calls a function with these parameters, followed by the user data.
template <class... Parameters>
void call(const Callback& callback, Parameters... parameters) {
  reinterpret_cast<void (*)(Parameters..., void*)>(callback.function)(parameters..., callback.user_data);
}

void invoke_with_result(const Callback& callback, StandIn_Handle* result, const Outcome& outcome) {
  bool is_first = true;
  const auto text = [&](size_t index) -> Discord_String {
    const bool is_huge = std::exchange(is_first, false) && take_fault("huge-string");
    if (is_huge) return {reinterpret_cast<uint8_t*>(0x10), huge_size};
    return give(index < outcome.texts.size() ? outcome.texts[index] : "");
  };
  const auto& numbers = outcome.numbers;
  // C++ does not specify the order in which arguments are evaluated, but the first string must be created
  // first, because only that string may be huge.
  switch (callback.shape) {
    case Shape::code: {
      const Discord_String code = text(0);
      return call(callback, result, code, text(1));
    }
    case Shape::token: {
      const Discord_String access = text(0);
      const Discord_String refresh = text(1);
      return call(callback, result, access, refresh, numbers[0], numbers[1], text(2));
    }
    case Shape::child_token: {
      const Discord_String access = text(0);
      return call(callback, result, access, numbers[0], numbers[1], text(1));
    }
    case Shape::user:
      return call(callback, result, outcome.id, text(0));
    case Shape::secret:
      return call(callback, result, text(0));
    default:
      return call(callback, result);
  }
}

}  // namespace

Callback adopt(Callback callback) {
  count("Callback", 1);
  return callback;
}

void finish(const Callback& callback) {
  count("Callback", -1);
  if (callback.free) callback.free(callback.user_data);
}

void invoke(const Callback& callback, const Outcome& outcome) {
  if (!callback.function) return;
  const auto& [first, second, third] = outcome.numbers;
  const std::string text = outcome.texts.empty() ? "" : outcome.texts[0];
  switch (callback.shape) {
    case Shape::none:
      return call(callback);
    case Shape::status:
      return call(callback, first, second, third);
    case Shape::log:
      return call(callback, give(text), first);
    case Shape::join:
      return call(callback, give(text));
    case Shape::join_with_application:
      return call(callback, outcome.id, give(text));
    case Shape::invite: {
      StandIn_Handle invite;
      create(&invite, std::make_shared<Object>("ActivityInvite", std::map<std::string, Value>{{"SenderId", 1},
                                                                                              {"ChannelId", 2},
                                                                                              {"MessageId", 3},
                                                                                              {"ApplicationId", 4},
                                                                                              {"Type", first},
                                                                                              {"PartyId", "party"},
                                                                                              {"SessionId", "session"},
                                                                                              {"IsValid", 1}}));
      return call(callback, &invite);
    }
    default:
      break;
  }
  if (take_fault("null-result")) return invoke_with_result(callback, nullptr, outcome);
  StandIn_Handle result;
  create(&result, to_result(outcome));
  invoke_with_result(callback, &result, outcome);
}

}  // namespace stand_in
