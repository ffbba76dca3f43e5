#include "hand_over/hand_over.h"

#include <doctest/doctest.h>

#include <thread>

#include "base/redirect_uri.h"
#include "hand_over/received_redirects.h"
#include "testing/temporary_directory.h"

using namespace slashpass;

namespace {

// Pipe names do not include a directory.
struct Channel {
  TemporaryDirectory directory;
  HandOverChannel ends{"slashpass-test", directory.path().string()};
  ReceivedRedirects received;

  Result<std::unique_ptr<HandOverListener>> listen() { return listen_for_redirects(ends, received.events()); }
};

}  // namespace

TEST_CASE("delivers a redirect to the listener") {
  Channel channel;
  const auto listener = channel.listen();
  REQUIRE(listener.ok());
  CHECK(hand_over(channel.ends, small_redirect).ok());
  CHECK(channel.received.redirects(1) == std::vector{small_redirect});
}

TEST_CASE("delivers a redirect of the maximum size") {
  Channel channel;
  const auto listener = channel.listen();
  REQUIRE(listener.ok());
  const auto largest = small_redirect + std::string(max_uri_size - small_redirect.size(), 'a');
  CHECK(hand_over(channel.ends, largest).ok());
  CHECK(channel.received.redirects(1) == std::vector{largest});
}

TEST_CASE("reports that the game is not running if there is no listener") {
  Channel channel;
  const auto given = hand_over(channel.ends, small_redirect);
  REQUIRE(!given.ok());
  CHECK(given.error().code == "not_running");
  CHECK(channel.listen().ok());
  CHECK(hand_over(channel.ends, small_redirect).error().code == "not_running");
}

TEST_CASE("rejects any message that is not a redirect to the scheme") {
  Channel channel;
  const auto listener = channel.listen();
  REQUIRE(listener.ok());
  for (const char* other : {"slashpass-test://authorize/callback?code=a", "other:/authorize/callback?code=a", "x"}) {
    CHECK(hand_over(channel.ends, other).error().code == "not_taken");
  }
  CHECK(channel.received.refused(3) == 3);
  CHECK(channel.received.redirects(0).empty());
}

TEST_CASE("does not confirm a redirect that the game rejects") {
  Channel channel;
  channel.received.take_none();
  const auto listener = channel.listen();
  REQUIRE(listener.ok());
  CHECK(hand_over(channel.ends, small_redirect).error().code == "not_taken");
}

TEST_CASE("allows one listener per scheme at a time") {
  Channel channel;
  {
    const auto first = channel.listen();
    REQUIRE(first.ok());
    const auto second = channel.listen();
    REQUIRE(!second.ok());
    CHECK(second.error().code == "scheme_busy");
    CHECK(hand_over(channel.ends, small_redirect).ok());
  }
  CHECK(channel.listen().ok());
  CHECK(channel.received.refused(0) == 0);
}

TEST_CASE("delivers a hundred concurrent redirects") {
  Channel channel;
  const auto listener = channel.listen();
  REQUIRE(listener.ok());
  std::vector<std::thread> senders;
  for (int i = 0; i < 100; ++i) {
    senders.emplace_back([&] { CHECK(hand_over(channel.ends, small_redirect).ok()); });
  }
  for (auto& sender : senders) sender.join();
  CHECK(channel.received.redirects(100).size() == 100);
}
