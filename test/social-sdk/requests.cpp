#include "requests.h"

#include <cstdlib>
#include <mutex>

#include "text.h"

#ifdef _WIN32
#include <process.h>
#else
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;
#endif

namespace stand_in {
namespace {

constexpr int bearer = 1;

std::mutex url_mutex;
// Never destroyed, because the last report is written at exit.
std::string& opened_url = *new std::string;

/// Converts a response to a result's type, text, code, HTTP status and body.
Outcome read_response(const Response& response, Fields& fields) {
  if (response.status == 0) return {.type = network, .error = "no response", .is_retryable = true};
  fields = parse_json(response.body);
  if (response.status < 400) return {};
  return {.type = http,
          .error = fields[fields.contains("error") ? "error" : "message"],
          .error_code = std::atoi(fields["code"].c_str()),
          .status = response.status,
          .is_retryable = response.status == 429 || response.status >= 500,
          .retry_after_ms = static_cast<int>(std::atof(fields["retry_after"].c_str()) * 1000),
          .body = response.body};
}

void run_browser(const std::string& program, std::string url, const std::atomic<bool>& is_cancelled) {
#ifdef _WIN32
  (void)is_cancelled;
  _spawnlp(_P_NOWAIT, program.c_str(), program.c_str(), url.c_str(), nullptr);
#else
  std::string name = program;
  char* arguments[] = {name.data(), url.data(), nullptr};
  pid_t id = 0;
  if (posix_spawnp(&id, program.c_str(), nullptr, nullptr, arguments, environ) != 0) return;
  while (waitpid(id, nullptr, is_cancelled ? 0 : WNOHANG) == 0) usleep(10'000);
#endif
}

}  // namespace

std::string encode_form(const Form& form) {
  std::string text;
  for (const auto& [name, value] : form) text += (text.empty() ? "" : "&") + name + "=" + encode(value);
  return text;
}

Outcome post(const Service& service, const Operation& operation, Encoding encoding, const std::string& path,
             const Form& form, Fields* response) {
  Request request = {.method = "POST", .url = service.api_base + path, .timeout_ms = service.timeout_ms};
  if (encoding == Encoding::form) {
    request.headers = "Content-Type: application/x-www-form-urlencoded\r\n";
    request.body = encode_form(form);
  } else {
    request.headers = "Content-Type: application/json\r\n";
    for (const auto& [name, value] : form) {
      request.body += (request.body.empty() ? "{" : ",") + quote(name) + ":" + quote(value);
    }
    request.body += "}";
  }
  Fields fields;
  Outcome outcome = read_response(send(request, operation.is_cancelled), fields);
  if (outcome.type == none) {
    outcome.texts = {fields["access_token"], fields["refresh_token"], fields["scope"]};
    if (operation.callback.shape == Shape::child_token) outcome.texts = {fields["access_token"], fields["scope"]};
    outcome.numbers[0] = bearer;
    outcome.numbers[1] = std::atoi(fields["expires_in"].c_str());
  }
  if (response) *response = fields;
  return outcome;
}

Outcome fetch_user(const Service& service, const Operation& operation, const std::string& token) {
  const Request request = {.url = service.api_base + "/users/@me",
                           .headers = "Authorization: Bearer " + token + "\r\n",
                           .timeout_ms = service.timeout_ms};
  Fields fields;
  Outcome outcome = read_response(send(request, operation.is_cancelled), fields);
  const std::string& name = fields["global_name"];
  outcome.id = std::strtoull(fields["id"].c_str(), nullptr, 10);
  outcome.texts = {name.empty() || name == "null" ? fields["username"] : name};
  return outcome;
}

Browser::Browser(const std::string& url) {
  const std::lock_guard lock(url_mutex);
  opened_url = url;
  const char* given = std::getenv("STAND_IN_BROWSER");
  if (!given) return;
  thread_ = std::thread([this, url, browser = std::string(given)] {
    if (browser.compare(0, 7, "http://") == 0) {
      send({.url = browser + encode(url)}, is_cancelled_);
    } else {
      run_browser(browser, url, is_cancelled_);
    }
  });
}

Browser::~Browser() {
  is_cancelled_ = true;
  if (thread_.joinable()) thread_.join();
}

std::string last_opened_url() {
  const std::lock_guard lock(url_mutex);
  return opened_url;
}

}  // namespace stand_in
