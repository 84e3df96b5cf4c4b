import type { Kind } from "../ids.ts"
import { type Lookup, Spelling, type Words } from "../spelling.ts"
import type { Query } from "./queries.ts"
import type { Reading } from "./reading.ts"

const MAX_NEAR = 50
const MAX_BEGINNING = 200
const MAX_FAMILY = 100
const MAX_COMPOUNDS = 60
/** Letters of a word from which two typos are allowed. `spelling.ts` has the same value. */
const LONG_FOR_TWO = 6
const SHORTEST = 3
/** Minimum share of a word's letters that a related word starts with. `spelling.ts` has the same value. */
const FAMILY_SHARE = 0.6
const MAX_LONGER_IN_FAMILY = 6
const MAX_REMEMBERED = 10_000

export const fieldsOf = (kind: Kind) =>
  kind === 0
    ? { anywhere: "word", titles: "title_word" } as const
    : { anywhere: "picture_word", titles: "picture_title_word" } as const

export const reversed = (word: string): string => Array.from(word).reverse().join("")

const shortestFirst = { sort: [{ length: "asc" }] }

const near = (field: string, word: string) => ({
  query: {
    fuzzy: { [field]: { value: word, fuzziness: word.length < LONG_FOR_TWO ? 1 : 2, max_expansions: MAX_NEAR } }
  },
  size: MAX_NEAR
})

const beginning = (field: string, word: string) => ({
  query: { prefix: { [field]: { value: word } } },
  size: MAX_BEGINNING,
  ...shortestFirst
})

const family = (field: string, word: string) => ({
  query: {
    bool: {
      filter: [
        { prefix: { [field]: { value: word.slice(0, Math.max(SHORTEST, Math.ceil(word.length * FAMILY_SHARE))) } } },
        { range: { length: { lte: word.length + MAX_LONGER_IN_FAMILY } } }
      ]
    }
  },
  size: MAX_FAMILY,
  ...shortestFirst
})

const longer = (word: string, query: Query) => ({
  query: { bool: { filter: [query, { range: { length: { gte: word.length + SHORTEST } } }] } },
  size: MAX_COMPOUNDS,
  ...shortestFirst
})

const searchesOf = (kind: Kind, lookup: Lookup): ReadonlyMap<string, object> => {
  const { anywhere, titles } = fieldsOf(kind)
  const out = new Map<string, object>()
  const add = (name: string, words: ReadonlyArray<string> = [], of: (word: string) => object, shortest = SHORTEST) => {
    for (const word of words) if (word.length >= shortest) out.set(`${kind} ${name} ${word}`, of(word))
  }
  add("near", lookup.near, (word) => near(anywhere, word))
  add("near title", lookup.nearTitles, (word) => near(titles, word))
  add("beginning", lookup.beginning, (word) => beginning(anywhere, word), 1)
  add("beginning title", lookup.beginningTitles, (word) => beginning(titles, word))
  add("family", lookup.family, (word) => family(anywhere, word))
  add("compound", lookup.compounds, (word) => longer(word, { prefix: { [anywhere]: { value: word } } }))
  add("ending", lookup.compounds, (word) =>
    longer(word, {
      bool: { filter: [{ prefix: { ending: { value: reversed(word) } } }, { exists: { field: anywhere } }] }
    }))
  return out
}

const halves = (word: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  for (let at = SHORTEST; at <= word.length - SHORTEST; at++) out.push(word.slice(0, at), word.slice(at))
  return out
}

type Entry = Readonly<Record<string, string>>

export class ClusterWords implements Words {
  private readonly reading: Reading
  private state = ""
  private readonly remembered = new Map<string, ReadonlyArray<string>>()

  constructor(reading: Reading) {
    this.reading = reading
  }

  async of(kind: Kind, lookup: Lookup): Promise<Spelling> {
    const searches = searchesOf(kind, lookup)
    if (this.state !== this.reading.state || this.remembered.size > MAX_REMEMBERED) this.remembered.clear()
    this.state = this.reading.state
    const missing = [...searches].filter(([name]) => !this.remembered.has(name))
    const { anywhere, titles } = fieldsOf(kind)
    const found = await this.reading.searches<Entry>(
      missing.map(([, body]) => ({
        part: "words",
        body: { ...body, _source: [anywhere, titles], track_total_hits: false }
      }))
    )
    found.forEach(({ hits }, at) =>
      this.remembered.set(
        missing[at]![0],
        hits.hits.flatMap(({ _source }) => _source?.[anywhere] ?? _source?.[titles] ?? [])
      )
    )
    const words = new Set([
      ...(lookup.exact ?? []),
      ...(lookup.split ?? []).flatMap(halves),
      ...[...searches.keys()].flatMap((name) => this.remembered.get(name) ?? [])
    ])
    words.delete("")
    const counts = await this.reading.spellings(kind, [...words])
    return new Spelling(new Map([...counts].filter(([, { documents }]) => documents > 0)))
  }
}
