#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdio>  // jpeglib.h needs size_t and FILE

#include <jpeglib.h>

namespace native {

// Turns libjpeg's errors into a message. libjpeg leaves a function by calling error_exit, which
// must not return; an exception must not pass its frames.
struct JpegGuard {
  JpegGuard() {
    jpeg_std_error(&manager);
    manager.error_exit = [](j_common_ptr info) {
      JpegGuard& guard = *reinterpret_cast<JpegGuard*>(info->err);
      info->err->format_message(info, guard.message);
      std::longjmp(guard.jump, 1);
    };
    manager.output_message = [](j_common_ptr) {};
  }

  // Runs calls of libjpeg. Returns false, with the message set, when one of them failed. `calls`
  // may own nothing that has a destructor.
  template <class Calls>
  bool run(Calls calls) {
    if (setjmp(jump) != 0) return false;
    calls();
    return true;
  }

  jpeg_error_mgr manager = {};  // first, so that libjpeg's pointer to it is one to this object
  std::jmp_buf jump = {};
  char message[JMSG_LENGTH_MAX] = {};
};

}  // namespace native
