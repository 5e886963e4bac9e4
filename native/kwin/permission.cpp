#include "native/kwin/permission.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace native::kwin {
namespace {

constexpr const char* kFile = "/applications/peekaboo-screenshot.desktop";

std::string own_program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "peekaboo" : path.string();
}

Error not_written(const std::string& path, const std::string& why) {
  return Error("FILE_IO_ERROR", "cannot write " + path + ": " + why,
               "Check that you may write there, and that the disk has space.", {{"path", path}});
}

}  // namespace

std::string desktop_file() {
  return "[Desktop Entry]\n"
         "Type=Application\n"
         "Name=Peekaboo\n"
         "Exec=" +
         own_program() +
         "\n"
         "NoDisplay=true\n"
         "X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2\n"
         "X-KDE-Wayland-Interfaces=org_kde_plasma_window_management\n";
}

std::string desktop_file_path() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/') return std::string(data) + kFile;
  const char* home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "") + "/.local/share" + kFile;
}

void write_desktop_file() {
  namespace fs = std::filesystem;
  const fs::path path = desktop_file_path(), unfinished = path.string() + ".new";
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) throw not_written(path, error.message());
  std::ofstream file(unfinished, std::ios::trunc);
  file << desktop_file();
  file.close();
  if (file) fs::rename(unfinished, path, error);
  if (file && !error) return;
  const std::string why = error ? error.message() : "writing failed";
  fs::remove(unfinished, error);
  throw not_written(path, why);
}

bool remove_desktop_file() {
  std::error_code error;
  return std::filesystem::remove(desktop_file_path(), error);
}

Error needs_desktop_file() {
  const std::string path = desktop_file_path(), program = own_program();
  return Error(
      "PERMISSION_ERROR_SCREEN_RECORDING",
      "KWin lets only programs capture that a desktop file names, and none names " + program,
      "Run `peekaboo permissions grant screens`, which shows that file and writes it: " + path +
          ".",
      {{"reason", "needs desktop file"}, {"path", path}, {"program", program}});
}

}  // namespace native::kwin
