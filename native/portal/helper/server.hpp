#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "native/portal/helper/screen_source.hpp"
#include "native/portal/helper/session_bus.hpp"
#include "native/portal/helper/socket_file.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Answers askers one after the other; a person is asked on a thread meanwhile.
class Server {
 public:
  Server(SocketFile& socket, TokenFile token);
  ~Server();

  // Runs until nothing was asked for some time, or the session has ended.
  void run();

 private:
  void take_request();
  Message answer_to(const Message& request);
  Message picture(const Message& request, Deadline deadline);
  void ask_person(OwnedFile asker, const Message& request);
  // Watches the bus of the last request, whose end is that of the session.
  void watch(const std::string& address, Deadline deadline);
  bool session_has_ended();
  bool wait();

  SocketFile& socket_;
  TokenFile token_;
  ScreenSource source_;
  std::unique_ptr<SessionBus> watched_;
  std::string watched_address_;
  Deadline picture_end_{};  // when the session of pictures is closed
  Deadline end_;            // when all of this ends
  std::thread asking_;
  std::atomic<bool> is_asking_{false};
};

}  // namespace native::portal
