#include "social_sdk/receiver.h"

#include <utility>

#include "social_sdk/client.h"

namespace slashpass::social_sdk {
namespace {

Failure failure_of(const Api& api, Handle* result) {
  OwnedText message(api);
  OwnedText body(api);
  api.result_error(result, message.out());
  api.result_response_body(result, body.out());
  Failure failure;
  failure.type = api.result_type(result);
  failure.message = message.copy().value_or(SecretText());
  failure.error_code = api.result_error_code(result);
  failure.status = api.result_status(result);
  failure.is_retryable = api.result_retryable(result);
  failure.retry_after = api.result_retry_after(result);
  failure.body = body.copy().value_or(SecretText());
  return failure;
}

}  // namespace

Reception::Reception(void* user_data) : runner_(Runner::shared()), number_(number_of(user_data)) {}

Reception::~Reception() {
  const auto waiting = runner_.take(number_);
  if (!waiting) return;
  event_.name = waiting->name;
  event_.operation = waiting->name == nullptr ? number_ : 0;
  waiting->client->deliver(std::move(event_));
}

void Reception::take(Handle* result) {
  const Api& api = runner_.api();
  if (result == nullptr) {
    event_.failure = Failure{.reason = "no_result"};
    return;
  }
  if (!api.result_successful(result)) event_.failure = failure_of(api, result);
  api.result_drop(result);
}

void Reception::take(Text text) {
  auto copy = OwnedText(runner_.api(), text).copy();
  if (!copy) {
    if (!event_.failure) event_.failure = Failure{.reason = "invalid_string"};
    copy.emplace();
  }
  event_.values.emplace_back(std::move(*copy));
}

}  // namespace slashpass::social_sdk
