/**
 * Cards: siblings of one shape, each with a link and a picture or a heading, as listings and collections are made of.
 *
 * On a page that consists of cards they are the content, although nearly all of their text is linked.
 *
 * @since 0.1.0
 */
import { uint8Column } from "./columns.ts"
import type { Measures } from "./measure.ts"
import * as Tags from "./tags.ts"
import type { Work } from "./work.ts"

const least = 4

/** 1 for every card, when cards outweigh the running text of the page; `undefined` otherwise. */
export const findCards = (work: Work, m: Measures, total: number): Uint8Array | undefined => {
  const { drop, survey: { links, marked, naming: { classes } }, tape, texts } = work
  const { end, n, parent, tag } = tape
  const firstNames: Array<string | undefined> = []
  const groups = new Map<string, Array<number>>()
  for (let i = 0; i < n; i++) {
    const id = tag[i]!
    const p = parent[i]!
    if (
      p < 0 || drop[i] !== 0 || id === Tags.TEXT || !(Tags.is(id, Tags.CONTAINER) || id === Tags.A) || id === Tags.SPAN
    ) continue
    const size = texts.raw[i]!
    if (size < 12 || size > 900) continue
    const to = end[i]!
    if (links[to]! - links[i]! < 1 || links[to]! - links[i]! > 12 || marked[to]! - marked[i]! < 1) continue
    const className = classes.of[i]!
    firstNames[className] ??= firstName(classes.text(className))
    const key = `${p}:${id}:${firstNames[className]}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [i])
    else group.push(i)
  }
  const cards = uint8Column(n)
  let size = 0
  let mass = 0
  for (const group of groups.values()) {
    if (group.length < least) continue
    for (const i of group) {
      // The outermost card of a nest counts.
      let inside = false
      for (let p = parent[i]!; p >= 0 && !inside; p = parent[p]!) inside = cards[p] === 1
      if (inside) continue
      cards[i] = 1
      size += m.length[i]!
      mass += m.mass[i]!
    }
  }
  return size > 300 && 0.6 * size > 1.2 * (total - mass) ? cards : undefined
}

const firstName = (className: string): string => {
  const space = className.trimStart().indexOf(" ")
  return space < 0 ? className : className.trimStart().slice(0, space)
}
