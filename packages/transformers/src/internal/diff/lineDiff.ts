import * as TextDiff from "effect/TextDiff"
import { compact, type Side } from "./compact.ts"
import { mark } from "./myers.ts"

/**
 * The edits that make the second text of the first, line by line, as `git diff` finds and places them. Texts that differ
 * too much for that get a diff that is right, but perhaps longer: beyond `maxEdits` it takes linear time.
 */
export const lineDiff = (before: string, after: string, maxEdits: number): ReadonlyArray<TextDiff.Edit<string>> => {
  const ids = new Map<string, number>()
  const left = sideOf(before, ids)
  const right = sideOf(after, ids)
  if (!mark(left.ids, right.ids, left.isChanged, right.isChanged)) {
    const edits = TextDiff.lines(before, after, { maxEdits })
    setMarks(left, edits, "Insert")
    setMarks(right, edits, "Delete")
  }
  compact(left, right)
  compact(right, left)
  return editsOf(left, right)
}

const sideOf = (content: string, ids: Map<string, number>): Side => {
  const text = content.match(/[^\n]*\n|[^\n]+$/g) ?? []
  return {
    text,
    ids: text.map((line) => {
      const id = ids.get(line) ?? ids.size
      ids.set(line, id)
      return id
    }),
    isChanged: new Uint8Array(text.length)
  }
}

const setMarks = (side: Side, edits: ReadonlyArray<TextDiff.Edit<string>>, foreign: "Insert" | "Delete"): void => {
  let index = 0
  for (const { _tag, items } of edits) {
    if (_tag === foreign) continue
    side.isChanged.fill(_tag === "Equal" ? 0 : 1, index, index + items.length)
    index += items.length
  }
}

const editsOf = (left: Side, right: Side): ReadonlyArray<TextDiff.Edit<string>> => {
  const edits: Array<TextDiff.Edit<string>> = []
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
