#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace slashpass {

/// Lets the process open only `spare` more files until this object is destroyed.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(int spare = 0) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int lowest = dup(STDIN_FILENO);
    close(lowest);
    auto limit = before_;
    limit.rlim_cur = static_cast<rlim_t>(lowest + spare);
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~DescriptorLimit() { setrlimit(RLIMIT_NOFILE, &before_); }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;

 private:
  rlimit before_{};
};

}  // namespace slashpass
