#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "hand_over/hand_over.h"

namespace slashpass {

/// A redirect for tests.
inline const std::string small_redirect = "slashpass-test:/authorize/callback?code=a&state=b";

/// Collects reports from a listener's thread and lets a test wait for them.
class ReceivedRedirects {
 public:
  HandOverEvents events() {
    return {[this](std::string uri) {
              const std::lock_guard hold(mutex_);
              redirects_.push_back(std::move(uri));
              changed_.notify_all();
              return take_;
            },
            [this] {
              const std::lock_guard hold(mutex_);
              ++refused_;
              changed_.notify_all();
            }};
  }

  void take_none() { take_ = false; }

  /// Waits up to 10 seconds for `count` redirects.
  std::vector<std::string> redirects(std::size_t count) {
    std::unique_lock hold(mutex_);
    changed_.wait_for(hold, std::chrono::seconds(10), [&] { return redirects_.size() >= count; });
    return redirects_;
  }

  /// Waits up to 10 seconds for `count` rejected messages.
  std::size_t refused(std::size_t count) {
    std::unique_lock hold(mutex_);
    changed_.wait_for(hold, std::chrono::seconds(10), [&] { return refused_ >= count; });
    return refused_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> redirects_;
  std::size_t refused_ = 0;
  bool take_ = true;
};

}  // namespace slashpass
