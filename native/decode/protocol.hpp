#pragma once

#include <cstddef>

// Protocol between PictureReader and peekaboo-decode: lines over one Unix stream socket, which is
// the helper's standard input. Each process decodes one picture.
//
//   helper   confined FILES SYSTEM_CALLS\n   once started; 1 or 0 each, see confine.hpp
//   reader   decode BYTES MOST_PIXELS\n      with the descriptor of a memory file: the picture file
//   helper   size WIDTH HEIGHT\n             before it decodes pixels
//   reader   store\n                         with the descriptor of a memory file for the pixels,
//                                            WIDTH * HEIGHT * 4 bytes
//   helper   end\n                           once all pixels are stored: BGRA, opaque
//   helper   fail\tCODE\tMESSAGE\tHINT\n     instead of any answer above
namespace native::decode_protocol {

constexpr const char* kHelper = "peekaboo-decode";
constexpr std::size_t kMemory = std::size_t{1536} << 20;  // bytes of the helper's address space
constexpr unsigned kComputing = 60;                       // seconds of its processor time

}  // namespace native::decode_protocol
