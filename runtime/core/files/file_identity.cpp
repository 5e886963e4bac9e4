#include "runtime/core/files/file_identity.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "runtime/core/files/file_error.hpp"
#include "runtime/core/io/descriptor.hpp"

namespace runtime::files {

namespace {

Named::Type type_of(mode_t mode) {
  if (S_ISREG(mode)) return Named::Type::kFile;
  if (S_ISDIR(mode)) return Named::Type::kDirectory;
  return S_ISLNK(mode) ? Named::Type::kLink : Named::Type::kOther;
}

}  // namespace

std::string identity_of(const struct stat& info) {
  std::string text;
  for (const auto part :
       {static_cast<long long>(info.st_dev), static_cast<long long>(info.st_ino),
        static_cast<long long>(info.st_size), static_cast<long long>(info.st_mtim.tv_sec),
        static_cast<long long>(info.st_mtim.tv_nsec)})
    text.append(text.empty() ? "" : ":").append(std::to_string(part));
  return text;
}

std::optional<Named> named_in(int folder, const std::string& name) {
  struct stat info{};
  if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return Named{type_of(info.st_mode), identity_of(info)};
}

std::optional<Named> named(const std::string& path) { return named_in(AT_FDCWD, checked(path)); }

std::string resolved(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::weakly_canonical(checked(path), failed);
  return failed ? path : whole.string();
}

bool make_private(const std::string& path) {
  const Descriptor file(
      ::open(checked(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat info{};
  return file.get() >= 0 && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
         info.st_uid == ::geteuid() && ::fchmod(file.get(), 0600) == 0;
}

}  // namespace runtime::files
