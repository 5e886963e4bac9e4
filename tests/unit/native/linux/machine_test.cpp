#include "native/linux/machine.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace native {
namespace {

// A folder with the files of a machine.
class MachineFiles : public testing::Test {
 protected:
  MachineFiles() {
    char name[] = "/tmp/peekaboo-machine-XXXXXX";
    root_ = mkdtemp(name);
  }
  ~MachineFiles() override { std::filesystem::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path, std::ios::binary) << text;
  }
  Machine read() const { return read_machine(root_); }

  std::string root_;
};

TEST_F(MachineFiles, ReadsALaptop) {
  write("/etc/os-release",
        "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  write("/sys/class/dmi/id/sys_vendor", "LENOVO\n");
  write("/sys/class/dmi/id/product_name", "20XWCTO1WW\n");
  write("/sys/class/dmi/id/product_version", "ThinkPad X1 Carbon Gen 9\n");
  write("/sys/class/dmi/id/product_serial", "PF12345\n");
  write("/proc/cpuinfo",
        "processor\t: 0\nmodel name\t: Intel(R) Core(TM) i7-1165G7\n\nprocessor\t: 1\n"
        "model name\t: Intel(R) Core(TM) i7-1165G7\nSerial\t: 0123\n");
  write("/proc/meminfo", "MemTotal:       16123456 kB\nMemFree: 1 kB\n");
  const Machine machine = read();
  EXPECT_EQ(machine.system, "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(machine.kernel, "Linux 6.1.0-18-amd64");
  EXPECT_EQ(machine.model, "LENOVO ThinkPad X1 Carbon Gen 9");
  EXPECT_EQ(machine.processor, "Intel(R) Core(TM) i7-1165G7");
  EXPECT_EQ(machine.processors, 2);
  EXPECT_EQ(machine.memory, std::int64_t{16123456} * 1024);
}

TEST_F(MachineFiles, ReadsABoardByItsDeviceTree) {
  write("/usr/lib/os-release", "NAME='Alpine Linux'\n");
  write("/proc/device-tree/model", std::string("Raspberry Pi 4 Model B\0", 23));
  write("/proc/cpuinfo", "processor : 0\nBogoMIPS : 108\nHardware : BCM2835\n");
  const Machine machine = read();
  EXPECT_EQ(machine.system, "Alpine Linux");
  EXPECT_EQ(machine.model, "Raspberry Pi 4 Model B");
  EXPECT_EQ(machine.processor, "BCM2835");
}

TEST_F(MachineFiles, LeavesOutWhatMakersDidNotFillIn) {
  write("/sys/class/dmi/id/sys_vendor", "To Be Filled By O.E.M.\n");
  write("/sys/class/dmi/id/product_name", "Default string\n");
  write("/sys/class/dmi/id/board_name", "B550\n");
  EXPECT_EQ(read().model, "B550");
}

TEST_F(MachineFiles, SurvivesWhatIsNoText) {
  EXPECT_EQ(read().memory, 0);
  write("/etc/os-release", "PRETTY_NAME=\"" + std::string(5000, 'x') + "\"\n");
  write("/proc/meminfo", "MemTotal: -5 kB\n");
  std::string processors(100, '\xff');
  processors += "\n:\n::::\nmodel name :\n";
  write("/proc/cpuinfo", processors);
  write("/sys/class/dmi/id/product_name", "a\x1b[31mb\n");
  const Machine machine = read();
  EXPECT_LE(machine.system.size(), 210U);
  EXPECT_EQ(machine.memory, 0);
  EXPECT_EQ(machine.model, "a");
}

}  // namespace
}  // namespace native
