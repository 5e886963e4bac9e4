#include "runtime/core/core_dumps.hpp"

#include <sys/resource.h>

#include <optional>

namespace runtime::core_dumps {

namespace {

std::optional<rlimit> before;

rlimit forbidden() {
  rlimit none = *before;
  // 0 would still feed a program named in core_pattern; a limit of one byte feeds none.
  if (none.rlim_max != 0) none.rlim_cur = 1;
  return none;
}

void set(const rlimit& limit) { setrlimit(RLIMIT_CORE, &limit); }

}  // namespace

void forbid() {
  rlimit now{};
  if (getrlimit(RLIMIT_CORE, &now) != 0) return;
  before = now;
  set(forbidden());
}

AsBefore::AsBefore() {
  if (before) set(*before);
}

AsBefore::~AsBefore() {
  if (before) set(forbidden());
}

}  // namespace runtime::core_dumps
