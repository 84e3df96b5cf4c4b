/** Collects the words of an index, and finds the likely corrections of unknown words. */
import * as Ascending from "@dunlin/text/Ascending"
import type { Kind } from "./ids.ts"
import type { Index } from "./reader.ts"
import * as Segment from "./segment.ts"
import { Endings, MAX_TYPO_LETTERS, Typos } from "./typos.ts"

/** Maximum words of a vocabulary. Of a larger one, the most frequent words are kept. */
const MAX_WORDS_OF_SPELLING = 600_000
const LONG_FOR_TWO = 6
/** Minimum letters of a corrected word, and of each half of a split word. */
const SHORTEST = 3
const MIN_COMMON_PREFIX_LETTERS = 3
const FAMILY_SHARE = 0.6
const MAX_LETTERS_OF_INFLECTION = 3
const MAX_REPLACEMENTS_OF_WORD = 5

/** Added to the distance if the first letter differs, because it is rarely wrong. */
const OTHER_BEGINNING = 0.4
const MIN_SIMILARITY = 0.1
const FREQUENCY = 0.03
const IN_TITLES = 0.05

export interface Near {
  readonly word: string
  readonly likeness: number
  readonly documents: number
  readonly titles: number
}

/** The best corrections so far. Of equal words, the first one in the vocabulary is chosen. */
class Best {
  private readonly spelling: Spelling
  private readonly most: number
  private readonly places: Array<number> = []
  private readonly likenesses: Array<number> = []
  private readonly worths: Array<number> = []

  constructor(spelling: Spelling, most: number) {
    this.spelling = spelling
    this.most = most
  }

  add(at: number, likeness: number): void {
    const { likenesses, most, places, worths } = this
    const worth = this.spelling.worth(at, likeness)
    let place = places.length
    if (place === most) {
      place--
      if (this.isBefore(place, at, worth)) return
    }
    for (; place > 0 && !this.isBefore(place - 1, at, worth); place--) {
      places[place] = places[place - 1]!
      likenesses[place] = likenesses[place - 1]!
      worths[place] = worths[place - 1]!
    }
    places[place] = at
    likenesses[place] = likeness
    worths[place] = worth
  }

  private isBefore(place: number, at: number, worth: number): boolean {
    return this.worths[place]! > worth || (this.worths[place] === worth && this.places[place]! < at)
  }

  sorted(): ReadonlyArray<Near> {
    return this.places.map((at, place) => this.spelling.at(at, this.likenesses[place]!))
  }
}

/** Returns the most frequent words, unsorted. Of words with equal document counts, those added first are chosen. */
const mostFrequent = (counts: ReadonlyMap<string, Segment.Spelling>, most: number): Array<string> => {
  if (counts.size <= most) return [...counts.keys()]
  const words = new Map<number, number>()
  for (const { documents } of counts.values()) words.set(documents, (words.get(documents) ?? 0) + 1)
  let left = most
  let least = Infinity
  for (const documents of [...words.keys()].sort((one, other) => other - one)) {
    least = documents
    if (words.get(documents)! > left) break
    left -= words.get(documents)!
  }
  const out: Array<string> = []
  for (const [word, { documents }] of counts) {
    if (documents > least || (documents === least && left-- > 0)) out.push(word)
  }
  return out
}

export class Spelling {
  private readonly words: ReadonlyArray<string>
  private readonly counts: ReadonlyMap<string, Segment.Spelling>
  private readonly documents: Int32Array
  private readonly titles: Int32Array
  private readonly everywhere: Typos
  private readonly inTitles: Typos
  private readonly endings: Endings

  constructor(counts: ReadonlyMap<string, Segment.Spelling>, most = MAX_WORDS_OF_SPELLING) {
    this.words = mostFrequent(counts, most).sort()
    this.counts = counts
    this.documents = new Int32Array(this.words.length)
    this.titles = new Int32Array(this.words.length)
    this.words.forEach((word, at) => {
      const { documents, titles } = counts.get(word)!
      this.documents[at] = documents
      this.titles[at] = titles
    })
    this.everywhere = new Typos(this.words, () => true)
    this.inTitles = new Typos(this.words, (at) => this.titles[at]! > 0)
    this.endings = new Endings(this.words)
  }

  private from(prefix: string): number {
    return Ascending.countWhile(this.words.length, (at) => this.words[at]! < prefix)
  }

  worth(at: number, likeness: number): number {
    return likeness + FREQUENCY * Math.log(1 + this.documents[at]!) + (this.titles[at]! > 0 ? IN_TITLES : 0)
  }

  at(at: number, likeness: number): Near {
    return { word: this.words[at]!, likeness, documents: this.documents[at]!, titles: this.titles[at]! }
  }

  count(word: string): number {
    return this.counts.get(word)?.documents ?? 0
  }

  near(word: string, titlesOnly: boolean): ReadonlyArray<Near> {
    if (word.length < SHORTEST) return []
    const out = new Best(this, MAX_REPLACEMENTS_OF_WORD)
    const first = word.charCodeAt(0)
    ;(titlesOnly ? this.inTitles : this.everywhere).each(word, word.length < LONG_FOR_TWO ? 1 : 2, (at, apart) => {
      const beginning = this.words[at]!.charCodeAt(0) === first ? 0 : OTHER_BEGINNING
      out.add(at, Math.max(MIN_SIMILARITY, 1 - (apart + beginning) / (word.length + 1)))
    })
    return out.sorted()
  }

  /** Returns words with a prefix, the shortest and most frequent first. */
  beginning(prefix: string, titlesOnly: boolean, most: number): ReadonlyArray<Near> {
    const out = new Best(this, most)
    for (let at = this.from(prefix); at < this.words.length; at++) {
      const word = this.words[at]!
      if (!word.startsWith(prefix)) break
      if (titlesOnly && this.titles[at] === 0) continue
      if (word !== prefix) out.add(at, prefix.length / word.length)
    }
    return out.sorted()
  }

  /** Returns inflections that stemmers do not unify. */
  family(word: string): ReadonlyArray<Near> {
    const shared = Math.max(MIN_COMMON_PREFIX_LETTERS, Math.ceil(word.length * FAMILY_SHARE))
    if (word.length < shared) return []
    const prefix = word.slice(0, shared)
    const out = new Best(this, MAX_REPLACEMENTS_OF_WORD)
    for (let at = this.from(prefix); at < this.words.length; at++) {
      const found = this.words[at]!
      if (!found.startsWith(prefix)) break
      let common = shared
      while (common < word.length && found[common] === word[common]) common++
      if (
        found === word || word.length - common > MAX_LETTERS_OF_INFLECTION ||
        found.length - common > 2 * MAX_LETTERS_OF_INFLECTION
      ) continue
      out.add(at, 2 * common / (word.length + found.length))
    }
    return out.sorted()
  }

  compounds(word: string, most: number): ReadonlyArray<Near> {
    const out = new Best(this, most)
    const isLonger = (at: number) => this.words[at]!.length >= word.length + SHORTEST
    for (let at = this.from(word); at < this.words.length && this.words[at]!.startsWith(word); at++) {
      if (isLonger(at)) out.add(at, word.length / this.words[at]!.length)
    }
    this.endings.each(word, (at) => {
      if (isLonger(at) && !this.words[at]!.startsWith(word)) out.add(at, word.length / this.words[at]!.length)
    })
    return out.sorted()
  }

  split(word: string): readonly [string, string] | undefined {
    if (word.length > 2 * MAX_TYPO_LETTERS) return undefined
    let found: readonly [string, string] | undefined
    let most = 0
    for (let at = SHORTEST; at <= word.length - SHORTEST; at++) {
      const left = word.slice(0, at)
      const right = word.slice(at)
      const worth = Math.min(this.count(left), this.count(right)) * Math.min(left.length, right.length)
      if (worth > most) {
        most = worth
        found = [left, right]
      }
    }
    return found
  }
}

export interface Lookup {
  readonly exact?: ReadonlyArray<string>
  readonly near?: ReadonlyArray<string>
  readonly nearTitles?: ReadonlyArray<string>
  readonly beginning?: ReadonlyArray<string>
  readonly beginningTitles?: ReadonlyArray<string>
  readonly family?: ReadonlyArray<string>
  readonly compounds?: ReadonlyArray<string>
  readonly split?: ReadonlyArray<string>
}

/** The vocabulary of an index, or at least its words that were looked up. */
export interface Words {
  readonly of: (kind: Kind, lookup: Lookup) => Promise<Spelling>
}

interface Known {
  readonly segments: Set<number>
  readonly counts: Map<string, Segment.Spelling>
  readonly spelling: Spelling
}

export class Spellings implements Words {
  private readonly index: Index
  private readonly known = new Map<Kind, Known>()

  constructor(index: Index) {
    this.index = index
  }

  /** Returns the spelling of a kind. It may still contain words of deleted documents. */
  async of(kind: Kind): Promise<Spelling> {
    const ids = this.index.segments(kind).all.map(({ id }) => id)
    const known = this.known.get(kind)
    if (known !== undefined && ids.length === known.segments.size && ids.every((id) => known.segments.has(id))) {
      return known.spelling
    }
    // If all known segments still exist, only the new ones are read. After a merge, the segments have new numbers,
    // and all are read.
    const isGrown = known !== undefined && [...known.segments].every((id) => ids.includes(id))
    const counts = isGrown ? known.counts : new Map<string, Segment.Spelling>()
    const missing = isGrown ? ids.filter((id) => !known.segments.has(id)) : ids
    for (const row of await this.index.sql.among("select spellings from segment", "id", missing)) {
      Segment.eachSpelling(row["spellings"] as Uint8Array, (word, documents, titles) => {
        const before = counts.get(word)
        if (before === undefined) counts.set(word, { documents, titles })
        else {
          before.documents += documents
          before.titles += titles
        }
      })
    }
    const spelling = new Spelling(counts)
    this.known.set(kind, { segments: new Set(ids), counts, spelling })
    return spelling
  }
}
