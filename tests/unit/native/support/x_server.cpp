#include "tests/unit/native/support/x_server.hpp"

#include <X11/Xauth.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace test {
namespace {

constexpr std::array<unsigned char, 16> kCookie = {1,  7,  3,  9,  5,  2,  8,  6,
                                                   11, 17, 13, 19, 15, 12, 18, 16};

void write_authority(const std::string& file, const std::string& number) {
  std::FILE* stream = std::fopen(file.c_str(), "wb");
  if (stream == nullptr) throw std::runtime_error("cannot write " + file);
  std::string digits = number;
  std::string protocol = "MIT-MAGIC-COOKIE-1";
  std::array<char, 16> data{};
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(kCookie[i]);
  Xauth entry{};
  entry.family = FamilyWild;
  entry.number = digits.data();
  entry.number_length = static_cast<unsigned short>(digits.size());
  entry.name = protocol.data();
  entry.name_length = static_cast<unsigned short>(protocol.size());
  entry.data = data.data();
  entry.data_length = static_cast<unsigned short>(data.size());
  const int written = XauWriteAuth(stream, &entry);
  std::fclose(stream);
  if (written != 1) throw std::runtime_error("cannot write the cookie");
}

std::string read_number(int descriptor) {
  std::string text;
  char letter = 0;
  pollfd state{descriptor, POLLIN, 0};
  while (::poll(&state, 1, 20'000) == 1 && ::read(descriptor, &letter, 1) == 1 && letter != '\n') {
    text += letter;
  }
  if (letter != '\n' || text.empty()) throw std::runtime_error("Xvfb did not start");
  return text;
}

}  // namespace

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "peekaboo-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = std::filesystem::path(path_) / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file.string();
}

XServer::XServer(const std::string& screen, const std::vector<std::string>& more) {
  int ends[2] = {};
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  // The server takes the cookie whatever number its entry has; the true one is known only
  // afterwards.
  write_authority(authority(), "0");
  std::vector<std::string> command = {"Xvfb",     "-displayfd", std::to_string(ends[1]),
                                      "-screen",  "0",          screen,
                                      "-noreset", "-nolisten",  "tcp",
                                      "-auth",    authority()};
  command.insert(command.end(), more.begin(), more.end());
  process_ = Child(command, environment(), ends[1]);
  ::close(ends[1]);
  display_ = std::string(":").append(read_number(ends[0]));
  ::close(ends[0]);
  write_authority(authority(), display_.substr(1));
}

std::map<std::string, std::string> XServer::environment() const {
  const char* path = std::getenv("PATH");
  return {{"PATH", path == nullptr ? "/usr/bin:/bin" : path},
          {"HOME", folder_.path()},
          {"DISPLAY", display_},
          {"XAUTHORITY", authority()},
          {"XDG_RUNTIME_DIR", folder_.path()},
          {"LC_ALL", "C.UTF-8"}};
}

Child XServer::run(const std::vector<std::string>& command) const {
  return {command, environment()};
}

native::SessionRoots XServer::roots() const { return roots_of(folder_.path(), environment()); }

native::SessionRoots roots_of(const std::string& run,
                              const std::map<std::string, std::string>& variables) {
  native::SessionRoots roots = native::SessionRoots::system();
  roots.run = run;
  roots.environment = [variables](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
  return roots;
}

native::SessionRoots bare_roots(const std::string& run,
                                const std::map<std::string, std::string>& variables) {
  native::SessionRoots roots = roots_of(run, variables);
  roots.proc = run + "/no-processes";
  roots.x11_sockets = run + "/no-sockets";
  return roots;
}

XConnection connect(const XServer& server) {
  std::string protocol = "MIT-MAGIC-COOKIE-1";
  std::array<char, 16> data{};
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(kCookie[i]);
  xcb_auth_info_t info{static_cast<int>(protocol.size()), protocol.data(),
                       static_cast<int>(data.size()), data.data()};
  XConnection connection(
      xcb_connect_to_display_with_auth_info(server.display().c_str(), &info, nullptr));
  if (xcb_connection_has_error(connection.get()) != 0)
    throw std::runtime_error("test cannot connect");
  return connection;
}

xcb_atom_t intern(xcb_connection_t* connection, const std::string& name) {
  const auto cookie =
      xcb_intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.c_str());
  xcb_intern_atom_reply_t* reply = xcb_intern_atom_reply(connection, cookie, nullptr);
  const xcb_atom_t atom = reply == nullptr ? xcb_atom_t{XCB_ATOM_NONE} : reply->atom;
  std::free(reply);
  return atom;
}

xcb_window_t root_of(xcb_connection_t* connection) {
  return xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root;
}

std::uint32_t property_number(xcb_connection_t* connection, xcb_window_t window,
                              const std::string& name) {
  const auto cookie = xcb_get_property(connection, 0, window, intern(connection, name),
                                       XCB_GET_PROPERTY_TYPE_ANY, 0, 1);
  xcb_get_property_reply_t* reply = xcb_get_property_reply(connection, cookie, nullptr);
  std::uint32_t value = 0;
  if (reply != nullptr && reply->format == 32 && xcb_get_property_value_length(reply) >= 4) {
    value = *static_cast<const std::uint32_t*>(xcb_get_property_value(reply));
  }
  std::free(reply);
  return value;
}

bool manager_answers(xcb_connection_t* connection) {
  const xcb_window_t window = xcb_generate_id(connection);
  xcb_create_window(connection, XCB_COPY_FROM_PARENT, window, root_of(connection), 0, 0, 9, 9, 0,
                    XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, 0, nullptr);
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = window;
  event.type = intern(connection, "_NET_REQUEST_FRAME_EXTENTS");
  const bool answered = eventually([&] {
    // Asked again and again: openbox may overlook an event that arrives while it starts until
    // another comes.
    xcb_send_event(connection, 0, root_of(connection),
                   XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                   reinterpret_cast<const char*>(&event));
    xcb_flush(connection);
    return property_number(connection, window, "_NET_FRAME_EXTENTS") != 0;
  });
  xcb_destroy_window(connection, window);
  xcb_flush(connection);
  return answered;
}

Child start_manager(const XServer& server, const std::vector<std::string>& command) {
  Child manager = server.run(command);
  const XConnection connection = connect(server);
  const bool manages = eventually([&] {
    const std::uint32_t window =
        property_number(connection.get(), root_of(connection.get()), "_NET_SUPPORTING_WM_CHECK");
    return window != 0 &&
           property_number(connection.get(), window, "_NET_SUPPORTING_WM_CHECK") == window &&
           property_number(connection.get(), root_of(connection.get()), "_NET_SUPPORTED") != 0;
  });
  if (!manages || !manager_answers(connection.get()))
    throw std::runtime_error(command.front() + " did not begin to manage");
  return manager;
}

}  // namespace test
