// A DRM render node in user space, preloaded into KWin 6: it draws by OpenGL alone, and on a
// machine without graphics only such a node lets Mesa's software renderer do that. Buffers are
// memory files. Whatever file is called renderD128 is the node.
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <xf86drm.h>

#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace {

constexpr const char* kDefaultPath = "/dev/dri/renderD128";
constexpr int kMinor = 128;
constexpr unsigned kMaxBuffers = 4096;
constexpr unsigned kHandleShift =
    40;  // a buffer's mapping has its handle above this bit of the offset
constexpr unsigned long kLine = 256, kPage = 4096;

struct Buffer {
  int file = -1;
  int users = 0;
  ino_t inode = 0;
};

std::mutex mutex;
Buffer buffers[kMaxBuffers];  // by handle, from 1 on; under the mutex
struct stat node =
    {};  // of the memory file that stands for the device; no inode before the first open

int real_fstat(int file, struct stat* status) {
  return static_cast<int>(::syscall(SYS_fstat, file, status));
}

bool is_node_path(const char* path) {
  return path != nullptr && std::string_view(path).ends_with("renderD128");
}

bool is_node(int file) {
  struct stat status;
  return node.st_ino != 0 && file >= 0 && real_fstat(file, &status) == 0 &&
         status.st_ino == node.st_ino && status.st_dev == node.st_dev;
}

void show_as_device(struct stat* status) {
  status->st_mode = S_IFCHR | 0666;
  status->st_rdev = makedev(226, kMinor);
}

int open_node() {
  static const int base = [] {
    const int file = static_cast<int>(::syscall(SYS_memfd_create, "fake-drm", MFD_CLOEXEC));
    real_fstat(file, &node);
    return file;
  }();
  return ::fcntl(base, F_DUPFD_CLOEXEC, 3);
}

int open_file(int folder, const char* path, int flags, mode_t mode) {
  if (is_node_path(path)) return open_node();
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
}

// Returns the handle of a memory file, which it had before when it is known; 0 when there are too
// many.
unsigned add_buffer(int file) {
  struct stat status;
  if (real_fstat(file, &status) != 0) return 0;
  const std::lock_guard lock(mutex);
  for (unsigned handle = 1; handle < kMaxBuffers; ++handle)
    if (buffers[handle].users > 0 && buffers[handle].inode == status.st_ino) {
      ++buffers[handle].users;
      return handle;
    }
  for (unsigned handle = 1; handle < kMaxBuffers; ++handle)
    if (buffers[handle].users == 0) {
      buffers[handle] = {::fcntl(file, F_DUPFD_CLOEXEC, 3), 1, status.st_ino};
      return handle;
    }
  return 0;
}

int fail(int error) {
  errno = error;
  return -1;
}

int drop_buffer(unsigned handle) {
  const std::lock_guard lock(mutex);
  if (handle >= kMaxBuffers || buffers[handle].users == 0) return fail(EINVAL);
  if (--buffers[handle].users == 0) ::close(buffers[handle].file);
  return 0;
}

int file_of(std::uint64_t handle) {
  const std::lock_guard lock(mutex);
  return handle < kMaxBuffers && buffers[handle].users > 0 ? buffers[handle].file : -1;
}

void put_text(char* to, size_t& length, const char* text) {
  const size_t size = std::strlen(text);
  if (to != nullptr && length >= size) std::memcpy(to, text, size);
  length = size;
}

int tell_version(drm_version* version) {
  version->version_major = 1;
  version->version_minor = version->version_patchlevel = 0;
  put_text(version->name, version->name_len, "vgem");
  put_text(version->date, version->date_len, "0");
  put_text(version->desc, version->desc_len, "fake");
  return 0;
}

int tell_capability(drm_get_cap* capability) {
  switch (capability->capability) {
    case DRM_CAP_PRIME:
      capability->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
      break;
    case DRM_CAP_DUMB_BUFFER:
    case DRM_CAP_TIMESTAMP_MONOTONIC:
      capability->value = 1;
      break;
    default:
      capability->value = 0;
  }
  return 0;
}

int create_buffer(drm_mode_create_dumb* wanted) {
  const auto rounded = [](unsigned long size, unsigned long unit) {
    return (size + unit - 1) / unit * unit;
  };
  wanted->pitch = static_cast<std::uint32_t>(
      rounded(std::uint64_t{wanted->width} * ((wanted->bpp + 7) / 8), kLine));
  wanted->size = rounded(std::uint64_t{wanted->pitch} * wanted->height, kPage);
  const int file = static_cast<int>(
      ::syscall(SYS_memfd_create, "fake-drm-buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file < 0 || ::ftruncate(file, static_cast<off_t>(wanted->size)) != 0) return -1;
  wanted->handle = add_buffer(file);
  ::close(file);
  return wanted->handle != 0 ? 0 : fail(ENOMEM);
}

int export_buffer(drm_prime_handle* wanted) {
  const int file = file_of(wanted->handle);
  if (file < 0) return fail(EINVAL);
  wanted->fd = ::fcntl(file, F_DUPFD_CLOEXEC, 3);
  return 0;
}

int answer(unsigned long request, void* argument) {
  switch (request) {
    case DRM_IOCTL_VERSION:
      return tell_version(static_cast<drm_version*>(argument));
    case DRM_IOCTL_GET_CAP:
      return tell_capability(static_cast<drm_get_cap*>(argument));
    case DRM_IOCTL_MODE_CREATE_DUMB:
      return create_buffer(static_cast<drm_mode_create_dumb*>(argument));
    case DRM_IOCTL_MODE_MAP_DUMB: {
      auto* const wanted = static_cast<drm_mode_map_dumb*>(argument);
      wanted->offset = std::uint64_t{wanted->handle} << kHandleShift;
      return 0;
    }
    case DRM_IOCTL_MODE_DESTROY_DUMB:
      return drop_buffer(static_cast<drm_mode_destroy_dumb*>(argument)->handle);
    case DRM_IOCTL_GEM_CLOSE:
      return drop_buffer(static_cast<drm_gem_close*>(argument)->handle);
    case DRM_IOCTL_PRIME_HANDLE_TO_FD:
      return export_buffer(static_cast<drm_prime_handle*>(argument));
    case DRM_IOCTL_PRIME_FD_TO_HANDLE: {
      auto* const wanted = static_cast<drm_prime_handle*>(argument);
      wanted->handle = add_buffer(wanted->fd);
      return wanted->handle != 0 ? 0 : fail(EINVAL);
    }
    default:
      return fail(EINVAL);
  }
}

void* map(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (offset >= off_t{1} << kHandleShift && is_node(file)) {
    file = file_of(static_cast<std::uint64_t>(offset) >> kHandleShift);
    offset &= (off_t{1} << kHandleShift) - 1;
  }
  return reinterpret_cast<void*>(::syscall(SYS_mmap, at, size, protection, flags, file, offset));
}

// Never freed: one for each question, in a rig.
drmDevicePtr describe() {
  static drmPlatformBusInfo bus = {"fake"};
  static char* compatible[] = {nullptr};
  static drmPlatformDeviceInfo device = {compatible};
  auto* const result = static_cast<drmDevicePtr>(std::calloc(1, sizeof(drmDevice)));
  const char* const path = std::getenv("KWIN_RENDER_NODES");
  result->nodes = static_cast<char**>(std::calloc(DRM_NODE_MAX, sizeof(char*)));
  result->nodes[DRM_NODE_RENDER] = result->nodes[DRM_NODE_PRIMARY] =
      const_cast<char*>(path != nullptr ? path : kDefaultPath);
  result->available_nodes = 1 << DRM_NODE_RENDER;
  result->bustype = DRM_BUS_PLATFORM;
  result->businfo.platform = &bus;
  result->deviceinfo.platform = &device;
  return result;
}

char* node_name(int file) {
  return is_node(file) ? ::strdup(describe()->nodes[DRM_NODE_RENDER]) : nullptr;
}

mode_t mode_in(va_list rest, int flags) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(rest, int)) : 0;
}

}  // namespace

// In place of those of the C library and of libdrm.
extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(rest, flags);
  va_end(rest);
  return open_file(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_in(rest, flags);
  va_end(rest);
  return open_file(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) __attribute__((alias("openat")));
int __open_2(const char* path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }
int __open64_2(const char* path, int flags) { return open_file(AT_FDCWD, path, flags, 0); }

int fstat(int file, struct stat* status) noexcept {
  const int result = real_fstat(file, status);
  if (result == 0 && node.st_ino != 0 && status->st_ino == node.st_ino &&
      status->st_dev == node.st_dev)
    show_as_device(status);
  return result;
}
int fstat64(int file, struct stat64* status) noexcept {
  return fstat(file, reinterpret_cast<struct stat*>(status));
}
int stat(const char* path, struct stat* status) noexcept {
  const int result = static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, status, 0));
  if (result == 0 && is_node_path(path)) show_as_device(status);
  return result;
}
int stat64(const char* path, struct stat64* status) noexcept {
  return stat(path, reinterpret_cast<struct stat*>(status));
}

int ioctl(int file, unsigned long request, ...) noexcept {
  va_list rest;
  va_start(rest, request);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  if ((request >> 8 & 0xFF) == DRM_IOCTL_BASE && is_node(file)) return answer(request, argument);
  struct stat status;
  if (request == DMA_BUF_IOCTL_SYNC && real_fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    return 0;
  return static_cast<int>(::syscall(SYS_ioctl, file, request, argument));
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) noexcept {
  return map(at, size, protection, flags, file, offset);
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off64_t offset) noexcept {
  return map(at, size, protection, flags, file, offset);
}

int drmGetDevices2(std::uint32_t, drmDevicePtr devices[], int most) {
  if (devices != nullptr && most > 0) devices[0] = describe();
  return 1;
}
int drmGetDevices(drmDevicePtr devices[], int most) { return drmGetDevices2(0, devices, most); }
int drmGetDevice2(int file, std::uint32_t, drmDevicePtr* device) {
  if (!is_node(file)) return -ENODEV;
  *device = describe();
  return 0;
}
int drmGetDevice(int file, drmDevicePtr* device) { return drmGetDevice2(file, 0, device); }
int drmGetDeviceFromDevId(dev_t id, std::uint32_t, drmDevicePtr* device) {
  if (id != makedev(226, kMinor)) return -ENODEV;
  *device = describe();
  return 0;
}
void drmFreeDevice(drmDevicePtr*) {}
void drmFreeDevices(drmDevicePtr[], int) {}
int drmDevicesEqual(drmDevicePtr, drmDevicePtr) { return 1; }
int drmGetNodeTypeFromFd(int) { return DRM_NODE_RENDER; }
int drmIsKMS(int) { return 0; }
char* drmGetRenderDeviceNameFromFd(int file) { return node_name(file); }
char* drmGetDeviceNameFromFd2(int file) { return node_name(file); }
char* drmGetDeviceNameFromFd(int file) { return node_name(file); }

}  // extern "C"
