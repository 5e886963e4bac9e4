#pragma once

#include <cstddef>

// Protocol between Recognizer and peekaboo-ocr: lines over one Unix stream socket, which is the
// helper's standard input.
//
//   request   read WIDTH HEIGHT UPSCALE LANGUAGE\n   with the descriptor of a memory file, which
//   holds
//                                                    WIDTH * HEIGHT gray bytes
//   answer    begin\n                                once the request has arrived
//             LEFT\tTOP\tWIDTH\tHEIGHT\tCONFIDENCE\tLINE\tWORD\n   each word, in picture pixels
//             end\n
//             fail\tREASON\tTEXT\n                   instead of end
//
// REASON is "language" (TEXT names the missing ones), "size" or "engine". One request at a time,
// all in the language of the first that succeeds. Either side closes the socket to end the other.
namespace native::protocol {

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxWordBytes = 1024;
constexpr std::size_t kMaxWords = 100'000;
constexpr std::size_t kMaxLanguage = 100;
constexpr int kMaxUpscale = 4;
// The engine counts in 16 bits; the area bounds the helper's memory (about 10 bytes a pixel).
constexpr int kMaxSide = 32'000;
constexpr long long kMaxArea = 160'000'000;

}  // namespace native::protocol
