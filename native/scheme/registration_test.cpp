#include "scheme/registration.h"

#include <doctest/doctest.h>

using namespace slashpass;

TEST_CASE("preserves a registration when formatting and parsing it") {
  for (const auto& registration :
       {Registration{"discord-1", "1", "A Game: =x", true, "/run/user/1000/slashpass", {}},
        Registration{"com.example.game", "2", "", false, "", {"/opt/my game/game", "--a", "", "b=c d"}},
        Registration{"com.example.game", "2", "", false, "", {"steam"}, false},
        Registration{"com.example.game", "2", "", true, "", {}, true, "/opt/my game/game"}}) {
    const auto read = parse_registration(format_registration(registration));
    REQUIRE(read.ok());
    CHECK(read.value() == registration);
  }
}

TEST_CASE("rejects text in any other format") {
  for (const char* text :
       {"", "slashpass registration 1", "slashpass registration 2\nscheme a\n", "slashpass registration 1\nscheme\n",
        "slashpass registration 1\nscheme http\n", "slashpass registration 1\nscheme a\nexec b\n", "scheme a\n"}) {
    CHECK_MESSAGE(!parse_registration(text).ok(), text);
  }
}
