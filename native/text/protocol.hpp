#pragma once

#include <cstddef>
#include <cstdint>

// Protocol between HelperPool and peekaboo-ocr: lines over one Unix stream socket, which is the
// helper's standard input.
//
//   request   read COUNT LANGUAGE\n   with the descriptor of a memory file: COUNT PictureHeads,
//   then
//                                     the gray bytes of each picture, without padding
//   answer    begin\n                 once the request has arrived
//             INDEX\tLEFT\tTOP\tWIDTH\tHEIGHT\tCONFIDENCE\tLINE\tWORD\n   each word: in which
//             picture
//                                     (from 0), where in it, in its pixels
//             end\n
//             fail\tREASON\tTEXT\n    instead of end
//
// REASON is "language" (TEXT names the missing ones), "size" or "engine". COUNT may be 0, which
// only loads the language. One request at a time, all in the language of the first that succeeds.
// Either side closes the socket to end the other.
namespace native::protocol {

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kMaxWordBytes = 1024;
constexpr std::size_t kMaxWords = 100'000;
constexpr std::size_t kMaxLanguage = 100;
// The engine counts in 16 bits; the area bounds the helper's memory (about 10 bytes a pixel). Both
// hold for enlarged pictures too.
constexpr int kMaxSide = 32'000;
constexpr long long kMaxArea = 160'000'000;

constexpr std::size_t kMaxPictures = 1000;    // of a request
constexpr long long kMaxFileArea = kMaxArea;  // of all its pictures
constexpr int kMinScale = 1;                  // percent
constexpr int kMaxScale = 1600;

struct PictureHead {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t scale = 100;  // percent, by which the helper enlarges before it reads
  std::uint32_t block = 0;    // 0: one line, dark on white; 1: anything
};

}  // namespace native::protocol
