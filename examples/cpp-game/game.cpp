// Stands in for a game with Discord's SDK, which cannot be included here. It uses the pipe as a real game would and
// prints the SDK calls to standard error. docs/guides/cpp-game.md shows the code for the SDK.
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
        // A game calls these in SetTokenExpirationCallback and after close code 4004.
        TokenPipe::AskForNext();
        TokenPipe::ReportRejected();
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::cerr << (pipe.HasEnded() ? "signed out" : "quit") << std::endl;
}
