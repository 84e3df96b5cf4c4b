/**
 * Finds tab panels and the names of their tabs. Markdown has no tabs, so each panel starts with its name.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"

interface TabList {
  readonly node: number
  readonly stop: number
  readonly names: Array<string>
  next: number
}

export interface Tabs {
  readonly names: ReadonlyMap<number, string>
  readonly lists: ReadonlySet<number>
}

const MAX_CHARACTERS_OF_TAB = 60
const NODES_TO_WORDS = 100

export const tabsOf = (tape: Tape, isKept: (i: number) => boolean): Tabs => {
  const { attrsAt, end, n, parent, tag, text } = tape
  const names = new Map<number, string>()
  const lists = new Set<number>()
  const open: Array<TabList> = []
  const firstWords = (i: number): string => {
    const stop = Math.min(end[i]!, i + NODES_TO_WORDS)
    for (let k = i + 1; k < stop; k++) {
      if (tag[k] === Tags.TEXT && /\S/.test(text[k]!)) return text[k]!.replace(/\s+/g, " ").trim().toLowerCase()
    }
    return ""
  }
  for (let i = 0; i < n; i++) {
    if (attrsAt[i] === attrsAt[i + 1]) continue
    while (open.length > 0 && open.at(-1)!.stop <= i) open.pop()
    const role = attr(tape, i, "role")
    if (role === "tablist") {
      // Panels are siblings of the tab list, or siblings of its parent.
      const p = parent[i]!
      const around = p < 0 ? p : parent[p]!
      open.push({ node: i, stop: around < 0 ? n : end[around]!, names: [], next: 0 })
    } else if (role === "tab") {
      open.at(-1)?.names.push(textOf(tape, i, MAX_CHARACTERS_OF_TAB + 1).replace(/\s+/g, " ").trim())
    } else if (role === "tabpanel" && isKept(i)) {
      while (open.length > 0 && open.at(-1)!.next === open.at(-1)!.names.length) open.pop()
      const list = open.at(-1)
      if (list === undefined) continue
      const name = list.names[list.next++]!
      if (list.next === list.names.length) lists.add(list.node)
      if (name !== "" && name.length <= MAX_CHARACTERS_OF_TAB && firstWords(i) !== name.toLowerCase()) {
        names.set(i, name)
      }
    }
  }
  return { names, lists }
}
