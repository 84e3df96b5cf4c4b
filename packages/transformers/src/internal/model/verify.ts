/** The parts of a text that a quotation names, word for word; undefined when it is not in the text. */
export const locate = (text: string, quotation: string): string | undefined => {
  const wanted = quotation.trim()
  if (wanted.length < 3) return undefined
  const exact = text.indexOf(wanted)
  if (exact >= 0) return text.slice(exact, exact + wanted.length)
  // Models fold white space; the words must still be the same and in the same order.
  const folded = fold(text)
  const at = folded.text.indexOf(fold(wanted).text)
  if (at < 0) return undefined
  const end = at + fold(wanted).text.length - 1
  return text.slice(folded.offsets[at], folded.offsets[end]! + 1)
}

const fold = (text: string): { readonly text: string; readonly offsets: ReadonlyArray<number> } => {
  const offsets: Array<number> = []
  let folded = ""
  let isSpace = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    if (/\s/.test(character)) {
      isSpace = folded !== ""
      continue
    }
    if (isSpace) {
      folded += " "
      offsets.push(index - 1)
      isSpace = false
    }
    folded += character
    offsets.push(index)
  }
  return { text: folded, offsets }
}

/**
 * Why a cleaned markdown cannot be used, or undefined when it can: it may leave lines of running text out, and nothing
 * else. Headings, list items, tables, code, images and links must all be there, and no line may be new.
 */
export const unfaithful = (original: string, cleaned: string): string | undefined => {
  const lines = linesOf(original)
  const kept = linesOf(cleaned)
  if (kept.length === 0) return "nothing was left"
  let position = 0
  for (const line of kept) {
    while (position < lines.length && lines[position] !== line) position++
    if (position === lines.length) return "text was changed or added"
    position++
  }
  for (const [name, pattern] of Object.entries(structures)) {
    if (count(original, pattern) !== count(cleaned, pattern)) return `${name} were lost`
  }
  return undefined
}

const structures = {
  headings: /^ {0,3}#{1,6}\s/gm,
  "list items": /^\s*(?:[-*+]|\d{1,9}[.)])\s/gm,
  "table rows": /^\s*\|/gm,
  "code blocks": /^\s*(?:```|~~~)/gm,
  images: /!\[/g,
  links: /\]\(/g
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const linesOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
