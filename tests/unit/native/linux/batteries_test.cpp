#include "native/linux/batteries.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace native {
namespace {

using Files = std::map<std::string, std::string>;

// A folder as /sys/class/power_supply.
class Batteries : public testing::Test {
 protected:
  Batteries() {
    char name[] = "/tmp/peekaboo-power-XXXXXX";
    root_ = mkdtemp(name);
  }
  ~Batteries() override { std::filesystem::remove_all(root_); }
  void add(const std::string& name, const Files& files) {
    std::filesystem::create_directories(root_ + "/" + name);
    for (const auto& [file, text] : files)
      std::ofstream(root_ + "/" + name + "/" + file) << text << "\n";
  }

  std::string root_;
};

TEST_F(Batteries, NoneIsAnAnswer) {
  for (const std::string& folder : {root_, std::string("/nonexistent")}) {
    const Battery battery = read_batteries(folder);
    EXPECT_FALSE(battery.present);
    EXPECT_EQ(battery.percentage, 100);
    EXPECT_FALSE(battery.charging);
  }
}

TEST_F(Batteries, ReadsOne) {
  add("AC", {{"type", "Mains"}, {"online", "1"}});
  add("BAT0", {{"type", "Battery"}, {"present", "1"}, {"capacity", "64"}, {"status", "Charging"}});
  const Battery battery = read_batteries(root_);
  EXPECT_TRUE(battery.present && battery.charging);
  EXPECT_EQ(battery.percentage, 64);
  EXPECT_EQ(battery.state, "charging");
}

TEST_F(Batteries, CountsSeveralByWhatTheyHold) {
  add("BAT0", {{"type", "Battery"},
               {"capacity", "100"},
               {"energy_now", "30000"},
               {"energy_full", "30000"},
               {"status", "Full"}});
  add("BAT1", {{"type", "Battery"},
               {"capacity", "0"},
               {"energy_now", "0"},
               {"energy_full", "90000"},
               {"status", "Discharging"}});
  const Battery battery = read_batteries(root_);
  EXPECT_EQ(battery.percentage, 25);
  EXPECT_EQ(battery.state, "discharging");
}

TEST_F(Batteries, AMouseSuppliesNothing) {
  add("hid-mouse", {{"type", "Battery"}, {"scope", "Device"}, {"capacity", "10"}});
  add("BAT0", {{"type", "Battery"}, {"present", "0"}, {"capacity", "10"}});
  EXPECT_FALSE(read_batteries(root_).present);
}

TEST_F(Batteries, SurviveNonsense) {
  add("BAT0", {{"type", "Battery"}, {"capacity", "a lot"}, {"status", "\x1b[31m"}});
  const Battery battery = read_batteries(root_);
  EXPECT_TRUE(battery.present);
  EXPECT_EQ(battery.percentage, 0);
  EXPECT_EQ(battery.state, "unknown");
  add("BAT0", {{"capacity", "1e9"}});
  EXPECT_EQ(read_batteries(root_).percentage, 100);
  add("BAT0", {{"capacity", "nan"}});
  EXPECT_LE(read_batteries(root_).percentage, 100);
}

}  // namespace
}  // namespace native
