/**
 * Wraps declarations like handwritten code. tsc writes an inferred type on one line, of up to thousands of characters.
 * A formatter that searches the best layout is too slow for such lines.
 */

/** Number of characters per line that fit next to the navigation. */
const WIDTH = 96

const closerOf: Readonly<Record<string, string>> = { "{": "}", "<": ">", "(": ")", "[": "]" }
const closers = new Set(Object.values(closerOf))

interface Group {
  readonly from: number
  readonly to: number
}

interface Outline {
  readonly groups: ReadonlyArray<Group>
  readonly ends: ReadonlyArray<number>
  readonly operators: ReadonlyArray<number>
}

const afterText = (code: string, at: number): number => {
  const mark = code[at]!
  let end = at + 1
  while (end < code.length && code[end] !== mark) end += code[end] === "\\" ? 2 : 1
  return end
}

const outline = (code: string): Outline => {
  const groups: Array<Group> = []
  const ends: Array<number> = []
  const operators: Array<number> = []
  let depth = 0
  let from = 0
  for (let at = 0; at < code.length; at++) {
    const character = code[at]!
    if (character === "\"" || character === "'" || character === "`") at = afterText(code, at)
    else if (character === "=" && code[at + 1] === ">") at++
    else if (closerOf[character] !== undefined) {
      if (depth++ === 0) from = at
    } else if (closers.has(character)) {
      if (depth > 0 && --depth === 0) groups.push({ from, to: at })
    } else if (depth === 0 && (character === ";" || character === ",")) ends.push(at + 1)
    else if (depth === 0 && (character === "|" || character === "&") && at > 0) operators.push(at)
  }
  return { groups, ends, operators }
}

const cut = (code: string, places: ReadonlyArray<number>): ReadonlyArray<string> =>
  [0, ...places].map((place, index) => code.slice(place, places[index]).trim()).filter((piece) => piece !== "")

const broken = (code: string, indent: string): ReadonlyArray<string> => {
  if (indent.length + code.length <= WIDTH) return [indent + code]
  const { ends, groups, operators } = outline(code)
  const members = cut(code, ends)
  if (members.length > 1) return members.flatMap((member) => broken(member, indent))
  const [first, ...others] = cut(code, operators)
  if (others.length > 0) return [...broken(first!, indent), ...others.flatMap((one) => broken(one, `${indent}  `))]
  const longest = groups.toSorted((one, other) => other.to - other.from - one.to + one.from)[0]
  if (longest === undefined || longest.to - longest.from < 2) return [indent + code]
  return [
    indent + code.slice(0, longest.from + 1),
    ...broken(code.slice(longest.from + 1, longest.to).trim(), `${indent}  `),
    ...broken(code.slice(longest.to), indent)
  ]
}

const isComment = (line: string): boolean => /^\s*(?:\/\*|\*|\/\/)/.test(line)

const isWide = (line: string): boolean => line.length > WIDTH && !isComment(line)

export const wrap = (declaration: string): string => {
  const lines = declaration.split("\n")
  if (!lines.some(isWide)) return declaration
  return lines.some(isComment) || /^(?:interface|class) /.test(declaration)
    ? lines.flatMap((line) => isWide(line) ? broken(line.trim(), /^\s*/.exec(line)![0]) : [line]).join("\n")
    : broken(declaration.replace(/\s+/g, " "), "").join("\n")
}
