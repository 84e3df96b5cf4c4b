/**
 * Implements the first ranking pass, which scores every document that contains a query word, using the postings
 * lists. It uses BM25 over fields (Robertson, Zaragoza, Taylor 2004). A document's score is that of its head and best
 * passage, plus a share of its second-best passage.
 */
import type { Kind } from "./ids.ts"
import type { Loaded, Segments } from "./reader.ts"
import type { Searched } from "./searched.ts"
import * as Segment from "./segment.ts"

/** Weights of the ranking, chosen with `npm run bench -- retrieval` and `knownItems`. */
export const weights = {
  saturation: 1.2,
  title: 3,
  titleNormal: 0.5,
  address: 0.8,
  heading: 1,
  bodyNormal: 0.4,
  secondPassage: 0.15
}

export interface Scored {
  readonly terms: ReadonlyArray<string>
  readonly weight: number
  readonly isTitleOnly?: boolean | undefined
  readonly leastDocuments?: number | undefined
}

export interface Found {
  readonly segment: number
  readonly document: number
  readonly score: number
  readonly passages: ReadonlyArray<number>
  readonly isTitled: boolean
}

/**
 * Added to both frequencies, so that a term in no or in all documents also has a weight (Robertson and Spärck Jones).
 */
const UNSEEN = 0.5

/** Number of words added to the length of each title, so that one-word titles have no advantage. */
const ADDED_TITLE_WORDS = 0.5

export const inverse = (documents: number, frequency: number): number => {
  const known = Math.min(documents, frequency)
  return Math.log(1 + (documents - known + UNSEEN) / (known + UNSEEN))
}

const saturated = (count: number): number => count / (weights.saturation + count)

/** Sums of scores. All queries reuse these arrays, which are set to zero after each query. */
class Sums {
  heads = new Float32Array(0)
  titles = new Float32Array(0)
  passages = new Float32Array(0)
  firsts = new Float32Array(0)
  seconds = new Float32Array(0)
  met = new Uint8Array(0)
  pieces = new Int32Array(0)
  count = 0

  makeRoom(documents: number, pieces: number): void {
    if (this.met.length < documents) {
      const size = documents + (documents >> 1)
      this.heads = new Float32Array(size)
      this.titles = new Float32Array(size)
      this.firsts = new Float32Array(size)
      this.seconds = new Float32Array(size)
      this.met = new Uint8Array(size)
    }
    if (this.passages.length < pieces) {
      this.passages = new Float32Array(pieces + (pieces >> 1))
      this.pieces = new Int32Array(pieces + (pieces >> 1))
    }
  }

  compare(owners: Int32Array): void {
    const { firsts, passages, pieces, seconds } = this
    for (let at = 0; at < this.count; at++) {
      const owner = owners[pieces[at]!]!
      const value = passages[pieces[at]!]!
      if (value > firsts[owner]!) {
        seconds[owner] = firsts[owner]!
        firsts[owner] = value
      } else if (value > seconds[owner]!) seconds[owner] = value
    }
  }

  clear(documents: number): void {
    for (let at = 0; at < this.count; at++) this.passages[this.pieces[at]!] = 0
    this.count = 0
    this.heads.fill(0, 0, documents)
    this.titles.fill(0, 0, documents)
    this.firsts.fill(0, 0, documents)
    this.seconds.fill(0, 0, documents)
    this.met.fill(0, 0, documents)
  }
}

// A thread ranks one query at a time, so one set of sums is enough.
const sums = new Sums()

const addList = (
  { documents }: Loaded,
  list: Segment.List,
  worth: number,
  titleWorth: number,
  segments: Segments,
  isTitleOnly: boolean
): void => {
  const { heads: starts, lengths, owners } = documents
  const { heads, met, passages, pieces, titles } = sums
  const { address, bodyNormal, heading, title, titleNormal } = weights
  let current = -1
  let inHead = 0
  let headSaturated = 0
  for (let at = 0; at < list.pieces.length; at++) {
    const piece = list.pieces[at]!
    const owner = owners[piece]!
    const packed = list.counts[at]!
    const first = Segment.firstOf(packed)
    const second = Segment.secondOf(packed)
    if (owner !== current) {
      current = owner
      met[owner] = 1
      inHead = 0
      headSaturated = 0
    }
    if (starts[owner] === piece) {
      const normal = 1 - titleNormal + titleNormal * lengths[piece]! / segments.titleLength
      inHead = title * first / normal + address * second
      headSaturated = saturated(inHead)
      heads[owner]! += worth * headSaturated
      if (first > 0) titles[owner]! += titleWorth
    } else if (!isTitleOnly) {
      const normal = 1 - bodyNormal + bodyNormal * lengths[piece]! / segments.passageLength
      if (passages[piece] === 0) pieces[sums.count++] = piece
      passages[piece]! += worth * (saturated(inHead + (first + heading * second) / normal) - headSaturated)
    }
  }
}

class Best {
  private most = 0
  private floor = 0
  private worths = new Float64Array(0)
  private documents = new Int32Array(0)
  private count = 0

  begin(most: number, floor: number): this {
    this.most = most
    this.floor = floor
    this.count = 0
    if (this.worths.length < most) {
      this.worths = new Float64Array(most)
      this.documents = new Int32Array(most)
    }
    return this
  }

  get least(): number {
    return this.count < this.most ? this.floor : Math.max(this.floor, this.worths[0]!)
  }

  each(use: (document: number, worth: number) => void): void {
    for (let at = 0; at < this.count; at++) use(this.documents[at]!, this.worths[at]!)
  }

  add(document: number, worth: number): void {
    if (this.count < this.most) this.rise(this.count++, document, worth)
    else this.sink(document, worth)
  }

  private put(at: number, document: number, worth: number): void {
    this.worths[at] = worth
    this.documents[at] = document
  }

  private rise(from: number, document: number, worth: number): void {
    const { documents, worths } = this
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (worths[parent]! <= worth) break
      this.put(at, documents[parent]!, worths[parent]!)
      at = parent
    }
    this.put(at, document, worth)
  }

  private sink(document: number, worth: number): void {
    const { count, documents, worths } = this
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= count) break
      if (child + 1 < count && worths[child + 1]! < worths[child]!) child++
      if (worths[child]! >= worth) break
      this.put(at, documents[child]!, worths[child]!)
      at = child
    }
    this.put(at, document, worth)
  }
}

interface Worthy extends Found {
  readonly id: number
  readonly worth: number
}

// A thread ranks one segment at a time, so all segments share these lists.
const bestHere = new Best()
const bestNamed = new Best()

class BestPassages {
  private readonly most: number
  private found: Array<Worthy> = []

  constructor(most: number) {
    this.most = most
  }

  get floor(): number {
    return this.found.length < this.most ? 0 : this.found[this.most - 1]!.worth
  }

  take(best: Best, read: (document: number, worth: number) => Worthy): void {
    const isFirst = this.found.length === 0
    best.each((document, worth) => this.found.push(read(document, worth)))
    if (isFirst && this.found.length < this.most) return
    this.found.sort((left, right) => right.worth - left.worth)
    this.found.length = Math.min(this.found.length, this.most)
  }

  sorted(): ReadonlyArray<Found> {
    return this.found.sort((left, right) => right.score - left.score || left.id - right.id)
  }
}

const MAX_PASSAGES_PER_DOCUMENT = 3

const bestPassages = (passages: Float32Array, from: number, to: number): ReadonlyArray<number> => {
  const out: Array<number> = []
  for (let piece = from; piece < to; piece++) {
    const worth = passages[piece]!
    if (worth <= 0) continue
    let at = out.length
    if (at === MAX_PASSAGES_PER_DOCUMENT) {
      if (passages[out[at - 1]!]! >= worth) continue
      at--
    }
    for (; at > 0 && passages[out[at - 1]!]! < worth; at--) out[at] = out[at - 1]!
    out[at] = piece
  }
  return out
}

const MAX_TITLE_CANDIDATES = 20
/** Weight of words in a URL, relative to the title. All pages below a folder contain the folder's name. */
const ADDRESS_SHARE = 0.2
/** Weight in titles of a word that all pages have, relative to the rarest query word. */
const COMMON_SHARE = 0.5

/**
 * Returns the best documents, including the allowed ones with the best titles and URLs. The blocks of all terms must
 * be loaded.
 */
export const best = (
  index: Searched,
  kind: Kind,
  scored: ReadonlyArray<Scored>,
  most: number,
  allowed: (segment: number) => Uint8Array | undefined
): { readonly best: ReadonlyArray<Found>; readonly titled: ReadonlyArray<Found> } => {
  const segments = index.segments(kind)
  const worths = scored.map(({ isTitleOnly, leastDocuments = 0, terms, weight }) => {
    const found = terms.map((term) => index.lists(kind, term))
    const frequency = found.reduce((sum, { documents }) => sum + documents, 0)
    return {
      found,
      weight,
      isTitleOnly: isTitleOnly === true,
      worth: frequency === 0 ? 0 : weight * inverse(segments.count, Math.max(frequency, leastDocuments))
    }
  }).filter(({ worth }) => worth > 0)
  // A word that occurs on every page may still distinguish titles.
  const mostWorth = worths.reduce((most, { worth }) => Math.max(most, worth), 0)
  const lists = worths.map((each) => ({ ...each, titleWorth: each.weight * COMMON_SHARE * mostWorth + each.worth }))
  const all = new BestPassages(most)
  const titled = new BestPassages(MAX_TITLE_CANDIDATES)
  const scoreSegment = (segment: Loaded, at: number): void => {
    const { count, heads, lengths, owners } = segment.documents
    sums.makeRoom(count, owners.length)
    let any = false
    for (const { found, isTitleOnly, titleWorth, worth } of lists) {
      const list = Segment.union(found.flatMap(({ bySegment }) => bySegment[at] ?? []))
      if (list === undefined) continue
      any = true
      addList(segment, list, worth, titleWorth, segments, isTitleOnly)
    }
    if (!any) return
    const mask = allowed(at)
    sums.compare(owners)
    const { firsts, heads: inHeads, met, passages, seconds, titles } = sums
    const here = bestHere.begin(most, all.floor)
    const named = bestNamed.begin(MAX_TITLE_CANDIDATES, titled.floor)
    const scoreOf = (document: number) =>
      inHeads[document]! + firsts[document]! + weights.secondPassage * seconds[document]!
    for (let document = 0; document < count; document++) {
      if (met[document] === 0 || segment.dead?.[document] === 1 || mask?.[document] === 0) continue
      const score = scoreOf(document)
      if (score <= 0) continue
      if (score > here.least) here.add(document, score)
      // If a query contains more of a title's words, its page is more likely the one that was searched.
      const title = ADDRESS_SHARE * inHeads[document]! +
        titles[document]! ** 2 / (ADDED_TITLE_WORDS + lengths[heads[document]!]!)
      if (title > named.least) named.add(document, title)
    }
    const found = (document: number, worth: number): Worthy => ({
      segment: at,
      document,
      id: segment.documents.ids[document]!,
      score: scoreOf(document),
      worth,
      isTitled: titles[document]! > 0,
      passages: bestPassages(passages, heads[document]! + 1, heads[document + 1]!)
    })
    all.take(here, found)
    titled.take(named, found)
  }
  segments.all.forEach((segment, at) => {
    try {
      scoreSegment(segment, at)
    } finally {
      sums.clear(segment.documents.count)
    }
  })
  return { best: all.sorted(), titled: titled.sorted() }
}

export const newest = (
  index: Searched,
  kind: Kind,
  most: number,
  allowed: (segment: number) => Uint8Array | undefined
): ReadonlyArray<Found> => {
  const segments = index.segments(kind)
  const out = segments.all.flatMap((segment, at) => {
    const mask = allowed(at)
    const found: Array<Found> = []
    for (let document = segment.documents.count - 1; document >= 0; document--) {
      if (segment.dead?.[document] === 1 || mask?.[document] === 0) continue
      found.push({ segment: at, document, score: 0, passages: [], isTitled: false })
    }
    return found
  })
  const id = ({ document, segment }: Found) => segments.all[segment]!.documents.ids[document]!
  return out.sort((left, right) => id(right) - id(left)).slice(0, most)
}
