#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/portal/helper/session_bus.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// A place and a size in desktop units.
struct Area {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Area&) const = default;
};

// A monitor that the portal gives. What it does not tell is none.
struct SharedScreen {
  std::uint32_t node = 0;  // of PipeWire
  std::optional<std::pair<int, int>> place;
  std::optional<std::pair<int, int>> size;
};

// One session of org.freedesktop.portal.ScreenCast, on a connection of its own. Closed with it.
// Throws a Refusal for everything that fails.
class ScreenCast {
 public:
  // Connects, and asks what portal there is.
  ScreenCast(const std::string& bus, Deadline deadline);
  ~ScreenCast();

  // Returns whether the portal may still know a token. It is only asked, never told.
  bool may_know(const std::string& token, Deadline deadline);

  struct Wish {
    std::string token;  // "": a dialog will ask the person
    Deadline deadline;
    // For the answer, once the portal has begun: it may be waiting for a person then. Nothing:
    // until the deadline.
    std::optional<std::chrono::milliseconds> patience = {};
    const char* late = "no answer";  // the reason when that is over
    int asker = -1;                  // the socket of who waits: its end cancels
  };
  // Has the session begin. Returns the next token; "" when the portal gives none.
  std::string start(const Wish& wish);
  const std::vector<SharedScreen>& screens() const { return screens_; }
  // Returns a connection to PipeWire that shows these screens alone.
  OwnedFile open_pipewire(Deadline deadline);

  // Takes in what the portal has said. Returns false once the session is over.
  bool take_in();
  SessionBus& bus() { return bus_; }

 private:
  struct Response {
    std::uint32_t code = 0;
    BusMessage results;  // a{sv} comes next
  };
  // Sends a request of the portal, which `fill` gives its arguments, and waits for its response.
  Response request(const char* method, const std::function<void(sd_bus_message*)>& before,
                   const std::function<void(sd_bus_message*)>& options, const Wish& wish);
  Response response_to(const std::string& path, const Wish& wish);
  // Creates the session and says what shall be in it.
  void prepare(const std::string& token, Deadline deadline);
  void watch(const std::string& rule, Deadline deadline);
  std::uint32_t property(const char* name, Deadline deadline);
  void close(const std::string& path, const char* interface);
  // Notes the end of the session and of the portal.
  void note(sd_bus_message* message);
  void read_results(sd_bus_message* results, std::string* token);

  SessionBus bus_;
  std::string portal_;   // its unique name: answers of others do not count
  std::string session_;  // "": none
  std::vector<SharedScreen> screens_;
  bool over_ = false;
  bool crashed_ = false;
};

}  // namespace native::portal
