#include "native/sway/sway_ipc.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

namespace native::sway {
namespace {

// A socket with room for one connection, like that of a busy sway.
class Narrow {
 public:
  Narrow() : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    std::filesystem::path folder = std::filesystem::temp_directory_path() / "peekaboo-ipc-XXXXXX";
    std::string pattern = folder.string();
    folder_ = ::mkdtemp(pattern.data());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path().c_str(), sizeof address.sun_path - 1);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(socket_, 0), 0);
  }
  ~Narrow() {
    ::close(socket_);
    std::filesystem::remove_all(folder_);
  }
  Narrow(const Narrow&) = delete;
  Narrow& operator=(const Narrow&) = delete;

  std::string path() const { return folder_ + "/socket"; }
  void accept_one() const { ::close(::accept(socket_, nullptr, nullptr)); }

 private:
  int socket_;
  std::string folder_;
};

Deadline in(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

TEST(Ipc, WaitsForASocketWithoutRoom) {
  const Narrow narrow;
  const auto first = Ipc::open(narrow.path(), ::getuid(), in(5000));
  ASSERT_TRUE(first);
  EXPECT_THROW(Ipc::open(narrow.path(), ::getuid(), in(30)), IpcLate);
  std::thread server([&] { narrow.accept_one(); });
  EXPECT_TRUE(Ipc::open(narrow.path(), ::getuid(), in(5000)));
  server.join();
}

TEST(Ipc, IsNothingWhereNobodyListens) {
  EXPECT_EQ(Ipc::open("/nowhere/socket", ::getuid(), in(5000)), nullptr);
  EXPECT_EQ(Ipc::open("", ::getuid(), in(5000)), nullptr);
  EXPECT_EQ(Ipc::open(std::string(200, 'x'), ::getuid(), in(5000)), nullptr);
}

}  // namespace
}  // namespace native::sway
