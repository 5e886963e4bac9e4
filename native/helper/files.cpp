#include "native/helper/confine.hpp"

#if __has_include(<linux/landlock.h>)

#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace native {
namespace {

// The access rights that each version of Landlock adds.
struct Version {
  long number;
  unsigned long long files;
};
constexpr Version kVersions[] = {
    {1, (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1},  // the thirteen rights of version 1
#ifdef LANDLOCK_ACCESS_FS_REFER
    {2, LANDLOCK_ACCESS_FS_REFER},
#endif
#ifdef LANDLOCK_ACCESS_FS_TRUNCATE
    {3, LANDLOCK_ACCESS_FS_TRUNCATE},
#endif
#ifdef LANDLOCK_ACCESS_FS_IOCTL_DEV
    {5, LANDLOCK_ACCESS_FS_IOCTL_DEV},
#endif
};

landlock_ruleset_attr everything(long version) {
  landlock_ruleset_attr rules{};
  for (const Version& each : kVersions)
    if (each.number <= version) rules.handled_access_fs |= each.files;
#ifdef LANDLOCK_ACCESS_NET_CONNECT_TCP
  if (version >= 4)
    rules.handled_access_net = LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP;
#endif
#ifdef LANDLOCK_SCOPE_SIGNAL
  if (version >= 6) rules.scoped = LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL;
#endif
  return rules;
}

}  // namespace

bool forbid_files() {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  const landlock_ruleset_attr rules = everything(version);
  const int ruleset =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0));
  if (ruleset < 0) return false;
  const bool held = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return held;
}

}  // namespace native

#else

namespace native {

bool forbid_files() { return false; }

}  // namespace native

#endif
