#pragma once

#include <cstddef>

// What PictureReader and peekaboo-decode say to each other over one Unix stream socket, the
// helper's standard input. One picture a process.
//
//   at once   confined FILES SYSTEM_CALLS\n     1 or 0 each: what holds the process, see
//   confine.hpp request   decode BYTES MOST_PIXELS\n        with the descriptor of a memory file
//   that holds the
//                                               picture file
//   answer    size WIDTH HEIGHT\n               before any pixel is unpacked
//   request   store\n                           with the descriptor of a memory file for WIDTH *
//                                               HEIGHT * 4 bytes
//   answer    end\n                             when all pixels are in it, BGRA, opaque
//             fail\tCODE\tMESSAGE\tHINT\n       instead of any of these answers
namespace native::decode_protocol {

constexpr const char* kHelper = "peekaboo-decode";
constexpr std::size_t kMemory = std::size_t{1536} << 20;  // bytes of the helper's address space
constexpr unsigned kComputing = 60;                       // seconds of its processor time

}  // namespace native::decode_protocol
