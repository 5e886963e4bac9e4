#include "native/linux/own_file.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "native/desktop/error.hpp"

namespace native {
namespace {

Error not_written(const std::string& path, const std::string& why) {
  return Error("FILE_IO_ERROR", "cannot write " + path + ": " + why,
               "Check that you may write there, and that the disk has space.", {{"path", path}});
}

}  // namespace

std::string data_home() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/') return data;
  const char* home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "") + "/.local/share";
}

void write_own_file(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  const std::string unfinished = path + ".new";
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) throw not_written(path, error.message());
  std::ofstream file(unfinished, std::ios::trunc);
  file << text;
  file.close();
  if (file) fs::rename(unfinished, path, error);
  if (file && !error) return;
  const std::string why = error ? error.message() : "writing failed";
  fs::remove(unfinished, error);
  throw not_written(path, why);
}

}  // namespace native
