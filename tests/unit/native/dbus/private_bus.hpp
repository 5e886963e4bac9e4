#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace test {

// A program with pipes to its input and output; ended with this object.
class PipedChild {
 public:
  explicit PipedChild(const std::vector<std::string>& words) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      std::vector<char*> arguments;
      for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
      arguments.push_back(nullptr);
      execvp(arguments[0], arguments.data());
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    input_ = fdopen(in[1], "w");
    output_ = fdopen(out[0], "r");
  }
  ~PipedChild() {
    fclose(input_);
    signal(SIGCONT);
    // The services end at the end of their input, buses do not.
    if (!ends_by_itself_) signal(SIGTERM);
    waitpid(pid_, nullptr, 0);
    fclose(output_);
  }
  PipedChild(const PipedChild&) = delete;
  PipedChild& operator=(const PipedChild&) = delete;

  void end_by_itself() { ends_by_itself_ = true; }
  void signal(int number) const { kill(pid_, number); }
  std::string line() const {
    char text[1000] = {};
    if (!fgets(text, sizeof text, output_)) return {};
    std::string result = text;
    while (!result.empty() && result.back() == '\n') result.pop_back();
    return result;
  }
  pid_t pid() const { return pid_; }
  void say(const std::string& text) const {
    fputs((text + "\n").c_str(), input_);
    fflush(input_);
  }

 private:
  pid_t pid_ = 0;
  bool ends_by_itself_ = false;
  FILE* input_ = nullptr;
  FILE* output_ = nullptr;
};

// A message bus of its own.
class PrivateBus {
 public:
  // `variables`: of the services that it starts, such as "DISPLAY=:7".
  explicit PrivateBus(const std::vector<std::string>& variables = {})
      : daemon_(command(variables)), address(daemon_.line()) {}
  void stop() const { daemon_.signal(SIGSTOP); }
  void go_on() const { daemon_.signal(SIGCONT); }
  void end() const { daemon_.signal(SIGKILL); }

 private:
  static std::vector<std::string> command(const std::vector<std::string>& variables) {
    std::vector<std::string> words{"env"};
    words.insert(words.end(), variables.begin(), variables.end());
    for (const char* word :
         {"dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"})
      words.push_back(word);
    return words;
  }

  PipedChild daemon_;

 public:
  const std::string address;
};

}  // namespace test
