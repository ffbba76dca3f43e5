// The game's end of the pipe: lines on standard input and output between a game and the launcher that started it.
// Requires only C++17.
//
//   launcher to game                         game to launcher
//   token <end, seconds since 1970> <token>  renew      the token expires soon
//   ended                                    rejected   Discord rejected the token
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
    long long ends_at = 0;  // 0 if unknown.
  };

  // Detached, because the thread may wait for a line forever.
  TokenPipe() { std::thread(Read, shared_).detach(); }

  // Returns the newest token, or nothing if it was already returned. Never blocks; call it where the game calls
  // RunCallbacks.
  std::optional<Token> Take() {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    std::optional<Token> taken;
    taken.swap(shared_->token);
    return taken;
  }

  // Whether the player signed out or the launcher exited. No more tokens will arrive.
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
      // Skips unknown lines from a newer launcher.
      if (kind != "token" || !(words >> token.ends_at >> token.text)) continue;
      const std::lock_guard<std::mutex> lock(shared->mutex);
      shared->token = token;
    }
    const std::lock_guard<std::mutex> lock(shared->mutex);
    shared->ended = true;
  }

  const std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};
