#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "native/portal/helper_link.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Stands where peekaboo-portal does, and answers each request as the test says.
class OtherHelper {
 public:
  // Returns false to close the connection instead.
  using Answer = std::function<bool(const Message& request, Message& answer)>;

  explicit OtherHelper(Answer answer) : answer_(std::move(answer)) {
    std::string pattern = std::filesystem::temp_directory_path() / "portal-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = folder_ + "/portal.sock";
    std::memcpy(address.sun_path, path.data(), path.size());
    listener_.reset(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_.get(), 8), 0);
    thread_ = std::thread([this] { run(); });
  }
  ~OtherHelper() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    thread_.join();
    std::filesystem::remove_all(folder_);
  }
  OtherHelper(const OtherHelper&) = delete;
  OtherHelper& operator=(const OtherHelper&) = delete;

  Place place() const {
    return {[folder = folder_] { return folder; }, "", folder_};
  }

 private:
  void run() {
    for (;;) {
      const OwnedFile asker(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (asker.get() < 0) return;
      while (answer_next(asker)) continue;
    }
  }

  // Returns false when the connection has ended, or shall.
  bool answer_next(const OwnedFile& asker) {
    const auto request = receive_message(asker.get(), Clock::now() + std::chrono::seconds(10));
    Message answer;
    return request && answer_(*request, answer) &&
           send_message(asker.get(), answer, Clock::now() + std::chrono::seconds(10));
  }

  Answer answer_;
  std::string folder_;
  OwnedFile listener_;
  std::thread thread_;
};

}  // namespace native::portal
