#pragma once

#include <cstddef>
#include <cstdint>

// The protocol between the host and peekaboo-guest, over the guest's standard input and output.
//
// A frame consists of its size without these four bytes (native byte order, as both ends run on the
// same machine), a kind, and packed values up to its end. A packed value is a tag and its content:
//
//   z  nil        n  json.null     t  true      f  false
//   i  8 bytes, an integer         d  8 bytes, a double
//   s  size (4), bytes             l  count (4), values
//   r  count (4), for each member: size (4), name, value
//   h  number (4) of a handle; to the guest followed by its kind (a string) and fields (a record)
//
//   host to guest   R  the order: script, seconds, computing, memory, output, unfiltered (boolean:
//                      also runs where system calls cannot be filtered), modules, objects,
//                      arguments
//                   A  the answer to a call: its results
//                   E  the failure of a call: {code, message, hint, details}
//   guest to host   B  confined, starts now: {system_calls = boolean, namespaces = boolean}
//                   P  printed text: a string
//                   C  a call: its name (with the prefix "?" that of a missing member), a list of
//                      the handles no longer used, its arguments
//                   D  the script has returned: its results
//                   F  the script has failed: {code, message, hint, line, traceback, raised = a
//                      table without a message}
//
// The guest sends B first and D or F last; the host answers each C by A or E. Nothing that a guest
// sends is trusted.
namespace runtime::guest::protocol {

inline constexpr std::size_t kHead = 4;
inline constexpr std::size_t kMaxFromGuest = std::size_t{1} << 20;  // bytes of a frame
inline constexpr std::size_t kMaxToGuest = std::size_t{8} << 20;
inline constexpr int kMaxDepth = 32;
inline constexpr std::size_t kMaxValues = 200'000;  // of a frame
inline constexpr std::size_t kMaxHandles = 64;      // alive at the same time

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

// Exit codes of peekaboo-guest for failures that it cannot report in a frame.
enum ExitStatus : int {
  kExitNotConfined = 3,  // standard error has the reason
  kExitComputed = 4,     // too long, within one call of a library function
  kExitNoMemory = 5,
  kExitBadOrder = 6,
  kExitNotFiltered = 7,  // standard error has the reason
};

}  // namespace runtime::guest::protocol
