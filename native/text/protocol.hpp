#pragma once

#include <cstddef>

// What Recognizer and peekaboo-ocr say to each other over one Unix stream socket, the helper's
// standard input.
//
//   request   read WIDTH HEIGHT UPSCALE LANGUAGE\n   and, with its first byte, the descriptor of a
//   memory
//             file of WIDTH * HEIGHT gray bytes
//   answer    begin\n                                as soon as the request has arrived
//             LEFT\tTOP\tWIDTH\tHEIGHT\tCONFIDENCE\tLINE\tWORD\n   for each word, in the picture's
//             pixels end\n        or instead of it          fail\tREASON\tTEXT\n
//
// REASON is "language" (TEXT names the missing ones), "size" or "engine". One request at a time,
// all with the language of the first that succeeds. Either side ends the other by closing the
// socket.
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
