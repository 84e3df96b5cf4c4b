/**
 * Tests many phrases at once. Only phrases with the text's first letter are compiled and tested.
 *
 * @since 0.1.0
 */

export interface Phrases {
  readonly test: (words: string) => boolean
}

/**
 * Makes a matcher for phrases at the start of a text. `phrases` are alternatives of a regular expression, matched
 * without case. The pattern `end` must follow each phrase.
 */
export const beginningLike = (phrases: string, end: string): Phrases => {
  const byLetter = new Map<string, Array<string>>()
  for (const phrase of alternatives(phrases)) {
    for (const letter of firstLetters(phrase)) {
      const known = byLetter.get(letter)
      if (known === undefined) byLetter.set(letter, [phrase])
      else known.push(phrase)
    }
  }
  const compiled = new Map<string, RegExp>()
  return {
    test: (words) => {
      const letter = lowerFirst(words)
      let pattern = compiled.get(letter)
      if (pattern === undefined) {
        const known = byLetter.get(letter)
        if (known === undefined) return false
        compiled.set(letter, pattern = new RegExp(`^(?:${known.join("|")})${end}`, "iu"))
      }
      return pattern.test(words)
    }
  }
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase().slice(0, 1)

const alternatives = (pattern: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  let from = 0
  for (let at = 0; at <= pattern.length; at = behind(pattern, at)) {
    if (at < pattern.length && pattern[at] !== "|") continue
    out.push(pattern.slice(from, at))
    from = at + 1
  }
  return out
}

const behind = (pattern: string, at: number): number => {
  if (pattern[at] === "\\") return at + 2
  if (pattern[at] === "[") return pattern.indexOf("]", at) + 1
  if (pattern[at] !== "(") return at + 1
  let next = at + 1
  while (pattern[next] !== ")") next = behind(pattern, next)
  return next + 1
}

const opening = "(?:"

const firstLetters = (pattern: string): ReadonlySet<string> => {
  const letters = new Set<string>()
  if (pattern === "") return letters
  const stop = behind(pattern, 0)
  const sign = pattern.slice(0, stop)
  let isOptional = pattern[stop] === "?"
  if (sign.startsWith(opening)) {
    for (const inner of alternatives(sign.slice(opening.length, -1))) {
      isOptional ||= inner === ""
      for (const letter of firstLetters(inner)) letters.add(letter)
    }
  } else for (const letter of sign.startsWith("[") ? sign.slice(1, -1) : sign) letters.add(lowerFirst(letter))
  if (isOptional) {
    for (const letter of firstLetters(pattern.slice(pattern[stop] === "?" ? stop + 1 : stop))) letters.add(letter)
  }
  return letters
}
