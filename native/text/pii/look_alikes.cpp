#include "native/text/pii/look_alikes.hpp"

#include "native/text/pii/pii_text.hpp"

namespace native {

char digit_like(char c) {
  switch (c) {
    case 'O':
    case 'o':
    case 'D':
    case 'Q':
      return '0';
    case 'l':
    case 'I':
    case 'i':
    case '|':
    case '!':
      return '1';
    case 'Z':
    case 'z':
      return '2';
    case 'A':
      return '4';
    case 'S':
    case 's':
      return '5';
    case 'G':
    case 'b':
      return '6';
    case 'T':
      return '7';
    case 'B':
      return '8';
    case 'g':
    case 'q':
      return '9';
    default:
      return is_digit(c) ? c : '\0';
  }
}

char letter_like(char c) {
  switch (c) {
    case '0':
      return 'O';
    case '1':
    case '|':
    case '!':
      return 'I';
    case ']':
      return 'J';
    case '2':
      return 'Z';
    case '4':
      return 'A';
    case '5':
      return 'S';
    case '6':
      return 'G';
    case '8':
      return 'B';
    default:
      return is_letter(c) ? to_upper(c) : '\0';
  }
}

char look_of(char c) {
  switch (c) {
    case '0':
      return 'o';
    case '1':
    case '|':
    case '!':
    case 'I':
    case 'i':
    case 'l':
      return 'l';
    case '2':
      return 'z';
    case '5':
      return 's';
    case '8':
      return 'b';
    case '9':
    case 'q':
    case 'Q':
      return 'g';
    default:
      return to_lower(c);
  }
}

}  // namespace native
