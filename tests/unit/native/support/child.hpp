#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace test {

// Runs a program of the test, which ends with this object.
class Child {
 public:
  Child() = default;
  // `keep` is a descriptor that the program inherits under the same number; -1: none.
  Child(const std::vector<std::string>& command,
        const std::map<std::string, std::string>& environment, int keep = -1);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  pid_t pid() const { return pid_; }
  void stop();   // SIGSTOP; returns once the process is stopped
  void go_on();  // SIGCONT
  void kill();   // SIGKILL; returns once it is gone

 private:
  pid_t pid_ = -1;
};

// Asks until it is true or ten seconds have passed; returns the last answer.
template <class Question>
bool eventually(Question question);

void pause_briefly();
bool time_is_up(long long started);
long long milliseconds_now();

template <class Question>
bool eventually(Question question) {
  const long long started = milliseconds_now();
  while (!question()) {
    if (time_is_up(started)) return false;
    pause_briefly();
  }
  return true;
}

}  // namespace test
