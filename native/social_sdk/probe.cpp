#include <string>

#include "social_sdk/operations.h"

namespace slashpass::social_sdk {
namespace {

class Findings {
 public:
  explicit Findings(const Api& api) : api_(api) {}

  void add(const char* name, SecretText value) {
    values_.emplace_back(SecretText(name));
    values_.emplace_back(std::move(value));
  }

  template <class Write>
  void add_text(const char* name, Write write) {
    OwnedText text(api_);
    write(text.out());
    add(name, text.copy().value_or("(corrupt)"));
  }

  Values take() { return std::move(values_); }

 private:
  const Api& api_;
  Values values_;
};

SecretText decimal(std::uint64_t number) { return SecretText(std::to_string(number)); }

void probe_arguments(const Api& api, Findings& findings) {
  OwnedHandle args(api.args_init, api.args_drop);
  const SecretText scopes = "identify";
  api.args_set_client_id(args.get(), 1234567890123456789U);
  api.args_set_scopes(args.get(), borrowed(scopes));
  findings.add("AuthorizationArgs.ClientId", decimal(api.args_client_id(args.get())));
  findings.add_text("AuthorizationArgs.Scopes", [&](Text* text) { api.args_scopes(args.get(), text); });
  OwnedText state(api);
  findings.add("AuthorizationArgs.State", api.args_state(args.get(), state.out()) ? "(set)" : "(not set)");
}

void probe_verifier(const Api& api, Handle* client, Findings& findings) {
  OwnedHandle verifier(api.verifier_drop);
  api.create_verifier(client, verifier.get());
  OwnedText text(api);
  api.verifier_verifier(verifier.get(), text.out());
  findings.add("verifier length", decimal(text.copy().value_or(SecretText()).size()));
  OwnedHandle challenge(api.challenge_drop);
  api.verifier_challenge(verifier.get(), challenge.get());
  OwnedText challenge_text(api);
  api.challenge_challenge(challenge.get(), challenge_text.out());
  findings.add("challenge length", decimal(challenge_text.copy().value_or(SecretText()).size()));
}

}  // namespace

// probe(): name, value, …, the results of calls that need no connection.
std::optional<Values> probe(Call& call) {
  const Api& api = call.api;
  Findings findings(api);
  const auto version = std::to_string(api.version_major()) + "." + std::to_string(api.version_minor()) + "." +
                       std::to_string(api.version_patch());
  findings.add("version", SecretText(version));
  findings.add_text("version hash", [&](Text* text) { api.version_hash(text); });
  findings.add_text("presence scopes", [&](Text* text) { api.default_presence_scopes(text); });
  findings.add_text("communication scopes", [&](Text* text) { api.default_communication_scopes(text); });
  findings.add_text("status 3", [&](Text* text) { api.status_to_string(3, text); });
  findings.add_text("error 1", [&](Text* text) { api.error_to_string(1, text); });
  findings.add("application id", decimal(api.get_application_id(call.self)));
  findings.add("status", decimal(static_cast<std::uint64_t>(api.get_status(call.self))));
  probe_arguments(api, findings);
  probe_verifier(api, call.self, findings);
  return findings.take();
}

}  // namespace slashpass::social_sdk
