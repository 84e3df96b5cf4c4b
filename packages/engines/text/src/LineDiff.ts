/**
 * Finds the difference of two texts, line by line.
 *
 * @since 0.2.0
 */
import { compact, type Side } from "./internal/diff/compact.ts"
import { mark } from "./internal/diff/myers.ts"

/**
 * A group of lines that both texts have, that only the second has, or that only the first has.
 *
 * @category models
 * @since 0.2.0
 */
export interface Edit {
  readonly _tag: "Equal" | "Insert" | "Delete"
  readonly items: ReadonlyArray<string>
}

/**
 * Returns the edits from the first text to the second, by line. `git diff` finds and places them in the same way. For
 * very different texts the diff is correct, but may be longer.
 *
 * @category comparing
 * @since 0.2.0
 */
export const lineDiff = (before: string, after: string): ReadonlyArray<Edit> => {
  const ids = new Map<string, number>()
  const left = sideOf(before, ids)
  const right = sideOf(after, ids)
  mark(left.ids, right.ids, left.isChanged, right.isChanged)
  compact(left, right)
  compact(right, left)
  return editsOf(left, right)
}

const sideOf = (content: string, ids: Map<string, number>): Side => {
  const text = content.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const numbers = new Int32Array(text.length)
  for (const [index, line] of text.entries()) {
    let id = ids.get(line)
    if (id === undefined) ids.set(line, id = ids.size)
    numbers[index] = id
  }
  return { text, ids: numbers, isChanged: new Uint8Array(text.length) }
}

const editsOf = (left: Side, right: Side): ReadonlyArray<Edit> => {
  const edits: Array<Edit> = []
  const take = (side: Side, from: number, _tag: "Insert" | "Delete"): number => {
    let end = from
    while (side.isChanged[end] === 1) end++
    if (end > from) edits.push({ _tag, items: side.text.slice(from, end) })
    return end
  }
  let old = 0
  let current = 0
  while (old < left.text.length || current < right.text.length) {
    old = take(left, old, "Delete")
    current = take(right, current, "Insert")
    let count = 0
    while (left.isChanged[old + count] === 0 && right.isChanged[current + count] === 0) count++
    if (count > 0) edits.push({ _tag: "Equal", items: left.text.slice(old, old + count) })
    old += count
    current += count
  }
  return edits
}
