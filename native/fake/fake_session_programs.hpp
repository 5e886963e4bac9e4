#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/providers/session_programs.hpp"

namespace native {

// Services of a session in memory, which note what they are asked. Any thread.
class FakeSessionPrograms : public SessionPrograms {
 public:
  std::int64_t activate(const std::string& id, Deadline) override {
    const std::lock_guard lock(mutex_);
    if (failure) throw Error(*failure);
    activated.push_back(id);
    return pid;
  }
  bool give_scope(const std::string& id, std::int64_t, Deadline) override {
    const std::lock_guard lock(mutex_);
    scopes.push_back(id);
    return true;
  }

  std::int64_t pid = 0;
  std::vector<std::string> activated;
  std::vector<std::string> scopes;
  std::optional<Error> failure;  // what activate() ends with

 private:
  std::mutex mutex_;
};

}  // namespace native
