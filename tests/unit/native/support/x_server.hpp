#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "native/linux/desktop_session.hpp"
#include "tests/unit/native/support/child.hpp"

namespace test {

// A temporary folder, removed with this object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::string& path() const { return path_; }
  // Writes a file in it, creating folders on the way; returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

// Returns the session of a process that has only these variables. `run`: its runtime folder.
native::SessionRoots roots_of(const std::string& run,
                              const std::map<std::string, std::string>& variables);
// Returns a session in which nothing is to be found: an empty process table, no sockets, no
// variables but these.
native::SessionRoots bare_roots(const std::string& run,
                                const std::map<std::string, std::string>& variables = {});

// A private Xvfb that accepts only clients with its cookie.
class XServer {
 public:
  // `screen` in Xvfb's form: WIDTHxHEIGHTxDEPTH.
  explicit XServer(const std::string& screen = "1280x800x24",
                   const std::vector<std::string>& more = {});

  const std::string& display() const { return display_; }
  std::string authority() const { return folder_.path() + "/authority"; }
  std::map<std::string, std::string> environment() const;
  // Runs a program that sees only this display.
  Child run(const std::vector<std::string>& command) const;
  // Returns the session of a process whose DISPLAY and XAUTHORITY name this server.
  native::SessionRoots roots() const;
  Child& process() { return process_; }
  const std::string& folder() const { return folder_.path(); }
  // For Kept<>: waits until the windows of clients that have gone are gone, and puts the pointer
  // where it is at first. Returns false if a window manager has left its properties.
  bool reset() const;

 private:
  Folder folder_;
  std::string display_;
  Child process_;
};

// A separate connection of the test, independent of the tested code.
struct Disconnect {
  void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
};
using XConnection = std::unique_ptr<xcb_connection_t, Disconnect>;
XConnection connect(const XServer& server);
xcb_atom_t intern(xcb_connection_t* connection, const std::string& name);
xcb_window_t root_of(xcb_connection_t* connection);
// Returns the first number of a window's property, 0 without one.
std::uint32_t property_number(xcb_connection_t* connection, xcb_window_t window,
                              const std::string& name);

// Returns whether the window manager processes requests: true once it has answered one of ours.
bool manager_answers(xcb_connection_t* connection);

// Starts openbox (or another window manager's command) and waits until it manages windows.
Child start_manager(const XServer& server,
                    const std::vector<std::string>& command = {"openbox", "--sm-disable"});

// A private Xvfb with openbox, for Kept<>.
class ManagedServer {
 public:
  ManagedServer() : manager_(start_manager(server)) {}

  // Waits until the windows of programs that have ended are gone; puts the pointer and the current
  // workspace where they are at first.
  bool reset() const;

  XServer server;

 private:
  Child manager_;
};

}  // namespace test
