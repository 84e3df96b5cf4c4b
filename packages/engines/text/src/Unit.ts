/**
 * Names UTF-16 code units, for scanners that read each unit of a text without allocating strings.
 *
 * @since 0.2.0
 */

export const CASE_BIT = 0x20

/** Stands for the unit before the first and after the last one. It is neither white space nor part of a word. */
export const NONE = 0x7f

export const TAB = 0x9
export const LINE_FEED = 0xa
export const CARRIAGE_RETURN = 0xd
export const SPACE = 0x20
export const EXCLAMATION = 0x21 // !
export const QUOTE = 0x22 // "
export const HASH = 0x23 // #
export const DOLLAR = 0x24 // $
export const PERCENT = 0x25 // %
export const AMPERSAND = 0x26 // &
export const APOSTROPHE = 0x27 // '
export const OPEN_PARENTHESIS = 0x28 // (
export const CLOSE_PARENTHESIS = 0x29 // )
export const ASTERISK = 0x2a // *
export const PLUS = 0x2b // +
export const COMMA = 0x2c // ,
export const HYPHEN = 0x2d // -
export const POINT = 0x2e // .
export const SLASH = 0x2f // /
export const ZERO = 0x30 // 0
export const THREE = 0x33 // 3
export const NINE = 0x39 // 9
export const COLON = 0x3a // :
export const LESS = 0x3c // <
export const EQUALS = 0x3d // =
export const GREATER = 0x3e // >
export const QUESTION = 0x3f // ?
export const AT_SIGN = 0x40 // @
export const UPPER_A = 0x41 // A
export const UPPER_F = 0x46 // F
export const UPPER_Z = 0x5a // Z
export const OPEN_BRACKET = 0x5b // [
export const BACKSLASH = 0x5c // \
export const CLOSE_BRACKET = 0x5d // ]
export const UNDERSCORE = 0x5f // _
export const BACKTICK = 0x60 // `
export const LOWER_A = 0x61 // a
export const LOWER_D = 0x64 // d
export const LOWER_E = 0x65 // e
export const LOWER_F = 0x66 // f
export const LOWER_G = 0x67 // g
export const LOWER_I = 0x69 // i
export const LOWER_M = 0x6d // m
export const LOWER_N = 0x6e // n
export const LOWER_R = 0x72 // r
export const LOWER_S = 0x73 // s
export const LOWER_Y = 0x79 // y
export const LOWER_Z = 0x7a // z
export const OPEN_BRACE = 0x7b // {
export const BAR = 0x7c // |
export const TILDE = 0x7e // ~
export const LAST_ASCII = 0x7f
export const BEYOND_ASCII = 0x80
export const NO_BREAK_SPACE = 0xa0
export const POUND = 0xa3 // £
export const EN_DASH = 0x2013 // –
export const RIGHT_QUOTE = 0x2019 // ’
export const LEFT_DOUBLE_QUOTE = 0x201c // “
export const ELLIPSIS = 0x2026 // …
export const EURO = 0x20ac // €
