// A stand-in for a game with the vendor's SDK, which may not be shipped here: it does with the pipe what such a game does, and says on
// standard error what the SDK would be told. docs/guides/cpp-game.md has the lines for the SDK.
#include <chrono>
#include <thread>

#include "token_pipe.h"

int main(int count, char**) {
  std::cerr << "arguments: " << count - 1 << std::endl;
  TokenPipe pipe;
  for (int tokens = 0; tokens < 2 && !pipe.HasEnded();) {
    if (const auto token = pipe.Take()) {
      tokens += 1;
      std::cerr << "token of " << token->text.size() << " characters, "
                << (token->ends_at > 0 ? "with an end" : "without an end") << std::endl;
      if (tokens == 1) {
        // As from SetTokenExpirationCallback, and from a connection that ended with code 4004.
        TokenPipe::AskForNext();
        TokenPipe::ReportRejected();
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::cerr << (pipe.HasEnded() ? "signed out" : "quit") << std::endl;
}
