/** Nesting from which JSON stays as it is: the indent of each line grows with it. */
const MAX_DEPTH = 64

/** A number or word, or a sign; what is between them is space. */
const token = /[^\s"[\]{},:]+|[[\]{},:]/y

/** Behind the string that begins at a quote. An expression keeps a way back for each sign, and 8 million are too many. */
const endOfString = (source: string, quote: number): number => {
  let at = quote + 1
  while (at < source.length && source[at] !== "\"") at += source[at] === "\\" ? 2 : 1
  return at + 1
}

/**
 * JSON with a line per member, made of the tokens as they stand: numbers keep their digits and members that occur twice
 * stay. What is no JSON, or is nested deeper than 64 levels, is returned as it is.
 */
export const indented = (source: string): string => {
  try {
    JSON.parse(source)
  } catch {
    return source
  }
  const pieces: Array<string> = []
  let depth = 0
  let opened = false
  for (const sign of tokensOf(source)) {
    if (sign === "}" || sign === "]") {
      depth--
      pieces.push(opened ? "" : lineOf(depth), sign)
      opened = false
      continue
    }
    if (opened) pieces.push(lineOf(depth))
    opened = sign === "{" || sign === "["
    if (opened && ++depth > MAX_DEPTH) return source
    pieces.push(sign === ":" ? ": " : sign === "," ? `,${lineOf(depth)}` : sign)
  }
  return pieces.join("")
}

const lineOf = (depth: number): string => `\n${"  ".repeat(depth)}`

/** The tokens of a text that is JSON, in order. */
export function* tokensOf(source: string): Generator<string> {
  const space = /\s*/y
  let at = 0
  while (true) {
    space.lastIndex = at
    space.exec(source)
    const start = space.lastIndex
    token.lastIndex = start
    if (source[start] === "\"") at = endOfString(source, start)
    else if (token.test(source)) at = token.lastIndex
    else return
    yield source.slice(start, at)
  }
}
