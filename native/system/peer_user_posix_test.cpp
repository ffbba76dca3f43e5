#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system/peer_user_posix.h"

using namespace slashpass;

TEST_CASE("returns the user of a Unix socket's peer, or no user for other descriptors") {
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  CHECK(peer_user(ends[0]) == geteuid());
  CHECK(peer_user(ends[1]) == geteuid());
  close(ends[0]);
  close(ends[1]);
  CHECK(peer_user(ends[0]) == std::nullopt);
  CHECK(peer_user(-1) == std::nullopt);

  const int file = open("/dev/null", O_RDONLY);
  CHECK(peer_user(file) == std::nullopt);
  close(file);
  const int unconnected = socket(AF_UNIX, SOCK_STREAM, 0);
  CHECK(peer_user(unconnected) == std::nullopt);
  close(unconnected);
}
