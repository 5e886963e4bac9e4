#pragma once

#include <cstddef>
#include <cstdint>

// What the host and peekaboo-guest say to each other over the guest's standard input and output.
//
// A frame is its size without these four bytes (native byte order: both ends are one machine's), a
// kind, and packed values up to the frame's end. A packed value is a tag and what the tag says:
//
//   z  nil        n  json.null     t  true      f  false
//   i  8 bytes, an integer         d  8 bytes, a double
//   s  size (4), bytes             l  count (4), values
//   r  count (4), for each member: size (4), name, value
//   h  number (4) of a handle; towards the guest followed by a string (its kind) and a record (its
//   fields)
//
//   host to guest     R  the order: script, seconds, computing, memory, output, unfiltered
//   (boolean:
//                        run it also where there is no filter for system calls); then modules,
//                        objects, arguments
//                     A  the answer to a call: its results
//                     E  the call failed: {code, message, hint, details}
//   guest to host     B  it is confined and begins: {system_calls = boolean, namespaces = boolean}
//                     P  printed text: a string
//                     C  a call: its name ("?" before that of a member that there is not), a list
//                     of the handles that are not used any more, then its arguments D  the script
//                     is done: what it returned F  it failed: {code, message, hint, line,
//                     traceback, raised = a table without a message}
//
// The guest says B first and D or F last; the host answers each C by A or E. Nothing that comes
// from a guest is trusted.
namespace runtime::guest::protocol {

inline constexpr std::size_t kHead = 4;
inline constexpr std::size_t kMaxFromGuest = std::size_t{1} << 20;  // bytes of a frame
inline constexpr std::size_t kMaxToGuest = std::size_t{8} << 20;
inline constexpr int kMaxDepth = 32;
inline constexpr std::size_t kMaxValues = 200'000;  // of a frame
inline constexpr std::size_t kMaxHandles = 64;      // that are alive at a time

enum Kind : char {
  kOrder = 'R',
  kAnswer = 'A',
  kRaise = 'E',
  kBegun = 'B',
  kPrinted = 'P',
  kCall = 'C',
  kDone = 'D',
  kFailed = 'F',
};

enum Tag : char {
  kNil = 'z',
  kNull = 'n',
  kTrue = 't',
  kFalse = 'f',
  kInteger = 'i',
  kDouble = 'd',
  kString = 's',
  kList = 'l',
  kRecord = 'r',
  kHandle = 'h',
};

// How peekaboo-guest ends when it cannot say so in a frame.
enum ExitStatus : int {
  kExitNotConfined = 3,  // its standard error says why
  kExitComputed = 4,     // too long, within one call of a library function
  kExitNoMemory = 5,
  kExitBadOrder = 6,
  kExitNotFiltered = 7,  // its standard error says why
};

}  // namespace runtime::guest::protocol
