/// Requests to the service, and their results.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "operations.h"

namespace stand_in {

using Form = std::vector<std::pair<std::string, std::string>>;
using Fields = std::map<std::string, std::string>;
enum class Encoding { form, json };

std::string encode_form(const Form& form);
/// Sends the fields to a path under the API's base URL. A successful outcome contains the response's tokens (RFC 6749
/// §5.1) in the order of the callback's parameters.
Outcome post(const Service& service, const Operation& operation, Encoding encoding, const std::string& path,
             const Form& form, Fields* response = nullptr);
Outcome fetch_user(const Service& service, const Operation& operation, const std::string& token);

/// Opens a URL as STAND_IN_BROWSER specifies. The destructor waits until the browser has finished.
class Browser {
 public:
  explicit Browser(const std::string& url);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

 private:
  std::atomic<bool> is_cancelled_ = false;
  std::thread thread_;
};

std::string last_opened_url();

}  // namespace stand_in
