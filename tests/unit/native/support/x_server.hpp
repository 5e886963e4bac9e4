#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "native/linux/desktop_session.hpp"
#include "tests/unit/native/support/child.hpp"

namespace test {

// A folder of the test's own, removed with this object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }
  // Writes a file below it, making folders on the way; its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

// A private Xvfb that lets in only who has its cookie.
class XServer {
 public:
  // `screen` as Xvfb takes it: WIDTHxHEIGHTxDEPTH.
  explicit XServer(const std::string& screen = "1280x800x24",
                   const std::vector<std::string>& more = {});

  const std::string& display() const { return display_; }
  std::string authority() const { return folder_.path() + "/authority"; }
  std::map<std::string, std::string> environment() const;
  // A program that sees this display only.
  Child run(const std::vector<std::string>& command) const;
  // The session of a process whose DISPLAY and XAUTHORITY name this server.
  native::SessionRoots roots() const;
  Child& process() { return process_; }
  const std::string& folder() const { return folder_.path(); }

 private:
  Folder folder_;
  std::string display_;
  Child process_;
};

// A connection of the test's own, past everything that is tested.
struct Disconnect {
  void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
};
using XConnection = std::unique_ptr<xcb_connection_t, Disconnect>;
XConnection connect(const XServer& server);
xcb_atom_t intern(xcb_connection_t* connection, const std::string& name);
xcb_window_t root_of(xcb_connection_t* connection);
// The first number of a window's property, 0 without one.
std::uint32_t property_number(xcb_connection_t* connection, xcb_window_t window,
                              const std::string& name);

// Whether the window manager works off its requests: true once it has answered one of ours.
bool manager_answers(xcb_connection_t* connection);

// Starts openbox (or another manager's command) and waits until it manages.
Child start_manager(const XServer& server,
                    const std::vector<std::string>& command = {"openbox", "--sm-disable"});

}  // namespace test
