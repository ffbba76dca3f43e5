#include "base/redirect_uri.h"

#include <doctest/doctest.h>

#include <string>

using namespace slashpass;

namespace {

constexpr const char* application = "123456789012345678";

}  // namespace

TEST_CASE("50: accepts only lower-case schemes as defined in RFC 3986, section 3.1") {
  for (const char* good : {"ab", "discord-123456789012345678", "com.example.game", "x+y-z.0"}) {
    CHECK_MESSAGE(check_scheme(good, application).ok(), good);
  }
  for (const char* bad :
       {"", "a", "1game", "-game", "my game", "my\\game", "my/game", "game:", "gäme", "Game", "a\n"}) {
    const auto checked = check_scheme(bad, application);
    REQUIRE_MESSAGE(!checked.ok(), bad);
    CHECK(checked.error().code == "invalid_scheme");
  }
  CHECK(check_scheme(std::string(max_scheme_size, 'a'), application).ok());
  CHECK(!check_scheme(std::string(max_scheme_size + 1, 'a'), application).ok());
}

TEST_CASE("50: rejects schemes that belong to the system, the browser or other applications") {
  for (const char* reserved :
       {"http",     "https",  "file",        "javascript", "data",      "blob",        "about",
        "vbscript", "mailto", "ms-settings", "ms-",        "ftp",       "tel",         "steam",
        "discord",  "sip",    "web+game",    "z39.50r",    "discord-1", "discord-ptb", "discord-1234567890123456789"}) {
    const auto checked = check_scheme(reserved, application);
    REQUIRE_MESSAGE(!checked.ok(), reserved);
    CHECK(checked.error().code == "reserved_scheme");
  }
  CHECK(check_scheme("msgame", application).ok());
}

TEST_CASE("54: accepts a redirect only with the exact scheme and path and a query") {
  CHECK(is_redirect("game:/authorize/callback?code=a&state=b", "game"));
  CHECK(is_redirect("game:/authorize/callback?", "game"));
  CHECK(is_redirect("GAME:/authorize/callback?code=%20", "game"));
  CHECK(is_redirect("game:/authorize/callback?code=a#_=_", "game"));
  for (const char* other :
       {"game:/authorize/callback", "game:///authorize/callback?code=a", "game://authorize/callback?code=a",
        "game:/Authorize/callback?code=a", "game:/authorize/callback/?code=a", "game:/authorize/../callback?code=a",
        "game2:/authorize/callback?code=a", "gam:/authorize/callback?code=a", " game:/authorize/callback?code=a",
        "game:/authorize/callback?code=a b", "game:/authorize/callback?code=\"a\"", "--game:/authorize/callback?",
        ""}) {
    CHECK_MESSAGE(!is_redirect(other, "game"), other);
  }
  CHECK(!is_redirect(std::string("game:/authorize/callback?a\0b", 27), "game"));
}

TEST_CASE("limits a redirect's size") {
  const std::string start = "game:/authorize/callback?";
  CHECK(is_redirect(start + std::string(max_uri_size - start.size(), 'a'), "game"));
  CHECK(!is_redirect(start + std::string(max_uri_size - start.size() + 1, 'a'), "game"));
}

TEST_CASE("distinguishes launch URLs from redirects") {
  const std::string launch = "discord-1://authorize/callback?code=a";
  const std::string redirect = "discord-1:/authorize/callback?code=a";
  CHECK(is_launch_url(launch, "discord-1"));
  CHECK(!is_redirect(launch, "discord-1"));
  CHECK(is_redirect(redirect, "discord-1"));
  CHECK(!is_launch_url(redirect, "discord-1"));
  CHECK(!is_launch_url("discord-1://a b", "discord-1"));
}

TEST_CASE("accepts only URLs that have a scheme and need no quoting") {
  CHECK(is_any_url("steam://rungameid/480"));
  CHECK(is_any_url("com.example:x"));
  for (const char* other : {"", ":", "/Applications/Game.app", "game", "steam://a\"b", "steam://a b", "1a:b"}) {
    CHECK_MESSAGE(!is_any_url(other), other);
  }
}
