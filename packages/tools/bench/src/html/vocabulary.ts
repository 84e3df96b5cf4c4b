/** Learns weights of words in names and texts from labelled units. */
import { describePage } from "../../../../engines/html/src/internal/content/features.ts"
import { namesOf } from "../../../../engines/html/src/internal/content/judge.ts"
import { readTrees } from "../../../../engines/html/src/internal/content/trees.ts"
import { LOOKED_UP_WORDS } from "../../../../engines/html/src/internal/content/units.ts"
import { wordsOfName } from "../../../../engines/html/src/internal/names/nameScores.ts"
import * as Tags from "../../../../engines/html/src/internal/tape/tags.ts"
import { attr } from "../../../../engines/html/src/internal/tape/tape.ts"
import type { Example } from "./examples.ts"

interface Count {
  for: number
  against: number
  pages: number
}

interface Seen {
  readonly names: ReadonlyMap<string, readonly [number, number]>
  readonly words: ReadonlyMap<string, readonly [number, number]>
}

const seen = new WeakMap<Example, Seen | null>()
const empty = readTrees("a:0", "a:0", "0")

const look = (page: Example): Seen | null => {
  const known = seen.get(page)
  if (known !== undefined) return known
  const made = seenOn(page)
  seen.set(page, made)
  return made
}

const seenOn = (page: Example): Seen | null => {
  if (page.truth === undefined || page.truth.length < 100) return null
  const { tape } = page.ruled.work
  const { units } = describePage(page.ruled, empty, namesOf(empty))
  let content = 0
  let rest = 0
  for (let u = 0; u < page.units; u++) {
    content += page.label[u]! * page.words[u]!.length
    rest += (1 - page.label[u]!) * page.words[u]!.length
  }
  if (content === 0 || rest === 0) return null
  const names = new Map<string, [number, number]>()
  const words = new Map<string, [number, number]>()
  const add = (map: Map<string, [number, number]>, key: string, a: number, b: number) => {
    const sum = map.get(key)
    if (sum === undefined) map.set(key, [a, b])
    else {
      sum[0] += a
      sum[1] += b
    }
  }
  const inherited: Array<ReadonlySet<string>> = []
  for (let i = 0; i < tape.n; i++) {
    const p = tape.parent[i]!
    const above = p < 0 ? new Set<string>() : inherited[p]!
    const id = tape.tag[i]!
    const className = id === Tags.TEXT ? undefined : attr(tape, i, "class")
    const name = id === Tags.TEXT ? undefined : attr(tape, i, "id")
    const own = id === Tags.BODY || id === Tags.HTML ? [] : [
      ...(className === undefined || className.length > 400 ? [] : wordsOfName(className)),
      ...(name === undefined || name.length > 40 ? [] : wordsOfName(name))
    ]
    inherited[i] = own.length === 0 ? above : new Set([...above, ...own])
  }
  for (let u = 0; u < page.units; u++) {
    const size = page.words[u]!.length
    const share = page.label[u]!
    for (const name of inherited[units.block[u]!]!) add(names, name, share * size / content, (1 - share) * size / rest)
    if (size > LOOKED_UP_WORDS) continue
    for (const word of new Set(page.words[u]!)) {
      if (word.length > 1 && word.length <= 20 && !/[\d_]/.test(word)) {
        add(words, word, share > 0.5 ? 1 : 0, share > 0.5 ? 0 : 1)
      }
    }
  }
  for (const sum of words.values()) {
    const all = sum[0] + sum[1]
    sum[0] /= all
    sum[1] /= all
  }
  return { names, words }
}

export const vocabulary = (pages: ReadonlyArray<Example>): { readonly names: string; readonly words: string } => {
  const names = new Map<string, Count>()
  const words = new Map<string, Count>()
  const count = (map: Map<string, Count>, key: string, [a, b]: readonly [number, number]) => {
    const sum = map.get(key) ?? { for: 0, against: 0, pages: 0 }
    sum.for += a
    sum.against += b
    sum.pages++
    map.set(key, sum)
  }
  for (const page of pages) {
    const found = look(page)
    if (found === null) continue
    for (const [name, sums] of found.names) count(names, name, sums)
    for (const [word, sums] of found.words) count(words, word, sums)
  }
  let a = 0
  let b = 0
  for (const sum of words.values()) {
    a += sum.for
    b += sum.against
  }
  const prior = Math.log(a / b)
  return {
    names: written(names, 8, 0.5, 1500, (c) => Math.log((c.for + 0.1) / (c.against + 0.1)) * Math.min(1, c.pages / 15)),
    words: written(
      words,
      10,
      0.6,
      800,
      (c) => (Math.log((c.for + 1) / (c.against + 1)) - prior) * Math.min(1, c.pages / 25)
    )
  }
}

const written = (
  map: ReadonlyMap<string, Count>,
  leastPages: number,
  least: number,
  most: number,
  weigh: (count: Count) => number
): string =>
  [...map].filter(([, c]) => c.pages >= leastPages)
    .map(([key, c]) => ({ key, weight: weigh(c), pages: c.pages }))
    .filter(({ weight }) => Math.abs(weight) >= least)
    .sort((x, y) => Math.abs(y.weight) * Math.log(y.pages) - Math.abs(x.weight) * Math.log(x.pages)).slice(0, most)
    .sort((x, y) => x.key < y.key ? -1 : 1)
    .map(({ key, weight }) => `${key}:${Math.round(10 * weight)}`).join(" ")
