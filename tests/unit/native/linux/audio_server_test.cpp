#include "native/linux/audio_server.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace native {
namespace {

// A session in a folder.
class AudioServer : public testing::Test {
 protected:
  AudioServer() {
    char name[] = "/tmp/peekaboo-audio-XXXXXX";
    root_ = mkdtemp(name);
    std::filesystem::create_directories(root_ + "/run/pulse");
    std::filesystem::create_directories(root_ + "/proc/4");
    roots_.proc = root_ + "/proc";
    roots_.run = root_ + "/run";
    roots_.uid = ::getuid();
    roots_.environment = [this](const std::string& variable) -> std::optional<std::string> {
      const auto found = variables_.find(variable);
      return found == variables_.end() ? std::nullopt : std::optional(found->second);
    };
  }
  ~AudioServer() override {
    if (socket_ >= 0) ::close(socket_);
    std::filesystem::remove_all(root_);
  }
  void listen() {
    sockaddr_un address{AF_UNIX, {}};
    (root_ + "/run/pulse/native").copy(address.sun_path, sizeof address.sun_path - 1);
    socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ASSERT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  std::optional<std::string> find() const { return find_audio_server(roots_); }

  std::string root_;
  SessionRoots roots_;
  std::map<std::string, std::string> variables_;
  int socket_ = -1;
};

TEST_F(AudioServer, IsTheOneThatTheVariableNames) {
  listen();
  variables_["PULSE_SERVER"] = "tcp:elsewhere";
  EXPECT_EQ(find(), "tcp:elsewhere");
}

TEST_F(AudioServer, IsTheSocketOfTheRuntimeFolder) {
  EXPECT_EQ(find(), std::nullopt);
  std::ofstream(root_ + "/run/pulse/native") << "no socket";
  EXPECT_EQ(find(), std::nullopt);
  std::filesystem::remove(root_ + "/run/pulse/native");
  listen();
  EXPECT_EQ(find(), "unix:" + root_ + "/run/pulse/native");
}

// Another session of the user has another server, which is not to be changed.
TEST_F(AudioServer, IsNoneWhereTheSessionIsNamedAndHasNone) {
  variables_["XDG_RUNTIME_DIR"] = roots_.run;
  EXPECT_EQ(find(), "");
}

}  // namespace
}  // namespace native
