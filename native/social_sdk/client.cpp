#include "social_sdk/client.h"

#include <utility>

#include "social_sdk/operations.h"
#include "social_sdk/receiver.h"

namespace slashpass::social_sdk {
namespace {

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

constexpr std::int32_t warnings_and_errors = 3;
constexpr std::size_t most_join_requests = 32;

}  // namespace

std::shared_ptr<Client> Client::create(Sink sink) {
  if (!Runner::shared().add_client()) return nullptr;
  return std::shared_ptr<Client>(new Client(std::move(sink)));
}

Client::Client(Sink sink) : runner_(Runner::shared()), sink_(std::move(sink)) {}

std::uint64_t Client::call(std::string operation, Values arguments) {
  const auto number = next_number();
  if (is_closed_) return number;
  runner_.post([self = shared_from_this(), number, operation = std::move(operation), arguments = std::move(arguments)] {
    self->start(number, operation, arguments);
  });
  return number;
}

void Client::forget(std::uint64_t operation) {
  if (!is_closed_) runner_.post([self = shared_from_this(), operation] { self->runner_.forget(operation); });
}

void Client::close() {
  if (is_closed_.exchange(true)) return;
  runner_.remove_client([self = shared_from_this()] { self->drop(); });
}

void Client::start(std::uint64_t number, const std::string& name, const Values& arguments) {
  Call call(*this, number, arguments);
  const Operation* operation = find_operation(name);
  const bool is_supported = operation != nullptr && (operation->feature == nullptr || api().has(operation->feature));
  if (!is_supported || (!is_initialized_ && operation->start != &start_client)) {
    deliver({.operation = number, .failure = Failure{.reason = "unsupported"}});
    return;
  }
  runner_.wait_for(number, {this, nullptr});
  auto values = operation->start(call);
  if (!values) return;
  runner_.forget(number);
  deliver({.operation = number, .values = std::move(*values)});
}

void Client::init(const Values& arguments) {
  if (is_initialized_) return;
  const Call call(*this, 0, arguments);
  if (call.has(0)) {
    api().client_init_with_bases(&handle_, call.text(0), call.text(1));
  } else {
    api().client_init(&handle_);
  }
  is_initialized_ = true;
  api().set_application_id(&handle_, call.id(2));
  if (api().set_http_request_timeout) api().set_http_request_timeout(&handle_, call.number(3));
  api().add_log_callback(&handle_, Receiver<Text, std::int32_t>::receive, nullptr, listen("log"), warnings_and_errors);
  api().set_status_changed(&handle_, Receiver<std::int32_t, std::int32_t, std::int32_t>::receive, nullptr,
                           listen("status"));
  api().set_token_expiration(&handle_, Receiver<>::receive, nullptr, listen("tokenExpiration"));
  api().set_activity_join(&handle_, Receiver<Text>::receive, nullptr, listen("join"));
  api().set_invite_created(&handle_, receive_invite, nullptr, listen("joinRequest"));
}

void* Client::listen(const char* event) {
  const auto number = next_number();
  runner_.wait_for(number, {this, event});
  return user_data_of(number);
}

void Client::set_connected(bool is_connected) {
  if (is_connected != is_connected_) runner_.keep_pumping(is_connected);
  is_connected_ = is_connected;
}

void Client::add_join_request(std::uint64_t player, Handle* invite) {
  remove_join_request(player);
  if (join_requests_.size() == most_join_requests) join_requests_.pop_front();
  api().invite_clone(join_requests_.emplace_back(api(), player).invite.get(), invite);
}

void Client::remove_join_request(std::uint64_t player) {
  join_requests_.remove_if([player](const JoinRequest& request) { return request.player == player; });
}

JoinRequest* Client::find_join_request(std::uint64_t player) {
  for (JoinRequest& request : join_requests_) {
    if (request.player == player) return &request;
  }
  return nullptr;
}

void Client::drop() {
  runner_.forget_client(this);
  set_connected(false);
  join_requests_.clear();
  if (!is_initialized_) return;
  api().client_drop(&handle_);
  is_initialized_ = false;
  // Runs the callbacks that are already queued, because they own their results.
  runner_.pump();
}

}  // namespace slashpass::social_sdk
