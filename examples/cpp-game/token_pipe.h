// The game's end of the hand-over: lines on standard input and output, between a launcher and the game that it started. C++17 alone.
//
//   launcher to game                         game to launcher
//   token <end, seconds since 1970> <token>  renew      the token ends soon
//   ended                                    rejected   the service no longer takes the token
#pragma once

#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <thread>

class TokenPipe {
 public:
  struct Token {
    std::string text;
    long long ends_at = 0;  // Zero: not known.
  };

  // The reading thread waits for a line that may never come, so the game's end does not wait for the thread.
  TokenPipe() { std::thread(Read, shared_).detach(); }

  // The newest token, once. Never blocks: call it where the game calls RunCallbacks.
  std::optional<Token> Take() {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    std::optional<Token> taken;
    taken.swap(shared_->token);
    return taken;
  }

  // Whether the player signed out, or the launcher has gone. No token comes any more.
  bool HasEnded() const {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    return shared_->ended;
  }

  static void AskForNext() { std::cout << "renew" << std::endl; }
  static void ReportRejected() { std::cout << "rejected" << std::endl; }

 private:
  struct Shared {
    std::mutex mutex;
    std::optional<Token> token;
    bool ended = false;
  };

  static void Read(const std::shared_ptr<Shared> shared) {
    for (std::string line; std::getline(std::cin, line);) {
      std::istringstream words(line);
      std::string kind;
      Token token;
      words >> kind;
      if (kind == "ended") break;
      // Lines of a newer launcher are passed over.
      if (kind != "token" || !(words >> token.ends_at >> token.text)) continue;
      const std::lock_guard<std::mutex> lock(shared->mutex);
      shared->token = token;
    }
    const std::lock_guard<std::mutex> lock(shared->mutex);
    shared->ended = true;
  }

  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};
