#include "native/wayland/copy/spare_buffer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "native/wayland/connection.hpp"
#include "tests/unit/native/wayland/served_display.hpp"

namespace native::wayland {
namespace {

// Returns how many pictures' memory this process has.
int pictures() {
  std::ifstream maps("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(maps, line);)
    count += line.find("peekaboo-picture") != std::string::npos ? 1 : 0;
  return count;
}

class SpareBufferTest : public testing::Test {
 protected:
  SpareBufferTest() {
    ::wl_display_init_shm(served_.display());
    served_.start();
    connection_ = Connection::open(served_.socket(), ::getuid(),
                                   std::chrono::steady_clock::now() + std::chrono::seconds(10));
    shm_.reset(connection_->bind<wl_shm>(wl_shm_interface, 1));
  }

  std::unique_ptr<SharedBuffer> take(int width, std::uint32_t format = WL_SHM_FORMAT_XRGB8888) {
    return connection_->spare_buffer().take(shm_.get(), width, 20,
                                            static_cast<std::size_t>(width) * 4, format);
  }

  ServedDisplay served_;
  std::unique_ptr<Connection> connection_;
  Owned<wl_shm, &wl_shm_destroy> shm_;
};

TEST_F(SpareBufferTest, IsUsedAgainForThePictureOfTheSameSizes) {
  std::unique_ptr<SharedBuffer> first = take(30);
  const SharedBuffer* const memory = first.get();
  connection_->spare_buffer().keep(std::move(first));
  const std::unique_ptr<SharedBuffer> second = take(30);
  EXPECT_EQ(second.get(), memory);
  const std::unique_ptr<SharedBuffer> third = take(30);
  EXPECT_NE(third->pixels(), second->pixels());
}

TEST_F(SpareBufferTest, IsNotUsedForOthers) {
  connection_->spare_buffer().keep(take(30));
  EXPECT_EQ(take(31)->width(), 31);
  connection_->spare_buffer().keep(take(30));
  EXPECT_EQ(take(30, WL_SHM_FORMAT_ARGB8888)->format(), std::uint32_t{WL_SHM_FORMAT_ARGB8888});
  EXPECT_EQ(pictures(), 0);
}

TEST_F(SpareBufferTest, IsGivenBackAfterAWhile) {
  connection_->spare_buffer().keep(take(30));
  EXPECT_EQ(pictures(), 1);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (pictures() > 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(pictures(), 0);
  // And kept anew.
  connection_->spare_buffer().keep(take(30));
  EXPECT_EQ(pictures(), 1);
}

TEST_F(SpareBufferTest, GoesWithItsConnection) {
  connection_->spare_buffer().keep(take(30));
  shm_.reset();
  connection_.reset();
  EXPECT_EQ(pictures(), 0);
}

}  // namespace
}  // namespace native::wayland
