/** Reads a cluster for searches. Its caches are shared by several searches. */
import { prepareFor } from "../fold.ts"
import { type Kind, PASSAGES_PER_PAGE } from "../ids.ts"
import * as Language from "../language.ts"
import type { Page } from "../pageRow.ts"
import { makeMemory } from "../reader.ts"
import { Recent } from "../recent.ts"
import type { Memory, Picture } from "../searched.ts"
import type { Cluster } from "./client.ts"
import {
  type Lists,
  pageFields,
  pageOf,
  type PageSource,
  pictureFields,
  type PictureSource,
  unframe
} from "./documents.ts"
import { type Names, type Part, partOf } from "./names.ts"
import type { Query } from "./queries.ts"

export interface Statistics {
  readonly count: number
  readonly passageLength: number
  readonly titleLength: number
  readonly languages: ReadonlyArray<number>
  readonly codes: ReadonlyArray<string>
}

interface Hit<A> {
  readonly _source?: A
  readonly fields?: { readonly id?: ReadonlyArray<number>; readonly packed?: ReadonlyArray<string> }
}

interface Total {
  readonly value: number
}

export interface Found<A = unknown> {
  readonly hits: { readonly total?: Total; readonly hits: ReadonlyArray<Hit<A>> }
  readonly aggregations?: Readonly<Record<string, unknown>>
  readonly error?: { readonly type?: string }
  readonly status?: number
}

interface Sums {
  readonly words: { readonly value: number }
  readonly title_words: { readonly value: number }
  readonly pieces: { readonly value: number }
  readonly last: { readonly value: number | null }
  readonly languages: { readonly buckets: ReadonlyArray<{ readonly key: number }> }
}

interface Counts {
  readonly buckets: ReadonlyArray<{ readonly doc_count: number }>
}

const MAX_BYTES_OF_LISTS = 96_000_000
const MEMORY_PER_BYTE = 10
const MAX_UNITS_OF_TEXTS = 12_000_000
const MAX_ROWS = 20_000
const MAX_FREQUENCIES = 100_000
const DOCUMENTS_PER_REQUEST = 400
const TERMS_PER_REQUEST = 256
const MAX_LANGUAGES = 200

const aggregations = {
  words: { sum: { field: "words" } },
  title_words: { sum: { field: "title_words" } },
  pieces: { sum: { field: "pieces" } },
  last: { max: { field: "id" } },
  languages: { terms: { field: "language_number", size: MAX_LANGUAGES } }
}

function* chunks<A>(items: ReadonlyArray<A>, size: number): Generator<ReadonlyArray<A>> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

export class Reading {
  readonly cluster: Cluster
  readonly names: Names
  readonly memory: Memory = makeMemory()
  state = ""
  private known: readonly [Statistics, Statistics] | undefined
  private frequencies: readonly [Map<string, number>, Map<string, number>] = [new Map(), new Map()]
  private spelled = new Map<string, number>()
  private readonly lists = new Recent<string, Lists>(MAX_BYTES_OF_LISTS)
  private readonly pages = new Recent<number, Page>(MAX_ROWS)
  private readonly texts = new Recent<number, ReadonlyArray<string>>(MAX_UNITS_OF_TEXTS)

  constructor(cluster: Cluster, names: Names) {
    this.cluster = cluster
    this.names = names
  }

  async searches<A>(
    searches: ReadonlyArray<{ readonly part: Part; readonly body: object }>
  ): Promise<ReadonlyArray<Found<A>>> {
    if (searches.length === 0) return []
    const bulkBody = searches.map(({ body, part }) =>
      `${JSON.stringify({ index: this.names.alias(part) })}\n${JSON.stringify(body)}\n`
    ).join("")
    const { responses } = await this.cluster.send<{ readonly responses: ReadonlyArray<Found<A>> }>({
      method: "POST",
      path: "/_msearch",
      bulkBody
    })
    for (const { error, status } of responses) {
      // A search within a multi-search may fail with its own status.
      if (error !== undefined) throw this.cluster.rejected(status ?? 0, error.type)
    }
    return responses
  }

  async refresh(): Promise<readonly [Statistics, Statistics]> {
    const body = { size: 0, track_total_hits: true, aggs: aggregations }
    const found = await this.searches([{ part: "pages", body }, { part: "pictures", body }])
    const all = found.map(({ aggregations, hits }) => ({
      count: hits.total?.value ?? 0,
      sums: aggregations as unknown as Sums
    }))
    const state = JSON.stringify(all)
    if (this.known !== undefined && state === this.state) return this.known
    this.state = state
    this.frequencies = [new Map(), new Map()]
    this.spelled = new Map()
    const [pages, pictures] = all.map(({ count, sums }): Statistics => {
      const languages = sums.languages.buckets.map(({ key }) => key)
      return {
        count,
        languages,
        codes: [...new Set([Language.unknown, ...languages.map(Language.codeOf)])],
        passageLength: Math.max(1, sums.words.value / Math.max(1, sums.pieces.value)),
        titleLength: Math.max(1, sums.title_words.value / Math.max(1, count))
      }
    })
    return this.known = [pages!, pictures!]
  }

  private async counts(part: Part, field: string, terms: ReadonlyArray<string>): Promise<ReadonlyArray<number>> {
    const bodies = Array.from(chunks(terms, TERMS_PER_REQUEST), (some) => ({
      part,
      body: {
        size: 0,
        track_total_hits: false,
        aggs: { counts: { filters: { filters: some.map((value) => ({ term: { [field]: { value } } })) } } }
      }
    }))
    return (await this.searches(bodies)).flatMap(({ aggregations }) => {
      const counts = aggregations?.["counts"] as Counts | undefined
      return (counts?.buckets ?? []).map(({ doc_count: count }) => count)
    })
  }

  async fetch(kind: Kind, terms: Iterable<string>): Promise<void> {
    const known = this.frequencies[kind]
    const missing = [...new Set(terms)].filter((term) => !known.has(term))
    if (missing.length === 0) return
    if (known.size > MAX_FREQUENCIES) known.clear()
    const counts = await this.counts(partOf(kind), "terms", missing)
    missing.forEach((term, at) => known.set(term, counts[at]!))
  }

  frequency(kind: Kind, term: string): number {
    return this.frequencies[kind].get(term) ?? 0
  }

  async spellings(
    kind: Kind,
    words: ReadonlyArray<string>
  ): Promise<ReadonlyMap<string, { readonly documents: number; readonly titles: number }>> {
    const fields = ["spellings", "title_spellings"] as const
    const keyOf = (field: string, word: string) => `${kind} ${field} ${word}`
    for (const field of fields) {
      const missing = words.filter((word) => !this.spelled.has(keyOf(field, word)))
      if (missing.length === 0) continue
      if (this.spelled.size > MAX_FREQUENCIES) this.spelled.clear()
      const counts = await this.counts(partOf(kind), field, missing)
      missing.forEach((word, at) => this.spelled.set(keyOf(field, word), counts[at]!))
    }
    const of = (field: string, word: string) => this.spelled.get(keyOf(field, word)) ?? 0
    return new Map(
      words.map((word) => [word, { documents: of(fields[0], word), titles: of(fields[1], word) }])
    )
  }

  async ids(
    kind: Kind,
    searches: ReadonlyArray<{ readonly query: Query; readonly size: number; readonly isNewest?: boolean }>
  ): Promise<ReadonlyArray<ReadonlyArray<number>>> {
    const bodies = searches.map(({ isNewest = false, query, size }) => ({
      part: partOf(kind),
      body: {
        size,
        query,
        _source: false,
        track_total_hits: false,
        docvalue_fields: ["id"],
        ...(isNewest ? { sort: [{ id: "desc" }] } : {})
      }
    }))
    return (await this.searches(bodies)).map(({ hits }) => hits.hits.flatMap(({ fields }) => fields?.id?.[0] ?? []))
  }

  async count(kind: Kind, query: Query, most: number): Promise<number> {
    const [found] = await this.searches([{ part: partOf(kind), body: { size: 0, track_total_hits: most, query } }])
    return Math.min(most, found?.hits.total?.value ?? 0)
  }

  private async sources<A>(kind: Kind, field: string, ids: ReadonlyArray<number>, body: object) {
    const searches = Array.from(chunks(ids, DOCUMENTS_PER_REQUEST), (some) => ({
      part: partOf(kind),
      body: {
        size: some.length,
        track_total_hits: false,
        query: { bool: { filter: [{ terms: { [field]: some } }] } },
        ...body
      }
    }))
    return (await this.searches<A>(searches)).flatMap(({ hits }) => hits.hits)
  }

  /** Returns the lists of documents. Those that were removed in the meantime are missing in the result. */
  async listsOf(kind: Kind, ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, Lists>> {
    const keyOf = (id: number) => `${kind} ${id}`
    const out = new Map<number, Lists>()
    const missing: Array<number> = []
    for (const id of ids) {
      const known = this.lists.get(keyOf(id))
      if (known === undefined) missing.push(id)
      else out.set(id, known)
    }
    const hits = await this.sources<PageSource>(kind, "id", missing, {
      stored_fields: ["packed"],
      docvalue_fields: ["id"],
      _source: kind === 0 ? pageFields : false
    })
    await prepareFor(hits.map(({ _source }) => _source?.title ?? ""))
    for (const { _source, fields } of hits) {
      const id = fields?.id?.[0]
      const packed = fields?.packed?.[0]
      if (id === undefined || packed === undefined) continue
      const lists = unframe(packed)
      this.lists.set(keyOf(id), lists, lists.bytes * MEMORY_PER_BYTE)
      out.set(id, lists)
      if (_source !== undefined) this.pages.set(id, pageOf(_source), 1)
    }
    return out
  }

  async rows(ids: ReadonlyArray<number>): Promise<ReadonlyArray<Page | undefined>> {
    const found = new Map<number, Page>()
    const missing = new Set<number>()
    for (const id of ids) {
      const known = this.pages.get(id)
      if (known === undefined) missing.add(id)
      else found.set(id, known)
    }
    for (const { _source } of await this.sources<PageSource>(0, "id", [...missing], { _source: pageFields })) {
      if (_source === undefined) continue
      await prepareFor([_source.title])
      const page = pageOf(_source)
      this.pages.set(page.id, page, 1)
      found.set(page.id, page)
    }
    return ids.map((id) => found.get(id))
  }

  async passages(numbers: ReadonlyArray<number>): Promise<ReadonlyArray<string | undefined>> {
    const pageOfNumber = (number: number) => Math.floor(number / PASSAGES_PER_PAGE)
    const found = new Map<number, ReadonlyArray<string>>()
    const missing = new Set<number>()
    for (const id of new Set(numbers.map(pageOfNumber))) {
      const known = this.texts.get(id)
      if (known === undefined) missing.add(id)
      else found.set(id, known)
    }
    const body = { _source: ["id", "passages"] }
    for (const { _source } of await this.sources<PageSource>(0, "id", [...missing], body)) {
      if (_source === undefined) continue
      await prepareFor(_source.passages)
      this.texts.set(_source.id, _source.passages, _source.passages.reduce((sum, text) => sum + text.length, 1))
      found.set(_source.id, _source.passages)
    }
    return numbers.map((number) => found.get(pageOfNumber(number))?.[number % PASSAGES_PER_PAGE])
  }

  async pictures(ids: ReadonlyArray<number>): Promise<ReadonlyMap<number, Picture>> {
    const hits = await this.sources<PictureSource>(1, "id", ids, { _source: pictureFields })
    await prepareFor(hits.map(({ _source }) => _source?.alt ?? ""))
    return new Map(hits.flatMap(({ _source }) => _source === undefined ? [] : [[_source.id, _source] as const]))
  }

  async firstPictures(pages: ReadonlyArray<number>): Promise<ReadonlyMap<number, string>> {
    const hits = await this.sources<PageSource>(0, "id", pages, { _source: ["id", "images"] })
    return new Map(hits.flatMap(({ _source }) => {
      const [first] = _source?.images ?? []
      return _source === undefined || first === undefined ? [] : [[_source.id, first.url] as const]
    }))
  }
}
