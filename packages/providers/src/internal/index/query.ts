/** Answers one question from the tables. */
import type { Node } from "@dunlin/query-operators/QueryNode"
import type { Answer, Hit } from "../../SearchProvider.ts"
import * as Facet from "./facet.ts"
import { make, type Plan } from "./plan.ts"
import type { Search, Totals } from "./protocol.ts"
import * as Rank from "./rank.ts"
import { snippet } from "./snippet.ts"
import { type Store, totals } from "./store.ts"
import { indexed, stemOf, stopWords, words } from "./text.ts"

/** So many candidates are ranked a second time. */
const ranked = 40
/** So many are looked at, at most, to find those that pass the checks. */
const deepest = 3000
/** Words whose lists are longer than this altogether are left to the second ranking, the most frequent first. */
const longestLists = 25_000
/** A day in milliseconds. */
const day = 86_400_000

interface Row {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly body: string
  readonly length: number
  readonly published: number | null
  readonly date: string | null
  readonly score: number
  readonly image?: {
    readonly url: string
    readonly alt: string
    readonly width: number | null
    readonly height: number | null
  }
}

/** Frequencies change slowly, and looking one up reads its whole list. */
class Frequencies {
  private documents = -1
  private readonly known = new Map<string, number>()

  of(store: Store, table: "terms" | "imageterms", documents: number, term: string): number {
    if (Math.abs(documents - this.documents) > this.documents / 20) {
      this.known.clear()
      this.documents = documents
    }
    const key = `${table} ${term}`
    let value = this.known.get(key)
    if (value === undefined) {
      if (this.known.size >= 100_000) this.known.clear()
      value = Number(store.prepare(`select doc from ${table} where term = ?`).get(term)?.["doc"] ?? 0)
      this.known.set(key, value)
    }
    return value
  }
}

export const searcher = (store: Store): (search: Search) => Answer => {
  const frequencies = new Frequencies()
  return (search) => {
    const all = totals(store)
    const images = search.source === "images"
    const table = images ? "imageterms" : "terms"
    const documents = images ? all.images : all.documents
    const frequency = (term: string) => frequencies.of(store, table, documents, term)
    const warnings: Array<string> = []
    const plan = withRelated(store, make(search.nodes, { images }), search, warnings)
    warnings.push(...plan.warnings)
    const rows = passing(store, plan, search, choose(plan, frequency))
    const ordered = order(rows, plan, search, all, frequency)
    return { hits: ordered.slice(0, search.limit).map((row, at) => hit(store, row, at + 1, search, plan)), warnings }
  }
}

/** Leaves out the most frequent words while the lists to read are long; at least two words stay. */
const choose = (plan: Plan, frequency: (term: string) => number): ReadonlyArray<string> => {
  const lists = plan.words.map((word) => {
    const token = /^"([^"]*)"$/.exec(word)
    return { word, length: token === null ? 0 : frequency(stemOf(token[1]!)) }
  })
  let sum = lists.reduce((total, list) => total + list.length, 0)
  if (sum <= longestLists) return plan.words
  lists.sort((a, b) => a.length - b.length)
  while (sum > longestLists && lists.length > 2) sum -= lists.pop()!.length
  return lists.map((list) => list.word)
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days of the window as facets; the exact times are compared on the rows. */
const inWindow = (search: Search): ReadonlyArray<string> => {
  const { from, to } = search
  const any = (facets: ReadonlyArray<string>) => `(${facets.map(Facet.match).join(" OR ")})`
  return [
    ...(from === undefined ? [] : [any(Facet.days("after", isoDay(from)))]),
    ...(to === undefined ? [] : [any(Facet.days("before", isoDay(to + day - 1)))]),
    ...(search.source === "news" && from === undefined && to === undefined ? [Facet.match(Facet.dated)] : [])
  ]
}

const candidates = (store: Store, plan: Plan, search: Search, chosen: ReadonlyArray<string>, count: number) => {
  const expression = [...inWindow(search), `(${plan.match(chosen)})`].join(" AND ")
  const table = search.source === "images" ? "imagefts" : "fts"
  // Without words there is nothing to rank by: the newest documents come first.
  const byRank = plan.terms.length > 0
  return store.prepare(
    `select rowid as id${byRank ? ", rank as score" : ", 0 as score"} from ${table} where ${table} match ?
     order by ${byRank ? "rank" : "rowid desc"} limit ?`
  ).all(expression, count)
}

const columns = `doc.id as doc, doc.url, doc.title, substr(doc.body, 1, ${Rank.readLength}) as body, doc.length,
  doc.published, doc.date`

const load = (store: Store, search: Search, id: number, score: number): Row | undefined => {
  const images = search.source === "images"
  const row = store.prepare(
    images
      ? `select ${columns}, image.url as image, image.alt, image.width, image.height
         from image join doc on doc.id = image.doc where image.id = ?`
      : `select ${columns} from doc where id = ?`
  ).get(id)
  if (row === undefined) return undefined
  return {
    id: Number(row["doc"]),
    url: String(row["url"]),
    title: String(row["title"]),
    body: String(row["body"]),
    length: Number(row["length"]),
    published: row["published"] as number | null,
    date: row["date"] as string | null,
    score,
    ...(images
      ? {
        image: {
          url: String(row["image"]),
          alt: String(row["alt"]),
          width: row["width"] as number | null,
          height: row["height"] as number | null
        }
      }
      : {})
  }
}

/** A hit carries this much of the page, for passages to be chosen from. */
const longestText = 50_000

const fullBody = (store: Store, row: Row): string =>
  row.length > row.body.length
    ? String(store.prepare("select body from doc where id = ?").get(row.id)?.["body"] ?? "")
    : row.body

const passes = (store: Store, row: Row, plan: Plan, search: Search): boolean => {
  const { from, to } = search
  if (from !== undefined && (row.published === null || row.published < from)) return false
  if (to !== undefined && (row.published === null || row.published >= to)) return false
  if (plan.checks.length === 0) return true
  const candidate = {
    url: row.url,
    title: row.image === undefined ? row.title : `${row.image.alt}\n${row.title}`,
    body: fullBody(store, row),
    width: row.image?.width ?? null,
    height: row.image?.height ?? null
  }
  return plan.checks.every((check) => check(candidate))
}

/** The best candidates that pass the checks, looking deeper while too few do. */
const passing = (store: Store, plan: Plan, search: Search, chosen: ReadonlyArray<string>): ReadonlyArray<Row> => {
  const wanted = Math.max(ranked, search.limit + search.limit / 2)
  let count = wanted
  let done = 0
  const out: Array<Row> = []
  for (;;) {
    const found = candidates(store, plan, search, chosen, count)
    for (const entry of found.slice(done)) {
      const row = load(store, search, Number(entry["id"]), -Number(entry["score"]))
      if (row !== undefined && passes(store, row, plan, search)) out.push(row)
      if (out.length >= wanted) return out
    }
    if (found.length < count || count >= deepest) return out
    done = found.length
    count = Math.min(deepest, count * 5)
  }
}

const order = (
  rows: ReadonlyArray<Row>,
  plan: Plan,
  search: Search,
  all: Totals,
  frequency: (term: string) => number
): ReadonlyArray<Row> => {
  const byDate = (a: Row, b: Row) => (b.published ?? -Infinity) - (a.published ?? -Infinity)
  if (search.sortByDate || plan.terms.length === 0) return [...rows].sort(byDate)
  const inputs = rows.map((row): Rank.Input =>
    row.image === undefined
      ? row
      : { title: row.image.alt, body: row.title, length: row.title.length, score: row.score }
  )
  const images = search.source === "images"
  const scores = Rank.scores(plan.terms, inputs, {
    documents: images ? all.images : all.documents,
    titleLength: all.titles / Math.max(1, all.documents),
    bodyLength: (images ? all.titles : all.bodies) / Math.max(1, all.documents),
    frequency
  })
  if (search.source === "news") {
    // A month halves what being new is worth.
    rows.forEach((row, at) => {
      const age = Math.max(0, search.now - (row.published ?? 0)) / (30 * day)
      scores[at]! *= 1 + 0.5 * 2 ** -age
    })
  }
  return Array.from(rows.keys()).sort((a, b) => scores[b]! - scores[a]!).map((at) => rows[at]!)
}

const hit = (store: Store, row: Row, position: number, search: Search, plan: Plan): Hit => {
  const shared = { url: row.url, position }
  switch (search.source) {
    case "images":
      return {
        source: "images",
        ...shared,
        title: row.image!.alt === "" ? row.title : row.image!.alt,
        imageUrl: row.image!.url,
        ...(row.image!.width === null ? {} : { imageWidth: row.image!.width }),
        ...(row.image!.height === null ? {} : { imageHeight: row.image!.height })
      }
    case "news": {
      const image = store.prepare("select url from image where doc = ? order by id limit 1").get(row.id)
      const text = fullBody(store, row).slice(0, longestText)
      return {
        source: "news",
        ...shared,
        title: row.title,
        snippet: snippet(text, plan.terms),
        ...(row.date === null ? {} : { date: row.date }),
        ...(image === undefined ? {} : { imageUrl: String(image["url"]) }),
        text
      }
    }
    case "web": {
      const text = fullBody(store, row).slice(0, longestText)
      return {
        source: "web",
        ...shared,
        title: row.title,
        description: snippet(text, plan.terms),
        ...(row.date === null ? {} : { publishedAt: row.date }),
        text
      }
    }
  }
}

/** `related:` is answered by the telling words of the host's first pages, without the host itself. */
const withRelated = (store: Store, plan: Plan, search: Search, warnings: Array<string>): Plan => {
  if (plan.related.length === 0) return plan
  const counts = new Map<string, number>()
  for (const host of plan.related) {
    const ids = store.prepare("select rowid as id from fts where fts match ? order by rowid limit 5")
      .all(Facet.site(host, "").map(Facet.match).join(" AND "))
    if (ids.length === 0) warnings.push(`The index has no page of ${host}, so related: finds nothing like it.`)
    for (const { id } of ids) {
      const row = store.prepare("select title, substr(body, 1, 4000) as body from doc where id = ?").get(Number(id))
      const seen = new Set(words(indexed(`${row?.["title"]} ${row?.["body"]}`).toLowerCase()))
      for (const word of seen) {
        if (word.length > 2 && !stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    }
  }
  const documents = totals(store).documents
  const likeness = [...counts].map(([word, count]): readonly [string, number] => {
    const frequency = Number(store.prepare("select doc from terms where term = ?").get(stemOf(word))?.["doc"] ?? 0)
    return [word, frequency < 2 ? 0 : count * Math.log((documents + 1) / frequency)]
  }).filter(([, weight]) => weight > 0).sort((a, b) => b[1] - a[1]).slice(0, 24).map(([word]) => word)
  const nodes: ReadonlyArray<Node> = [
    ...search.nodes.filter((node) => !(node._tag === "Operator" && node.name === "related")),
    ...likeness.map((value): Node => ({ _tag: "Word", value, negated: false })),
    ...plan.related.map((host): Node => ({
      _tag: "Operator",
      name: "site",
      value: { host, path: "" },
      negated: true
    }))
  ]
  const like = make(nodes, { images: search.source === "images" })
  return likeness.length === 0 ? { ...like, match: () => `"${Facet.mark}none"` } : like
}
