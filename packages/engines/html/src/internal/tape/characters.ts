/**
 * Names the code units that scanners compare, by their Unicode names.
 *
 * Names with BEYOND are the first unit after a range.
 *
 * @since 0.1.0
 */

export const TAB = 0x9
export const LINE_FEED = 0xa
export const FORM_FEED = 0xc
export const CARRIAGE_RETURN = 0xd
export const SPACE = 0x20
export const BANG = 0x21
export const DOUBLE_QUOTE = 0x22
export const HASH = 0x23
export const DOLLAR = 0x24
export const AMPERSAND = 0x26
export const APOSTROPHE = 0x27
export const OPEN_PARENTHESIS = 0x28
export const CLOSE_PARENTHESIS = 0x29
export const STAR = 0x2a
export const COMMA = 0x2c
export const HYPHEN = 0x2d
export const DOT = 0x2e
export const SLASH = 0x2f
export const ZERO = 0x30
export const NINE = 0x39
export const COLON = 0x3a
export const LESS_THAN = 0x3c
export const EQUALS = 0x3d
export const QUESTION = 0x3f
export const UPPER_A = 0x41
export const UPPER_Z = 0x5a
export const OPEN_BRACKET = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_BRACKET = 0x5d
export const UNDERSCORE = 0x5f
export const BACKTICK = 0x60
export const LOWER_A = 0x61
export const LOWER_Z = 0x7a
export const OPEN_BRACE = 0x7b
export const PIPE = 0x7c
export const CLOSE_BRACE = 0x7d
export const TILDE = 0x7e
export const DELETE = 0x7f
export const BEYOND_ASCII = 0x80
export const NO_BREAK_SPACE = 0xa0
export const POUND = 0xa3
export const YEN = 0xa5
export const FEMININE_ORDINAL = 0xaa
export const SUPERSCRIPT_TWO = 0xb2
export const SUPERSCRIPT_THREE = 0xb3
export const MICRO = 0xb5
export const MIDDLE_DOT = 0xb7
export const SUPERSCRIPT_ONE = 0xb9
export const MASCULINE_ORDINAL = 0xba
export const RIGHT_GUILLEMET = 0xbb
export const ONE_QUARTER = 0xbc
export const THREE_QUARTERS = 0xbe
export const LATIN_A_GRAVE = 0xc0
export const TIMES = 0xd7
export const SHARP_S = 0xdf
export const DIVISION = 0xf7
export const BEYOND_LATIN_1 = 0x100
export const BEYOND_LATIN_EXTENDED_B = 0x250
export const GENERAL_PUNCTUATION = 0x2000
export const BULLET = 0x2022
export const RIGHT_SINGLE_GUILLEMET = 0x203a
export const EURO = 0x20ac
export const CJK_RADICALS = 0x2e80
export const IDEOGRAPHIC_STOP = 0x3002
export const FIRST_LOW_SURROGATE = 0xdc00
export const LAST_LOW_SURROGATE = 0xdfff
export const LAST_OF_ONE_UNIT = 0xffff

export const TO_LOWER = 0x20
