#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slashpass {

/// Masks known secrets in every form they can take, and what looks like a token.
class Redactor {
 public:
  static constexpr std::string_view mask = "[redacted]";
  /// Shorter secrets would shred ordinary text.
  static constexpr std::size_t shortest_secret = 8;

  /// False when the secret is too short to be masked by value. A secret counts once, however often it is added.
  bool add(std::string_view secret);

  /// False when it was not known.
  bool remove(std::string_view secret);

  /// The text with every secret masked, or nothing when there is none in it.
  std::optional<std::string> redact(std::string_view text) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> forms_by_secret_;
};

}  // namespace slashpass
