/** Removes words that are printed in parts first, and then as a whole over these parts. */
import type { Word } from "./page.ts"

/** Maximum difference in ems between the edges, and the baselines, of a word and its parts. */
const MAX_EM_BETWEEN_PRINTS = 0.1

const isMadeOf = (whole: string, parts: ReadonlyArray<string>): boolean => {
  let from = 0
  for (const part of parts) {
    const at = whole.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return whole.startsWith(parts[0]!) && whole.endsWith(parts.at(-1)!)
}

const partsOf = (row: ReadonlyArray<Word>, whole: Word): ReadonlyArray<Word> => {
  const shift = whole.size * MAX_EM_BETWEEN_PRINTS
  const parts = row.filter((word) =>
    word !== whole && word.x0 > whole.x0 - shift && word.x1 < whole.x1 + shift && Math.abs(word.y - whole.y) < shift
  )
  if (parts.length < 2 || parts.some(({ font, size }) => font !== whole.font || size !== whole.size)) return []
  const isEqual = Math.abs(parts[0]!.x0 - whole.x0) < shift && Math.abs(parts.at(-1)!.x1 - whole.x1) < shift
  return isEqual && isMadeOf(whole.text, parts.map(({ text }) => text)) ? parts : []
}

/**
 * Removes words that are a part of another printed word. A part next to its whole word would look like another
 * number.
 */
export const withoutParts = (words: Array<Word>): Array<Word> => {
  const rows = new Map<number, Array<Word>>()
  for (const word of words) {
    if (word.angle !== 0) continue
    const y = Math.round(word.y)
    const row = rows.get(y)
    if (row === undefined) rows.set(y, [word])
    else row.push(word)
  }
  const parts = new Set<Word>()
  for (const row of rows.values()) {
    row.sort((a, b) => a.x0 - b.x0)
    for (let k = 0; k + 1 < row.length; k++) {
      const whole = row[k]!.x1 > row[k + 1]!.x1 ? row[k]! : row[k + 1]!
      // Separate words hardly overlap.
      if (Math.min(row[k]!.x1, row[k + 1]!.x1) - row[k + 1]!.x0 < whole.size * MAX_EM_BETWEEN_PRINTS) continue
      for (const part of partsOf(row, whole)) parts.add(part)
    }
  }
  return parts.size === 0 ? words : words.filter((word) => !parts.has(word))
}
