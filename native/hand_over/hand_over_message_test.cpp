#include "hand_over/hand_over_message.h"

#include <doctest/doctest.h>

#include "base/redirect_uri.h"

using namespace slashpass;
using State = HandOverReader::State;

TEST_CASE("reassembles a message from chunks of any size") {
  const std::string uri = "game:/authorize/callback?code=a";
  const auto message = hand_over_message(uri);
  for (std::size_t piece = 1; piece <= message.size(); ++piece) {
    HandOverReader reader;
    auto state = State::incomplete;
    for (std::size_t at = 0; at < message.size(); at += piece) {
      REQUIRE(state == State::incomplete);
      state = reader.feed(std::string_view(message).substr(at, piece));
    }
    REQUIRE(state == State::complete);
    CHECK(reader.uri() == uri);
  }
}

TEST_CASE("rejects a message with a wrong prefix at the first wrong byte") {
  HandOverReader reader;
  CHECK(reader.feed("S") == State::incomplete);
  CHECK(reader.feed("X") == State::refused);
}

TEST_CASE("rejects an oversized message as soon as its size arrives") {
  HandOverReader reader;
  const auto message = hand_over_message(std::string(max_uri_size + 1, 'a'));
  CHECK(reader.feed(std::string_view(message).substr(0, 8)) == State::refused);
}

TEST_CASE("rejects an empty message and trailing bytes") {
  CHECK(HandOverReader().feed(hand_over_message("")) == State::refused);
  CHECK(HandOverReader().feed(hand_over_message("a") + "b") == State::refused);
  CHECK(HandOverReader().feed(std::string(100'000, 'a')) == State::refused);
}

TEST_CASE("reports whether any byte has arrived") {
  HandOverReader reader;
  CHECK(reader.untouched());
  CHECK(reader.feed("S") == State::incomplete);
  CHECK(!reader.untouched());
}
