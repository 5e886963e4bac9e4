#include "tests/unit/native/support/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace test {

Child::Child(const std::vector<std::string>& command,
             const std::map<std::string, std::string>& environment, int keep) {
  std::vector<std::string> assignments;
  for (const auto& [name, value] : environment) assignments.push_back(name + "=" + value);
  std::vector<char*> arguments;
  std::vector<char*> variables;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  for (const std::string& line : assignments) variables.push_back(const_cast<char*>(line.c_str()));
  arguments.push_back(nullptr);
  variables.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (int descriptor = 0; descriptor < 3; ++descriptor) ::dup2(nowhere, descriptor);
  if (keep >= 0) ::fcntl(keep, F_SETFD, 0);
  ::execvpe(arguments[0], arguments.data(), variables.data());
  ::_exit(127);
}

Child::Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  return *this;
}

Child::~Child() { kill(); }

void Child::stop() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGSTOP);
  int status = 0;
  ::waitpid(pid_, &status, WUNTRACED);
}

// Without the look at the number a child that was killed would make it everybody's signal.
void Child::go_on() {
  if (pid_ > 0) ::kill(pid_, SIGCONT);
}

void Child::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
}

void pause_briefly() { ::poll(nullptr, 0, 2); }

long long milliseconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

bool time_is_up(long long started) { return milliseconds_now() - started > 10'000; }

}  // namespace test
