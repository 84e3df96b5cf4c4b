/**
 * Finds the ends of strings, brackets and comments in a style sheet.
 *
 * @since 0.2.0
 */

/**
 * Returns the next index of a matching sign, starting at an index; the end of the text if none exists. V8 compiles a
 * regular expression to machine code at once, but a loop only later.
 */
export const nextOf = (signs: RegExp, source: string, from: number): number => {
  signs.lastIndex = from
  return signs.test(source) ? signs.lastIndex - 1 : source.length
}

export const behind = (source: string, end: string, from: number): number => {
  const at = source.indexOf(end, from)
  return at < 0 ? source.length : at + end.length
}

/** Returns the index after a string. An unclosed string ends at its line end. */
export const endOfString = (source: string, at: number): number => {
  const signs = source.charCodeAt(at) === 0x22 ? inDoubleQuotes : inSingleQuotes
  const { length } = source
  let i = nextOf(signs, source, at + 1)
  while (i < length && source.charCodeAt(i) === 0x5c) i = nextOf(signs, source, i + 2)
  return Math.min(length, i + 1)
}

const inDoubleQuotes = /["\n\\]/g
const inSingleQuotes = /['\n\\]/g

/**
 * Returns the index after a parenthesis, including all nested brackets and strings, because an image URL may contain
 * any character.
 */
export const endOfParentheses = (source: string, at: number): number => {
  let depth = 0
  for (let i = at; i < source.length; i++) {
    switch (source.charCodeAt(i)) {
      case 0x28:
        depth++
        break
      case 0x29:
        if (--depth === 0) return i + 1
        break
      case 0x22:
      case 0x27:
        i = endOfString(source, i) - 1
        break
      case 0x5c:
        i++
        break
      case 0x7b:
      case 0x7d:
        // The bracket is not closed, so the block continues after it.
        return i
      default:
        break
    }
  }
  return source.length
}

export const uncommented = (text: string): string => {
  if (!text.includes("/*")) return text
  let out = ""
  let from = 0
  let at = 0
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case 0x22:
      case 0x27:
        at = endOfString(text, at)
        break
      case 0x28:
        at = endOfParentheses(text, at)
        break
      case 0x5c:
        at += 2
        break
      case 0x2f:
        if (text.charCodeAt(at + 1) === 0x2a) {
          out += text.slice(from, at)
          from = at = behind(text, "*/", at + 2)
        } else at++
        break
      default:
        at++
    }
  }
  return out + text.slice(from)
}

const inBlocks = /["'\\/({}]/g

const behindSign = (source: string, code: number, at: number): number => {
  switch (code) {
    case 0x5c:
      return at + 2
    case 0x28:
      return endOfParentheses(source, at)
    case 0x2f:
      return source.charCodeAt(at + 1) === 0x2a ? behind(source, "*/", at + 2) : at + 1
    default:
      return endOfString(source, at)
  }
}

export const endOfPlainBlock = (source: string, from: number): number => {
  const { length } = source
  for (let at = nextOf(inBlocks, source, from); at < length;) {
    const code = source.charCodeAt(at)
    if (code === 0x7d) return at
    if (code === 0x7b) return -1
    at = nextOf(inBlocks, source, behindSign(source, code, at))
  }
  return -1
}

export const behindBlock = (source: string, from: number): number => {
  const { length } = source
  let depth = 1
  for (let at = nextOf(inBlocks, source, from); at < length;) {
    const code = source.charCodeAt(at)
    if (code === 0x7b) depth++
    else if (code === 0x7d && --depth === 0) return at + 1
    const isBrace = code === 0x7b || code === 0x7d
    at = nextOf(inBlocks, source, isBrace ? at + 1 : behindSign(source, code, at))
  }
  return length
}

const between = (text: string, isSign: (code: number) => boolean): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x28 || code === 0x5b) depth++
    else if (code === 0x29 || code === 0x5d) depth--
    else if (depth <= 0 && isSign(code)) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  parts.push(text.slice(from).trim())
  return parts
}

const isComma = (code: number): boolean => code === 0x2c
const isSpace = (code: number): boolean => code <= 0x20

export const listOf = (text: string): ReadonlyArray<string> =>
  text.includes(",") ? between(text, isComma) : [text.trim()]

/** Returns the parts of a text between white space that is outside of brackets: `calc(1px + 2px) 0` has two. */
export const valuesOf = (text: string): ReadonlyArray<string> => between(text, isSpace).filter((word) => word !== "")
