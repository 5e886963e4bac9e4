#include "native/kwin/permission.hpp"

#include <filesystem>
#include <system_error>

#include "native/linux/own_file.hpp"

namespace native::kwin {
namespace {

constexpr const char* kFile = "/applications/peekaboo-screenshot.desktop";

std::string own_program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "peekaboo" : path.string();
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

std::string desktop_file_path() { return data_home() + kFile; }

void write_desktop_file() { write_own_file(desktop_file_path(), desktop_file()); }

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
