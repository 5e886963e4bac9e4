#pragma once

#include <poll.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "native/portal/helper/grant.hpp"
#include "native/portal/helper/input_source.hpp"
#include "native/portal/helper/input_users.hpp"
#include "native/portal/helper/screen_source.hpp"
#include "native/portal/helper/session_bus.hpp"
#include "native/portal/helper/socket_file.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Answers askers one after the other; a person is asked on a thread meanwhile.
class Server {
 public:
  // `signals`: can be read once this process shall end.
  Server(SocketFile& socket, TokenFile screens, TokenFile input, OwnedFile signals);
  ~Server();

  // Runs until nothing was asked for some time, or the session has ended. At a signal it lets go of
  // everything and ends the process, whatever a person is being asked.
  void run();

 private:
  // Waits for something and handles it. Returns false when it was the end.
  bool serve();
  void wait();
  void close_idle();
  // Closes what is open, and the socket.
  void end();
  void take_request();
  Message answer_to(const Message& request);
  Message picture(const Message& request, Deadline deadline);
  Message window_picture(const Message& request, Deadline deadline);
  void add_user(OwnedFile& asker, const Message& request);
  bool forget(bool input);
  void ask_person(OwnedFile asker, const Message& request);
  // The thread that asks. What it was given is handed over to the other one.
  void answer_person(OwnedFile asker, const Asking& asking, bool input);
  void hand_over(std::unique_ptr<RemoteDesktop> session, const std::string& bus);
  void take_over();
  // Watches the bus of the last request, whose end is that of the session.
  void watch(const std::string& address, Deadline deadline);
  bool session_has_ended();
  Deadline input_end() const;

  SocketFile& socket_;
  TokenFile screens_token_, input_token_;
  ScreenSource source_;
  InputSource input_;
  InputUsers users_;
  std::unique_ptr<SessionBus> watched_;
  std::string watched_address_;
  std::vector<pollfd> polled_;
  Deadline picture_end_{};  // when the session of pictures is closed
  Deadline adopted_{};      // when a person allowed keys and pointer
  OwnedFile signals_;
  OwnedFile answered_;  // an eventfd: there is something to take over
  Deadline end_;        // when all of this ends
  std::mutex mutex_;
  std::unique_ptr<RemoteDesktop> allowed_;  // under the mutex
  std::string allowed_bus_;                 // under the mutex
  std::thread asking_;
  std::atomic<bool> is_asking_{false};
};

}  // namespace native::portal
