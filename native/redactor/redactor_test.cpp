#include "redactor/redactor.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using slashpass::Redactor;

namespace {

using Spans = std::vector<std::pair<std::size_t, std::size_t>>;

std::string redact(Redactor& redactor, std::string_view text) {
  return redactor.redact(text).value_or(std::string(text));
}

const std::string secret = "s3cr3t/with+signs\"&";

Redactor knowing_the_secret() {
  Redactor redactor;
  CHECK(redactor.add(secret));
  return redactor;
}

// Uses small alphabets to get common prefixes and suffixes, and characters that encodings escape.
std::string random_secret(std::mt19937& random) {
  constexpr std::array<std::string_view, 3> alphabets{"ab", "abcdefgh01234567", "aB+/ %\\\"&\n"};
  const std::string_view letters = alphabets[random() % alphabets.size()];
  std::string made;
  for (std::size_t size = Redactor::shortest_secret + random() % 40; made.size() < size;)
    made += letters[random() % letters.size()];
  return made;
}

// Returns the secret as is, in hexadecimal or with random escapes, and sometimes truncates it.
std::string random_spelling(const std::string& secret, std::mt19937& random) {
  const unsigned how = random() % 4;
  std::string written;
  for (const char letter : secret) {
    std::array<char, 8> digits{};
    const bool is_escaped = how == 1 || (how > 1 && random() % 8 == 0);
    constexpr std::array<const char*, 4> formats{"", "%02x", "%%%02X", "\\u%04x"};
    std::snprintf(digits.data(), digits.size(), formats[how], static_cast<unsigned char>(letter));
    written += is_escaped ? std::string(digits.data()) : std::string{letter};
  }
  return written.substr(0, random() % 4 == 0 ? random() % written.size() : written.npos);
}

Spans find(Redactor& redactor, std::string_view text, bool is_final) {
  const Redactor::Findings& findings = redactor.find(text, is_final);
  Spans spans;
  for (const auto& [begin, end] : findings.spans) spans.emplace_back(begin, end);
  spans.emplace_back(findings.open_at, findings.open_at);
  return spans;
}

}  // namespace

TEST_CASE("masks a secret anywhere and leaves other text unchanged") {
  Redactor redactor = knowing_the_secret();
  CHECK(redact(redactor, "a " + secret + " b " + secret) == "a [redacted] b [redacted]");
  CHECK_FALSE(redactor.redact("a clean line \xff\xfe stays the same").has_value());
}

TEST_CASE("masks a secret in upper case, even if escaped or truncated, but not in mixed case") {
  Redactor redactor;
  CHECK(redactor.add("s3cr3t/\xC3\xA9t\xC3\xA9 \"x%"));
  CHECK(redact(redactor, "a S3CR3T/\xC3\x89T\xC3\x89 \"X% b") == "a [redacted] b");
  CHECK(redact(redactor, "a S3CR3T%2F%C3%89T%C3%89+%22X%25 b") == "a [redacted] b");
  CHECK(redact(redactor, "a S3CR3T/\\u00C9T\\u00c9 \\\"X% b") == "a [redacted] b");
  CHECK(redact(redactor, "a S3CR3T/\xC3\x89\nb") == "a [redacted]\nb");
  CHECK_FALSE(redactor.redact("a S3cR3T/\xC3\xA9t\xC3\xA9 \"x% b").has_value());
}

TEST_CASE("takes linear time for text that almost repeats a secret in upper case") {
  Redactor redactor;
  CHECK(redactor.add(std::string(30000, 'a') + "A" + std::string(3000, 'a') + "b"));
  const std::string text(1 << 20, 'A');
  CHECK_FALSE(redactor.redact(text + "C").has_value());
  const std::string masked = redact(redactor, text + "B");
  CHECK(masked.size() == text.size() - 33001 + Redactor::mask.size());
  CHECK(masked.ends_with(Redactor::mask));
}

TEST_CASE("masks a secret at the end of base64 completely, but not the padding") {
  Redactor redactor;
  CHECK(redactor.add("correct horse battery staple"));
  CHECK(redact(redactor, "Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZQ==") == "[redacted]==");
  CHECK(redact(redactor, "eGNvcnJlY3QgaG9yc2UgYmF0dGVyeSBzdGFwbGU=") == "eG[redacted]=");
  // The last character cannot belong to the secret.
  CHECK(redact(redactor, "Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZ.") == "[redacted].");
}

TEST_CASE("masks the base64 character that a secret shares with the text after it, in any spelling") {
  Redactor redactor;
  CHECK(redactor.add("abcdefghijkl\x0f"));
  for (const std::string_view shared : {"/", "_", "+", "%2F", "\\/", "\n/"}) {
    CAPTURE(shared);
    const std::string text = "YWJjZGVmZ2hpamtsD" + std::string(shared);
    CHECK(redact(redactor, text + "8=") == "[redacted]8=");
    // The shared character may still arrive.
    for (std::size_t size = text.size() - shared.size(); size < text.size(); ++size) {
      CHECK(redactor.find(std::string_view(text).substr(0, size), false).open_at == 0);
    }
  }
}

TEST_CASE("masks a secret truncated after one of its own braces, both in plain text and in UTF-16") {
  Redactor redactor;
  CHECK(redactor.add("k3y{w1th}brace"));
  CHECK(redactor.add("\xE7\xB4\x80\xE5\xB9\xB4s3cret"));
  CHECK(redactor.add("0rd1nary-s3cret"));
  CHECK(redact(redactor, "a k3y{w1th}\nb") == "a [redacted]\nb");
  CHECK(redact(redactor, "a k3y{w1th}") == "a [redacted]");
  CHECK(redactor.remove("k3y{w1th}brace"));
  redactor.add("abcdefg\xE7\xB4\x80\xE7\xB4\x80\xE7\xB4\x80");
  const std::string cut("a\0b\0c\0d\0e\0f\0g\0\0}", 16);
  CHECK(redact(redactor, cut + std::string("\n\0b\0", 4)) == "[redacted]" + std::string("\n\0b\0", 4));
  CHECK(redact(redactor, cut) == "[redacted]");
}

TEST_CASE("masks overlapping secrets as one, and the remaining secret after the other is removed") {
  Redactor redactor;
  CHECK(redactor.add("abcdefgh-one"));
  CHECK(redactor.add("one-ijklmnop"));
  CHECK(redact(redactor, "<abcdefgh-one-ijklmnop>") == "<[redacted]>");
  CHECK(redactor.remove("abcdefgh-one"));
  CHECK_FALSE(redactor.remove("abcdefgh-one"));
  CHECK(redact(redactor, "<abcdefgh-one-ijklmnop>") == "<abcdefgh-[redacted]>");
}

TEST_CASE("matches a new redactor's findings after any additions and removals") {
  std::mt19937 random(5);
  Redactor redactor;
  std::vector<std::string> known;
  std::vector<std::string> all;
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    const bool grows = known.empty() || random() % 100 < (round / 100 % 2 == 0 ? 70 : 30);
    if (grows) {
      all.push_back(random() % 4 == 0 && !all.empty() ? all[random() % all.size()] : random_secret(random));
      REQUIRE(redactor.add(all.back()));
      if (std::find(known.begin(), known.end(), all.back()) == known.end()) known.push_back(all.back());
    } else {
      std::swap(known[random() % known.size()], known.back());
      REQUIRE(redactor.remove(known.back()));
      known.pop_back();
    }
    if (random() % 4 != 0) continue;
    Redactor fresh;
    for (const std::string& each : known) REQUIRE(fresh.add(each));
    std::string text;
    for (int part = 0; part < 8; ++part) {
      const std::string& each = all[random() % all.size()];
      text += random_spelling(each, random) + (random() % 2 == 0 ? "\n" : "");
    }
    const bool is_final = random() % 2 == 0;
    REQUIRE(find(redactor, text, is_final) == find(fresh, text, is_final));
    REQUIRE(find(redactor, text, is_final) == find(fresh, text, is_final));
  }
}

TEST_CASE("rejects a value that is too short") {
  Redactor redactor;
  CHECK_FALSE(redactor.add("token"));
  CHECK_FALSE(redactor.redact("a token").has_value());
}

TEST_CASE("uses little memory when unused, with few secrets, and after their removal") {
  Redactor redactor;
  CHECK(sizeof(redactor) + redactor.memory_size() < 1024);
  for (std::size_t count = 1; count <= 4; ++count) {
    CHECK(redactor.add("QDwqE3nT7vY0aXk2LmZsPf" + std::to_string(count)));
    CHECK_FALSE(redactor.redact("clean").has_value());
    CHECK(redactor.memory_size() < count * 16384);
    CHECK(redactor.memory_size() > 4096);
  }
  for (std::size_t count = 1; count <= 4; ++count) {
    CHECK(redactor.remove("QDwqE3nT7vY0aXk2LmZsPf" + std::to_string(count)));
  }
  CHECK(redactor.memory_size() < 1024);
}

TEST_CASE("frees memory when most secrets are removed") {
  constexpr std::size_t many = 2000;
  Redactor redactor;
  const auto secret_at = [](std::size_t number) { return "QDwqE3nT7vY0aXk2LmZsPf" + std::to_string(number); };
  for (std::size_t number = 0; number < many; ++number) REQUIRE(redactor.add(secret_at(number)));
  CHECK(redactor.memory_size() < many * 16384);
  for (std::size_t number = 1; number < many; ++number) REQUIRE(redactor.remove(secret_at(number)));
  CHECK(redactor.memory_size() < 10 * 16384);
  CHECK(redact(redactor, "<" + secret_at(0) + ">") == "<[redacted]>");
  CHECK_FALSE(redactor.redact("<" + secret_at(1).substr(1) + ">").has_value());
}
