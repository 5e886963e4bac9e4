#include "runtime/core/async/loop.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/core/value/error.hpp"

namespace runtime {
namespace {

TEST(Loop, SaysWhenTheSystemHasNoDescriptorsLeft) {
  // The undefined behaviour sanitizer needs a descriptor when it meets a type for the first time.
  EXPECT_THROW(throw Error("INTERNAL_ERROR", "met"), Error);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const int first_free = dup(0);
  close(first_free);
  const rlimit tight{static_cast<rlim_t>(first_free), limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &tight), 0);
  EXPECT_THROW(Loop(), Error);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  Loop();
}

}  // namespace
}  // namespace runtime
