/** Nesting from which JSON stays as it is: the indent of each line grows with it. */
const MAX_DEPTH = 64

/** A string, a number or word, or a sign; what is between them is space. */
const token = /"(?:[^"\\]|\\.)*"|[^\s"[\]{},:]+|[[\]{},:]/gy

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
    token.lastIndex = space.lastIndex
    const found = token.exec(source)
    if (found === null) return
    at = token.lastIndex
    yield found[0]
  }
}
