#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace test {

// One thing that a reply says falsely.
struct Lie {
  enum class Kind { kByte, kNumber, kWords, kError };
  int reply = 0;  // which of a run, connection setups included
  Kind kind = Kind::kByte;
  std::size_t offset = 0;   // of the byte or the 32-bit number in the reply
  std::uint32_t value = 0;  // that; the words that follow the head; or the X error sent instead
};

// Listens at the abstract socket of a display number that is free; that number.
int take_display(int& listener);

// Plays a display server with two windows and a window manager on a socket of its own, and lies as
// told. A reply stays as long as it says, so that the conversation goes on. The server runs on a
// thread of its own until this object dies.
class LyingXServer {
 public:
  static constexpr std::uint32_t kWindow = 0x400001;

  explicit LyingXServer(std::vector<Lie> lies);
  ~LyingXServer();
  LyingXServer(const LyingXServer&) = delete;
  LyingXServer& operator=(const LyingXServer&) = delete;

  std::string display() const { return ":" + std::to_string(number_); }
  // How many replies were sent; to be asked when nobody is connected any more.
  int replies() const { return replies_; }

 private:
  struct Client {
    int socket = -1;
    bool set_up = false;
    std::uint16_t sequence = 0;
    std::vector<std::uint8_t> input;
  };

  void serve();
  void take(Client& client);
  bool take_request(Client& client);
  void answer(Client& client, const std::vector<std::uint8_t>& request);
  void send_setup(Client& client);
  void send_reply(Client& client, std::vector<std::uint8_t> reply);
  std::vector<std::uint8_t> property(std::uint32_t window, std::uint32_t atom);
  std::vector<std::uint8_t> reply_to(const std::vector<std::uint8_t>& request);

  std::vector<Lie> lies_;
  std::map<std::string, std::uint32_t> atoms_;
  int listener_ = -1;
  int number_ = -1;
  int end_ = -1;
  std::atomic<int> replies_ = 0;
  std::thread thread_;
};

}  // namespace test
