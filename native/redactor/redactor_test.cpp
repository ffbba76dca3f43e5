#include "redactor/redactor.h"

#include <doctest/doctest.h>

using slashpass::Redactor;

namespace {

std::string redact(Redactor& redactor, std::string_view text) {
  return redactor.redact(text).value_or(std::string(text));
}

const std::string secret = "s3cr3t/with+signs\"&";

Redactor knowing_the_secret() {
  Redactor redactor;
  CHECK(redactor.add(secret));
  return redactor;
}

}  // namespace

TEST_CASE("a secret is masked wherever it stands, and nothing else changes") {
  Redactor redactor = knowing_the_secret();
  CHECK(redact(redactor, "a " + secret + " b " + secret) == "a [redacted] b [redacted]");
  CHECK_FALSE(redactor.redact("a clean line \xff\xfe stays the same").has_value());
}

TEST_CASE("a secret is masked in its JSON and percent-encoded forms") {
  Redactor redactor = knowing_the_secret();
  CHECK(redact(redactor, "s3cr3t/with+signs\\\"&") == "[redacted]");
  CHECK(redact(redactor, "x=s3cr3t%2Fwith%2Bsigns%22%26.") == "x=[redacted].");
  CHECK(redact(redactor, "x=s3cr3t%2fwith%2bsigns%22%26.") == "x=[redacted].");
}

TEST_CASE("a secret is masked inside base64 at every offset") {
  Redactor redactor = knowing_the_secret();
  // "xs3cr3t/with+signs\"&y" and its neighbours, encoded
  CHECK(redact(redactor, "czNjcjN0L3dpdGgrc2lnbnMiJg==").find("L3dpdGg") == std::string::npos);
  CHECK(redact(redactor, "eHMzY3IzdC93aXRoK3NpZ25zIiZ5").find("dC93aXRo") == std::string::npos);
  CHECK(redact(redactor, "eHhzM2NyM3Qvd2l0aCtzaWducyImeQ==").find("Qvd2l0aC") == std::string::npos);
}

TEST_CASE("overlapping secrets are masked as one, and removing one keeps the other") {
  Redactor redactor;
  CHECK(redactor.add("abcdefgh-one"));
  CHECK(redactor.add("one-ijklmnop"));
  CHECK(redact(redactor, "<abcdefgh-one-ijklmnop>") == "<[redacted]>");
  CHECK(redactor.remove("abcdefgh-one"));
  CHECK_FALSE(redactor.remove("abcdefgh-one"));
  CHECK(redact(redactor, "<abcdefgh-one-ijklmnop>") == "<abcdefgh-[redacted]>");
}

TEST_CASE("a short value is refused, since it would shred ordinary text") {
  Redactor redactor;
  CHECK_FALSE(redactor.add("token"));
  CHECK_FALSE(redactor.redact("a token").has_value());
}

TEST_CASE("what looks like a token is masked without being known") {
  Redactor redactor;
  CHECK(redact(redactor, "Authorization: Bearer abcdefgh12345678, next") == "Authorization: Bearer [redacted], next");
  CHECK(redact(redactor, "authorization: bot MTIzNDU2Nzg5MDEyMzQ1Njc4.abc.def") == "authorization: bot [redacted]");
  CHECK(redact(redactor, "?code=abcdefgh1234&state=zyxwvuts9876&x=1") == "?code=[redacted]&state=[redacted]&x=1");
  CHECK(redact(redactor, R"({"access_token": "abc", "refresh_token":"def","expires_in":1})") ==
        R"({"access_token": "[redacted]", "refresh_token":"[redacted]","expires_in":1})");
  CHECK(redact(redactor, R"({\"client_secret\":\"abc\"})") == R"({\"client_secret\":\"[redacted]\"})");
}

TEST_CASE("harmless words that look similar stay") {
  Redactor redactor;
  for (const std::string_view text :
       {R"({"code": 50035, "message": "Invalid Form Body"})", "exit code: 3", "state: open", "the bot is here",
        "tokens=12345678", "error_code=12345678", "Bearer of news"}) {
    CAPTURE(text);
    CHECK_FALSE(redactor.redact(text).has_value());
  }
}

TEST_CASE("a redactor is small until it is used, with few secrets, and when they are gone") {
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
    CHECK(redactor.memory_size() < 1024);
  }
}
