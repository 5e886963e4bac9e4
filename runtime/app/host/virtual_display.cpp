#include "runtime/app/host/virtual_display.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "native/image/frame.hpp"
#include "native/linux/display_server.hpp"
#include "runtime/core/async/combine.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/core/io/line_reader.hpp"

namespace runtime {

namespace {

constexpr double kStartLimit =
    20;  // seconds for the server, the window manager, and each application
constexpr double kStillFor = 0.25;  // seconds without a change on the screen
constexpr double kStillLimit = 5;   // limit in seconds, because a cursor may blink
constexpr double kLook = 0.02;      // seconds between two checks
constexpr double kGrace = 0.5;      // seconds for a process to end by itself

[[noreturn]] void missing(const char* program) {
  throw Error("UNSUPPORTED", std::string("--virtual needs the program ") + program,
              std::string("Install it: apt install ") +
                  (std::string(program) == "Xvfb" ? "xvfb" : program));
}

std::unique_ptr<Process> launch(Loop& loop, std::vector<std::string> arguments,
                                const char* package) {
  ProcessOptions options;
  options.arguments = std::move(arguments);
  try {
    return std::make_unique<Process>(loop, options);
  } catch (const Error&) {
    if (package) missing(package);
    throw;
  }
}

native::Deadline soon() {
  return std::chrono::steady_clock::now() +
         std::chrono::milliseconds(static_cast<int>(kStartLimit * 1000));
}

Task<std::string> first_line(ReadStream* stream) {
  LineReader lines(*stream, 100);
  const std::optional<LineReader::Line> line = co_await lines.next();
  co_return line ? line->text : std::string();
}

// Returns whether the window manager responds; focusing windows requires one.
Task<bool> managed(Program* program) {
  const native::Deadline deadline = soon();
  std::function<bool(native::Desktop&)> work = [deadline](native::Desktop& desktop) {
    const auto rows = desktop.capabilities(deadline);
    return std::any_of(rows.begin(), rows.end(), [](const native::Capability& row) {
      return row.operation == "frontmost" && row.detail == "the window manager";
    });
  };
  Task<bool> looking = program->host().on_desktop<bool>(std::move(work), deadline);
  const bool answer = co_await std::move(looking);
  co_return answer;
}

Task<std::size_t> visible_windows(Program* program) {
  const native::Deadline deadline = soon();
  std::function<std::size_t(native::Desktop&)> work = [deadline](native::Desktop& desktop) {
    const auto windows = desktop.windows().windows(deadline);
    return static_cast<std::size_t>(
        std::count_if(windows.begin(), windows.end(),
                      [](const native::Window& window) { return window.on_screen; }));
  };
  Task<std::size_t> looking = program->host().on_desktop<std::size_t>(std::move(work), deadline);
  const std::size_t count = co_await std::move(looking);
  co_return count;
}

Task<native::PixelBytes> screen_pixels(Program* program) {
  const native::Deadline deadline = soon();
  std::function<native::PixelBytes(native::Desktop&)> work = [deadline](native::Desktop& desktop) {
    native::FrameSink sink;
    desktop.capture().capture(native::CaptureTarget(), sink, deadline);
    return sink.take().pixels;
  };
  Task<native::PixelBytes> looking =
      program->host().on_desktop<native::PixelBytes>(std::move(work), deadline);
  native::PixelBytes pixels = co_await std::move(looking);
  co_return pixels;
}

Task<void> until_managed(Program* program) {
  for (;;) {
    const bool ready = co_await managed(program);
    if (ready) co_return;
    co_await sleep(kLook);
  }
}

Task<void> until_windows(Program* program, std::size_t wanted, Process* application,
                         std::string command) {
  for (;;) {
    const std::size_t count = co_await visible_windows(program);
    if (count >= wanted) co_return;
    if (application->ended()) {
      std::string said = co_await application->errors().read();
      while (!said.empty() && said.back() == '\n') said.pop_back();
      throw Error("UNSUPPORTED",
                  "'" + command + "' (given with --open) ended without showing a window" +
                      (said.empty() ? std::string() : "; it said: " + said.substr(0, 500)),
                  "Check that the program and the files that it needs are installed.");
    }
    co_await sleep(kLook);
  }
}

Task<void> until_still(Program* program) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds_since = [](std::chrono::steady_clock::time_point moment) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - moment).count();
  };
  native::PixelBytes before = co_await screen_pixels(program);
  auto changed = std::chrono::steady_clock::now();
  while (seconds_since(changed) < kStillFor && seconds_since(begin) < kStillLimit) {
    co_await sleep(kLook);
    native::PixelBytes now = co_await screen_pixels(program);
    if (now != before) changed = std::chrono::steady_clock::now();
    before = std::move(now);
  }
}

}  // namespace

VirtualDisplay::~VirtualDisplay() {
  while (!processes_.empty()) processes_.pop_back();
  if (directory_.empty()) return;
  ::unlink(authority().c_str());
  ::rmdir(directory_.c_str());
}

void VirtualDisplay::make_directory() {
  std::string pattern =
      files::temporary_directory() + "/" + std::string(native::kVirtualDisplayFolder) + "XXXXXX";
  if (!mkdtemp(pattern.data()))
    throw Error("FILE_IO_ERROR", "cannot make a folder in " + files::temporary_directory(),
                "set TMPDIR");
  directory_ = pattern;
}

// Writes one entry of the Xauthority format: family "wild", no address, no display number, so that
// it matches any number the server chooses.
void VirtualDisplay::write_cookie() const {
  static constexpr char kName[] = "MIT-MAGIC-COOKIE-1";
  std::uint8_t cookie[16];
  if (getrandom(cookie, sizeof cookie, 0) != sizeof cookie)
    throw Error("INTERNAL_ERROR", "no random bytes available");
  std::vector<std::uint8_t> entry = {0xff, 0xff, 0, 0, 0, 0, 0, sizeof kName - 1};
  for (const char* letter = kName; *letter; ++letter)
    entry.push_back(static_cast<std::uint8_t>(*letter));
  entry.push_back(0);
  entry.push_back(sizeof cookie);
  for (const std::uint8_t byte : cookie) entry.push_back(byte);
  files::write(authority(), entry, files::WriteOptions{true, 0600});
}

Task<void> VirtualDisplay::start_server(Loop* loop, std::string size) {
  make_directory();
  write_cookie();
  std::vector<std::string> server = {"Xvfb", "-displayfd", "1", "-screen", "0", size + "x24"};
  server.insert(server.end(),
                {"-auth", authority(), "-nolisten", "tcp", "-noreset", "-s", "0", "-dpms"});
  processes_.push_back(launch(*loop, std::move(server), "Xvfb"));
  Task<std::string> reading = first_line(&processes_.back()->output());
  Task<std::string> limited = timeout(kStartLimit, std::move(reading), "Xvfb did not start");
  const std::string number = co_await std::move(limited);
  if (number.empty())
    throw Error("DISPLAY_UNAVAILABLE", "Xvfb ended before it was ready",
                "Run Xvfb :99 to see why.");
  setenv("DISPLAY", (":" + number).c_str(), 1);
  setenv("XAUTHORITY", authority().c_str(), 1);
  setenv("PEEKABOO_DESKTOP", "x11", 1);
  unsetenv("WAYLAND_DISPLAY");
}

Task<void> VirtualDisplay::start(Program* program, std::string size,
                                 std::vector<std::string> open) {
  co_await start_server(&program->loop(), size);
  std::vector<std::string> manager = {"openbox", "--sm-disable"};
  processes_.push_back(launch(program->loop(), std::move(manager), "openbox"));
  Task<void> managing = until_managed(program);
  co_await timeout(kStartLimit, std::move(managing), "the window manager did not start");

  std::size_t wanted = co_await visible_windows(program);
  for (const std::string& command : open) {
    std::vector<std::string> shell = {"sh", "-c", "exec " + command};
    processes_.push_back(launch(program->loop(), std::move(shell), nullptr));
    Task<void> showing = until_windows(program, ++wanted, processes_.back().get(), command);
    const std::string what = "'" + command + "' (given with --open) showed no window in time";
    co_await timeout(kStartLimit, std::move(showing), what);
  }
  if (!open.empty()) co_await until_still(program);
}

Task<void> VirtualDisplay::end() {
  while (!processes_.empty()) {
    co_await processes_.back()->end(kGrace);
    processes_.pop_back();
  }
}

}  // namespace runtime
