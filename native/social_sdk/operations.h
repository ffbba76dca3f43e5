#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "social_sdk/client.h"

namespace slashpass::social_sdk {

/// An operation that is being started, and typed access to its arguments. A missing argument is empty or zero.
class Call {
 public:
  Call(Client& client, std::uint64_t number, const Values& arguments)
      : client(client), api(client.api()), self(client.handle()), number_(number), arguments_(arguments) {}

  Client& client;
  const Api& api;
  Handle* const self;

  std::size_t size() const { return arguments_.size(); }
  const SecretText& string(std::size_t index) const;
  Text text(std::size_t index) const { return borrowed(string(index)); }
  bool has(std::size_t index) const;
  std::uint64_t id(std::size_t index) const;
  std::int32_t number(std::size_t index) const;
  void* user_data() const;
  void init() { client.init(arguments_); }

 private:
  const std::uint64_t number_;
  const Values& arguments_;
};

/// Returned by operations that complete through a callback.
constexpr std::nullopt_t pending = std::nullopt;

struct Operation {
  const char* name;
  /// Returns the operation's values, or `pending`.
  std::optional<Values> (*start)(Call& call);
  /// The library feature that the operation requires, or null.
  const char* feature = nullptr;
};

/// Returns null if there is no such operation.
const Operation* find_operation(const std::string& name);

std::optional<Values> start_client(Call& call);

// presence.cpp
std::optional<Values> set_activity(Call& call);
std::optional<Values> accept_join_request(Call& call);
void receive_invite(Handle* invite, void* user_data);

// probe.cpp
std::optional<Values> probe(Call& call);

}  // namespace slashpass::social_sdk
