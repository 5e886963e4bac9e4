// The contract of Audio, held by a server in memory and by a real one: PulseAudio with an output
// that nobody hears.
#include "native/pulse/pulse_audio.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "native/fake/fake_audio.hpp"

namespace native {
namespace {

Deadline in(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

std::string failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code + " " + error.fact("reason");
  }
  return "none";
}

// PulseAudio on a socket of its own, with a home of its own.
class PulseServer {
 public:
  explicit PulseServer(const std::string& modules) {
    char name[] = "/tmp/peekaboo-pulse-XXXXXX";
    folder_ = mkdtemp(name);
    std::ofstream(folder_ + "/default.pa")
        << modules
        << "\nload-module module-native-protocol-unix auth-anonymous=1 socket=" << folder_
        << "/native\n";
    start();
  }
  ~PulseServer() {
    end();
    std::filesystem::remove_all(folder_);
  }
  std::string address() const { return "unix:" + folder_ + "/native"; }
  void signal(int number) const { ::kill(pid_, number); }
  void end() {
    if (pid_ == 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  void start() {
    std::filesystem::remove(folder_ + "/native");
    pid_ = ::fork();
    if (pid_ == 0) run();
    while (!accepts()) {
      if (::waitpid(pid_, nullptr, WNOHANG) != 0) std::abort();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

 private:
  // The socket's file exists before the server listens.
  bool accepts() const {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    (folder_ + "/native").copy(name.sun_path, sizeof name.sun_path - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool accepted = ::connect(socket, reinterpret_cast<sockaddr*>(&name), sizeof name) == 0;
    ::close(socket);
    return accepted;
  }

  [[noreturn]] void run() const {
    const std::string script = folder_ + "/default.pa", home = "HOME=" + folder_,
                      runtime = "XDG_RUNTIME_DIR=" + folder_;
    ::execlp("env", "env", "-u", "DISPLAY", "-u", "DBUS_SESSION_BUS_ADDRESS", home.c_str(),
             runtime.c_str(), "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no",
             "--exit-idle-time=-1", "--realtime=no", "--high-priority=no", "--log-level=error",
             "-F", script.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }

  std::string folder_;
  pid_t pid_ = 0;
};

constexpr const char* kOutput =
    "load-module module-null-sink sink_name=test_sink sink_properties=device.description=Speakers\n"
    "set-default-sink test_sink";

std::unique_ptr<Audio> open(const std::optional<std::string>& address, bool installed = true) {
  AudioRoots roots;
  roots.server = [address] { return address; };
  roots.provider = [] {
    return Provider{"sound server", "PulseAudio", "pulseaudio", "pulseaudio", "pulseaudio --start"};
  };
  roots.is_installed = [installed] { return installed; };
  return open_pulse_audio(std::move(roots));
}

// What holds for each server with an output at 100 percent.
void keep_contract(Audio& audio) {
  EXPECT_EQ(audio.output(in(10'000)).title, "Speakers");
  const AudioChange quieter = audio.set_volume(33, in(10'000));
  EXPECT_NEAR(quieter.before.percent, 100, Audio::kTolerance);
  EXPECT_NEAR(quieter.after.percent, 33, Audio::kTolerance);
  EXPECT_NEAR(audio.output(in(10'000)).percent, 33, Audio::kTolerance);
  EXPECT_EQ(audio.set_volume(0, in(10'000)).after.percent, 0);
  EXPECT_NEAR(audio.set_volume(100, in(10'000)).after.percent, 100, Audio::kTolerance);
  EXPECT_FALSE(audio.output(in(10'000)).muted);
  EXPECT_TRUE(audio.set_muted(true, in(10'000)).after.muted);
  EXPECT_TRUE(audio.set_muted(false, in(10'000)).before.muted);
  for (const double wrong : {-1.0, 100.5, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(failure_of([&] { audio.set_volume(wrong, in(10'000)); }), "INVALID_ARGUMENT ");
}

TEST(AudioContract, Fake) {
  FakeAudio audio;
  keep_contract(audio);
  audio.stubborn = true;
  EXPECT_EQ(failure_of([&] { audio.set_volume(1, in(1000)); }), "EFFECT_NOT_SEEN ");
  audio.there = false;
  EXPECT_EQ(failure_of([&] { audio.output(in(1000)); }), "UNSUPPORTED no output");
}

TEST(AudioContract, PulseAudio) {
  const PulseServer server(kOutput);
  keep_contract(*open(server.address()));
}

TEST(PulseAudio, HasNoOutputWithoutADevice) {
  const PulseServer server("");
  EXPECT_EQ(failure_of([&] { open(server.address())->output(in(10'000)); }),
            "UNSUPPORTED no output");
}

TEST(PulseAudio, SaysWhetherTheServerIsMissingOrGone) {
  const std::string nowhere = "unix:/nonexistent/native";
  EXPECT_EQ(failure_of([&] { open(nowhere)->output(in(10'000)); }),
            "PROVIDER_UNAVAILABLE not running");
  EXPECT_EQ(failure_of([&] { open(nowhere, false)->output(in(10'000)); }),
            "PROVIDER_UNAVAILABLE not installed");
  EXPECT_EQ(failure_of([&] { open(std::nullopt)->output(in(10'000)); }),
            "PROVIDER_UNAVAILABLE not running");
  PulseServer server(kOutput);
  const auto audio = open(server.address());
  audio->output(in(10'000));
  server.end();
  EXPECT_EQ(failure_of([&] { audio->output(in(10'000)); }), "PROVIDER_UNAVAILABLE not running");
  server.start();
  EXPECT_EQ(audio->output(in(10'000)).title, "Speakers");
}

TEST(PulseAudio, AStoppedServerIsReportedInTime) {
  const PulseServer server(kOutput);
  const auto audio = open(server.address());
  audio->output(in(10'000));
  server.signal(SIGSTOP);
  const Deadline began = std::chrono::steady_clock::now();
  EXPECT_EQ(failure_of([&] { audio->set_volume(1, in(60'000)); }),
            "PROVIDER_UNAVAILABLE does not answer");
  EXPECT_LT(std::chrono::steady_clock::now() - began, Audio::kPatience + std::chrono::seconds(2));
  server.signal(SIGCONT);
  EXPECT_NEAR(audio->output(in(10'000)).percent, 100, Audio::kTolerance);
}

std::string pactl(const PulseServer& server, const std::string& words) {
  FILE* const pipe =
      ::popen(("PULSE_SERVER=" + server.address() + " LC_ALL=C pactl " + words).c_str(), "r");
  std::string text;
  for (int letter = 0; (letter = std::fgetc(pipe)) != EOF;) text += static_cast<char>(letter);
  ::pclose(pipe);
  return text;
}

TEST(PulseAudio, KeepsTheBalanceOfChannelsEvenThroughSilence) {
  const PulseServer server(kOutput);
  const auto audio = open(server.address());
  pactl(server, "set-sink-volume test_sink 80% 40%");
  EXPECT_NEAR(audio->output(in(10'000)).percent, 80, Audio::kTolerance);
  const auto balance = [&] {
    const std::string told = pactl(server, "get-sink-volume test_sink");
    return told.substr(told.find("balance"));
  };
  const std::string before = balance();
  EXPECT_NE(before.find("balance -0.50"), std::string::npos) << before;
  audio->set_volume(40, in(10'000));
  EXPECT_EQ(balance(), before);
  audio->set_volume(0, in(10'000));
  audio->set_volume(60, in(10'000));
  EXPECT_EQ(balance(), before);
}

}  // namespace
}  // namespace native
