/** Answers one query from the segments. */
import type { Node } from "@dunlin/text/QueryNode"
import type { Answer, Hit } from "../Hit.ts"
import type { Search } from "../Protocol.ts"
import * as Expand from "./expand.ts"
import { DAY_MS, decisions, inWindow, isInTime, masks, passes, type Run } from "./filters.ts"
import { hasHan, loadChinese } from "./fold.ts"
import { type Kind, PASSAGES_PER_PAGE } from "./ids.ts"
import * as Language from "./language.ts"
import * as Missing from "./missing.ts"
import { MAX_CANDIDATES, undated, unfulfilled } from "./omissions.ts"
import { make, type Plan } from "./plan.ts"
import * as Rank from "./rank.ts"
import { type Index, Stale } from "./reader.ts"
import { related } from "./related.ts"
import * as Rows from "./rows.ts"
import * as Score from "./score.ts"
import type { Searched } from "./searched.ts"
import { Spellings, type Words } from "./spelling.ts"
import * as Suggest from "./suggest.ts"
import * as Titles from "./titles.ts"
import * as Typed from "./typed.ts"
import * as Typing from "./typing.ts"
import { fuse, Vectors } from "./vectors.ts"

const RANKED = 50
const MAX_WORDS_OF_SHORT = 2
/** Limit for the candidates of a short query that are ranked. Few of the first ones may have the words as typed. */
const MAX_RANKED_CANDIDATES = 400
/** Minimum similarity of a title that was intended, so that no further search is needed. */
const LIKE_ENOUGH = 0.9
const BETTER = 0.05
/** Factor of candidates that are read if too few pass the checks. */
const DEEPER = 5
/** Maximum share of the documents that contain a word used for ranking. */
const COMMON = 1 / 10
/** Weight of recency in news, as a share of the score. */
const NEWS_WORTH = 0.5
/** Milliseconds after which the weight of recency is halved. */
const NEWS_HALF_LIFE = 30 * DAY_MS

/** Number of results below which other forms of the typed words are also searched. */
const FEW_CANDIDATES = 3

/** Maximum number of pages that vectors find. In further pages, their similarity is not meaningful. */
const MAX_PAGES_BY_VECTOR = 20

const otherForms = "Few pages contain the words as typed, so words with the same beginning were also searched."

/** Values of the query that are known before any document is read. */
type QueryFacts = Pick<Rank.Question, "asksFact" | "literals" | "shown" | "terms" | "typed">

const askedOf = async ({ index, kind, plan, search }: Run, expansion: Expand.Expansion): Promise<QueryFacts> => ({
  literals: [
    ...await Expand.amounts(index, kind, plan.amounts),
    ...Expand.identifiers(index, kind, plan.concepts)
  ],
  terms: Expand.ranking(index, kind, plan.concepts, expansion),
  typed: Expand.typedForms(index, kind, plan.concepts, expansion),
  asksFact: /[?？]$/.test(lastWord(search.nodes)),
  // The whole list is ranked if its order depends on more than scores. In news it depends on recency, and with
  // vectors on ranks in the whole list.
  shown: search.source === "news" || search.sortByDate || search.meaning !== undefined ? Infinity : search.limit
})

interface Passed {
  readonly rows: ReadonlyArray<Rows.Row>
  /** Number of candidates, including hits that cannot be shown. */
  readonly candidates: number
}

const DOCUMENTS_PER_SEGMENT = 2 ** 32

const keyOf = ({ document, segment }: Score.Found) => segment * DOCUMENTS_PER_SEGMENT + document

const gather = async ({ index, kind, plan, search }: Run, scored: ReadonlyArray<Score.Scored>, most: number) =>
  index.gather?.({
    kind,
    scored: plan.concepts.length === 0 ? [] : scored,
    conditions: [...inWindow(search), ...plan.conditions],
    isWordless: plan.isWordless,
    most
  })

const bestOf = (
  { allowed, index, kind, plan }: Run,
  scored: ReadonlyArray<Score.Scored>,
  most: number
): ReturnType<typeof Score.best> => {
  const newest = () => Score.newest(index, kind, most, allowed)
  if (plan.concepts.length === 0) return { best: newest(), titled: [] }
  const found = Score.best(index, kind, scored, most, allowed)
  if (!plan.isWordless || found.best.length >= most) return found
  const known = new Set(found.best.map(keyOf))
  return { ...found, best: [...found.best, ...newest().filter((each) => !known.has(keyOf(each)))].slice(0, most) }
}

const checked = async (run: Run, rows: ReadonlyArray<Rows.Row>, most: number): Promise<ReadonlyArray<Rows.Row>> => {
  const out: Array<Rows.Row> = []
  // The text of a page outside of the date range is not read.
  const inTime = rows.filter((row) => isInTime(row, run.search))
  for (let at = 0; at < inTime.length && out.length < most;) {
    const next = inTime.slice(at, at + most - out.length)
    const batch = run.plan.checks.length === 0 ? next : await Rows.readAhead(run.index, next)
    for (const row of batch) if (await passes(row, run)) out.push(row)
    at += batch.length
  }
  return out
}

/** Returns the candidates that pass, and reads further ones if too few do. */
const passing = async (
  run: Run,
  scored: ReadonlyArray<Score.Scored>,
  asked: QueryFacts,
  least: number
): Promise<Passed> => {
  const { index, kind, search } = run
  const isChecked = run.plan.checks.length > 0 || search.from !== undefined || search.to !== undefined
  const wanted = Math.max(least, search.limit + search.limit / 2)
  let most = wanted
  let done = 0
  const out: Array<Rows.Row> = []
  const known = new Set<number>()
  const isNew = (each: Score.Found) => !known.has(keyOf(each))
  for (;;) {
    await gather(run, scored, most)
    const { best: found, titled } = bestOf(run, scored, most)
    const isFirst = done === 0
    if (isFirst) { for (const each of titled) known.add(keyOf(each)) }
    if (!isChecked) {
      const others = Rank.promising(asked, found).filter(isNew)
      return {
        rows: await Rows.load(index, kind, [...titled, ...others]),
        candidates: known.size + found.filter(isNew).length
      }
    }
    if (isFirst) out.push(...await checked(run, await Rows.load(index, kind, titled), Infinity))
    // Title matches are ranked in addition to the candidates with the best scores.
    const enough = isFirst ? wanted + out.length : wanted
    out.push(...await checked(run, await Rows.load(index, kind, found.slice(done).filter(isNew)), enough - out.length))
    if (out.length >= enough || found.length < most || most >= MAX_CANDIDATES) {
      return { rows: out, candidates: out.length }
    }
    done = found.length
    most = Math.min(MAX_CANDIDATES, most * DEEPER)
  }
}

const formsOf = async (
  { index, kind }: Run,
  rows: ReadonlyArray<Rows.Row>,
  { typed }: QueryFacts
): Promise<ReadonlyArray<number>> => {
  if (typed.most === 0) return rows.map(() => 0)
  const worths = rows.map(({ image, passage, title }) => typed.in([image?.alt ?? "", title, passage]))
  if (kind === 1) return worths
  const others = rows.flatMap((row, at) => typed.isTyped(worths[at]!) ? [] : Rows.otherPassages(row))
  if (others.length === 0) return worths
  const texts = await index.passages(others)
  let from = 0
  return rows.map((row, at) => {
    if (typed.isTyped(worths[at]!)) return worths[at]!
    const { length } = Rows.otherPassages(row)
    const more = texts.slice(from, from += length).map((text) => text ?? "")
    return length === 0 ? worths[at]! : typed.in([row.title, row.passage, ...more])
  })
}

interface Ordered {
  readonly rows: ReadonlyArray<Rows.Row>
  readonly likeness: number
}

type Found = Ordered & Pick<Passed, "candidates">

const inverses = ({ index, kind }: Run) => async (terms: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  await index.fetch(kind, terms)
  const documents = index.segments(kind).count
  return terms.map((term) => {
    const frequency = index.frequency(kind, term)
    return frequency >= 2 && frequency <= documents * COMMON ? Score.inverse(documents, frequency) : 0
  })
}

const order = async (
  run: Run,
  rows: ReadonlyArray<Rows.Row>,
  expansion: Expand.Expansion,
  asked: QueryFacts,
  forms: ReadonlyArray<number>
): Promise<Ordered> => {
  const { index, kind, plan, search } = run
  const byDate = (a: Rows.Row, b: Rows.Row) => (b.published ?? -Infinity) - (a.published ?? -Infinity)
  if (search.sortByDate || plan.concepts.length === 0) return { rows: rows.toSorted(byDate), likeness: 1 }
  const segments = index.segments(kind)
  // If each word was searched as typed, a title without the words cannot be similar to the query.
  const isEachScored = plan.titleConcepts.length === plan.concepts.length && expansion.near.size === 0
  const { likeness, scores } = await Rank.rank(
    {
      ...asked,
      wanted: Titles.wanted(Titles.textOf(plan.titleConcepts), expansion.near, expansion.corrected),
      memory: index.tokens,
      titles: index.titles,
      pairs: run.pairs,
      passageLength: segments.passageLength,
      titleLength: segments.titleLength,
      inverses: inverses(run)
    },
    rows.map(({ id, image, isTitled, language, passage, passages, score, title }, at): Rank.Input =>
      image === undefined
        ? {
          title,
          passage,
          language,
          score,
          forms: forms[at]!,
          isLikely: isTitled || !isEachScored,
          keys: [id * PASSAGES_PER_PAGE + (passages[0] ?? 0), -id]
        }
        : { title: image.alt, passage: title, language, score, forms: forms[at]!, isLikely: true }
    )
  )
  if (search.source === "news") {
    rows.forEach((row, at) => {
      const age = Math.max(0, search.now - (row.published ?? 0)) / NEWS_HALF_LIFE
      scores[at]! *= 1 + NEWS_WORTH * 2 ** -age
    })
  }
  const sorted = rows.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]!)
  return { rows: sorted.map((at) => rows[at]!), likeness: sorted.length === 0 ? 0 : likeness[sorted[0]!]! }
}

const ranking = async (run: Run, expansion: Expand.Expansion): Promise<Found> => {
  const { index, kind } = run
  await index.fetch(kind, expansion.scored.flatMap(({ terms }) => terms))
  const asked = await askedOf(run, expansion)
  const ranked = index.ranked ?? RANKED
  let { candidates, rows } = await passing(run, expansion.scored, asked, ranked)
  let forms = await formsOf(run, rows, asked)
  // Every word of a short query is meant as typed, but the first candidates may only have other forms of it.
  const isShort = index.ranked === undefined && run.plan.concepts.length <= MAX_WORDS_OF_SHORT
  if (
    isShort && candidates >= RANKED && forms.filter((worth) => asked.typed.isTyped(worth)).length < run.search.limit
  ) {
    ;({ candidates, rows } = await passing(run, expansion.scored, asked, MAX_RANKED_CANDIDATES))
    forms = await formsOf(run, rows, asked)
  }
  return { ...await order(run, rows, expansion, asked, forms), candidates }
}

const withNearest = async (
  run: Run,
  vectors: Pick<Vectors, "nearest">,
  found: Found,
  warnings: Array<string>
): Promise<Found> => {
  const { allowed, index, kind, search } = run
  if (search.meaning === undefined || kind === 1 || search.sortByDate || run.plan.concepts.length === 0) return found
  const near: Array<Rows.Row> = []
  const nearest = await vectors.nearest(search.meaning, MAX_PAGES_BY_VECTOR, allowed)
  warnings.push(...nearest.warnings)
  for (const row of await Rows.load(index, kind, nearest.found)) {
    if (await passes(row, run)) near.push(row)
  }
  const fused = fuse(found.rows, near, Rows.keyOf)
  // A query that is a title or an identifier refers to one page.
  const [first] = found.rows
  const isNamed = found.likeness >= LIKE_ENOUGH || Expand.identifiers(index, kind, run.plan.concepts).length > 0
  const rows = first !== undefined && isNamed
    ? [first, ...fused.filter((row) => row !== first)]
    : fused
  return { ...found, rows }
}

const lastWord = (nodes: ReadonlyArray<Node>): string => {
  const node = nodes.at(-1)
  return node?._tag === "Word" ? node.value : ""
}

const nothing: ReadonlyMap<string, string> = new Map()

const listed = (words: ReadonlyArray<string>): string => {
  const quoted = words.map((word) => JSON.stringify(word))
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)!}`
}

const isIdle = ({ checks, concepts, conditions, related }: Plan): boolean =>
  concepts.length === 0 && conditions.length === 0 && checks.length === 0 && related.length === 0

/** Returns whether a title has all query words as typed, not misspelt or as parts of other words. */
const isTitled = ({ concepts }: Plan, row: Rows.Row | undefined): boolean => {
  if (row === undefined || concepts.some(({ isPlain }) => !isPlain)) return false
  const typed = new Typed.Forms(concepts.map((concept) => Typed.word(concept.typed, 1)))
  return typed.isTyped(typed.in([row.title]))
}

export interface Sources {
  readonly index: Searched
  readonly spellings: Words
  readonly vectors: Pick<Vectors, "nearest">
}

export const answer = async ({ index, spellings, vectors }: Sources, search: Search): Promise<Answer> => {
  if (search.nodes.some(hasHanText)) await loadChinese()
  const kind: Kind = search.source === "images" ? 1 : 0
  await index.refresh()
  const languages = index.segments(kind).codes
  if (Language.isUnread(languages)) await Language.load(languages)
  const context = { images: kind === 1, languages }
  const warnings: Array<string> = []
  const plan = await related(index, make(search.nodes, context), search, context, warnings)
  warnings.push(...plan.warnings)
  if (isIdle(plan)) return { hits: [], warnings: [...warnings, "The query contains no words to search for."] }
  const expander = new Expand.Expander(index, kind, languages, spellings)
  await expander.prepare(plan)
  const allowed = await masks(index, kind, [...inWindow(search), ...plan.conditions], expander)
  const isMet = await decisions(index, kind, plan.decided, expander)
  const run: Run = { index, kind, search, plan, languages, allowed, pairs: new Map(), isMet }
  const first = await expander.first(plan)
  let found = await ranking(run, first)
  let corrected = first.corrected
  if (plan.canCorrect && found.likeness < LIKE_ENOUGH && !search.sortByDate && !isTitled(plan, found.rows[0])) {
    const second = await expander.second(plan.concepts, first)
    if (second !== undefined) {
      const more = await ranking(run, second)
      if (more.likeness > found.likeness + BETTER && more.rows.length >= Math.min(found.rows.length, search.limit)) {
        found = more
        corrected = second.corrected
      }
    }
  }
  if (plan.canCorrect && found.candidates < FEW_CANDIDATES) {
    const forms = await expander.forms(plan.concepts, first)
    if (forms !== undefined) {
      const more = await ranking(run, forms)
      const known = new Set(found.rows.map(Rows.keyOf))
      const added = more.rows.filter((row) => !known.has(Rows.keyOf(row)))
      if (added.length > 0) warnings.push(otherForms)
      found = { ...found, rows: [...found.rows, ...added] }
    }
  }
  const [best] = found.rows
  if (search.meaning !== undefined) found = await withNearest(run, vectors, found, warnings)
  if (search.isTyping === true && kind === 0 && !search.sortByDate) {
    found = { ...found, rows: await Typing.first(run, expander, found.rows, isTitled(plan, best)) }
  }
  const shown = found.rows.slice(0, search.limit)
  const hits = await Rows.hits(index, shown, search, expander.shownTerms(plan.concepts, corrected))
  const suggestion = corrected.size === 0
    ? undefined
    : await Suggest.suggestion({ index, kind, plan, expander }, corrected, best)
  const leftOut = await undated(run, shown.length, expander)
  const subjects = Missing.subjectsOf(plan, first, suggestion === undefined ? nothing : corrected)
  const missing = shown.length === 0 ? [] : Missing.absent(index, kind, subjects)
  return {
    hits: hits.map((hit, at): Hit => {
      if (hit.source === "images") return hit
      const missing = Missing.ofPage(index, kind, subjects, shown[at]!)
      return missing.length === 0 ? hit : { ...hit, missing }
    }),
    warnings: [
      ...warnings,
      ...(suggestion === undefined ? [] : [`Also searched for ${JSON.stringify(suggestion)}.`]),
      ...(missing.length === 0
        ? []
        : [`No page contains the ${missing.length === 1 ? "word" : "words"} ${listed(missing)}.`]),
      ...leftOut.length > 0 ? leftOut : await unfulfilled(run, shown.length, expander)
    ],
    ...(suggestion === undefined ? {} : { suggestion })
  }
}

/** Maximum attempts of a read, which is repeated if another process merges segments during it. */
const ATTEMPTS = 3

export const searcher = (index: Index): (search: Search) => Promise<Answer> => {
  const spellings = new Spellings(index)
  const vectors = new Vectors(index)
  return async (search) => {
    for (let attempt = 1;; attempt++) {
      const end = index.begin()
      try {
        return await answer({ index, spellings, vectors }, search)
      } catch (cause) {
        if (!(cause instanceof Stale) || attempt === ATTEMPTS) throw cause
        index.forget()
      } finally {
        end()
      }
    }
  }
}

const hasHanText = (node: Node): boolean =>
  node._tag === "And" || node._tag === "Or"
    ? node.items.some(hasHanText)
    : node._tag === "Operator"
    ? typeof node.value === "string"
      ? hasHan(node.value)
      : Array.isArray(node.value) && node.value.some((value) => typeof value === "string" && hasHan(value))
    : hasHan(node.value)
