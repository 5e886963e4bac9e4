#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace test {

// One false statement in a reply.
struct Lie {
  enum class Kind { kByte, kNumber, kWords, kError };
  int reply = 0;  // its number, counting connection setups
  Kind kind = Kind::kByte;
  std::size_t offset = 0;  // of the changed byte or 32-bit number in the reply
  std::uint32_t value =
      0;  // the new value; the number of words after the head; or the X error sent instead
};

// Listens at the abstract socket of a free display number; returns that number.
int take_display(int& listener);

// Acts as a display server with two windows and a window manager, on its own socket, and sends
// false replies as configured. A reply is always as long as it claims, so that the conversation
// goes on. Runs on its own thread while this object lives.
class LyingXServer {
 public:
  static constexpr std::uint32_t kWindow = 0x400001;

  explicit LyingXServer(std::vector<Lie> lies);
  ~LyingXServer();
  LyingXServer(const LyingXServer&) = delete;
  LyingXServer& operator=(const LyingXServer&) = delete;

  std::string display() const { return ":" + std::to_string(number_); }
  // Returns how many replies were sent. Call after all clients have disconnected.
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
