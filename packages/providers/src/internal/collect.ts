/** Combines an engine's pages into one response that satisfies the port, with as few requests as possible. */
import * as Excerpt from "@dunlin/common/Excerpt"
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import * as HostName from "@dunlin/schema/HostName"
import * as Effect from "effect/Effect"
import type { SearchError } from "../SearchError.ts"
import type { Answer, Hit, Policy, Question, Reader } from "../SearchProvider.ts"
import * as Patience from "./patience.ts"

const schemes = new Set(["http:", "https:", "file:"])

const isAddress = (url: string): boolean => {
  if (HostName.isPlainUrl(url)) return true
  const parsed = URL.parse(url)
  return parsed !== null && schemes.has(parsed.protocol)
}

const distinct = (warnings: ReadonlyArray<string>): ReadonlyArray<string> =>
  warnings.length === 0 ? warnings : [...new Set(warnings)]

/** Hits of one engine with the same identity are one result, for example a page over `http` and `https`. */
const identity = (hit: Hit): string =>
  hit.source === "images"
    ? `${CanonicalUrl.canonical(hit.imageUrl)} ${CanonicalUrl.canonical(hit.url)}`
    : CanonicalUrl.canonical(hit.url)

/**
 * Hits with the title and snippet of an earlier hit on another host follow the other hits, because a later filter may
 * omit the first of them.
 */
export const tidy = (answer: Answer, question: Question): Answer => {
  const usable = answer.hits.filter((hit) => hit.source === question.source && isAddress(hit.url))
  const originals = Excerpt.copiesIn(usable.map(excerptOf))
  const isOriginal = (_: Hit, at: number) => originals[at] === undefined
  const copies = usable.filter((hit, at) => !isOriginal(hit, at))
  const ordered = copies.length === 0 ? usable : [...usable.filter(isOriginal), ...copies]
  const omitted = Math.min(copies.length, Math.max(0, ordered.length - question.limit))
  return {
    hits: ordered.slice(0, question.limit).map((hit, at) =>
      hit.position === at + 1 ? hit : { ...hit, position: at + 1 }
    ),
    warnings: distinct(omitted === 0 ? answer.warnings : [...answer.warnings, omittedCopies(omitted)]),
    ...(answer.suggestion === undefined ? {} : { suggestion: answer.suggestion })
  }
}

const omittedCopies = (count: number): string =>
  count === 1
    ? "1 result has the title and snippet of an earlier result on another host, and was omitted."
    : `${count} results have the title and snippet of an earlier result on another host, and were omitted.`

const excerptOf = (hit: Hit) => ({
  url: hit.url,
  title: hit.title,
  snippet: hit.source === "web" ? hit.description : hit.source === "news" ? hit.snippet : ""
})

/** Every page may cost money, so the search stops after this many pages without new hits. */
const MAX_FRUITLESS_PAGES = 3

/**
 * Minimum share of missing hits for which a further page is requested. Many engines return 8 or 9 of 10 hits, and
 * another page would cost as much as the first one.
 */
const MIN_GAIN = 0.25

interface Progress {
  readonly hits: Array<Hit>
  readonly warnings: Array<string>
}

const readPages = Effect.fnUntraced(function*(
  options: Policy & {
    readonly name: string
    readonly read: (question: Question) => Effect.Effect<Reader, SearchError>
  },
  question: Question,
  progress: Progress
): Effect.fn.Return<void, SearchError> {
  const reader = yield* options.read(question)
  progress.warnings.push(...(reader.warnings ?? []))
  const accept = reader.accept ?? (() => true)
  const maxPages = Math.min(reader.maxPages ?? 20, 20)
  const wanted = Math.min(question.wanted ?? question.limit, question.limit)
  const seen = new Set<string>()
  /** Number of hits without copies. */
  let different = 0
  let fruitless = 0
  for (let number = 0; number < maxPages && different < wanted; number++) {
    const page = yield* reader.page(number).pipe(Patience.retry(options))
    progress.warnings.push(...(page.warnings ?? []))
    const before = seen.size
    const countBefore = different
    for (const hit of page.hits) {
      const id = identity(hit)
      if (seen.has(id)) continue
      seen.add(id)
      if (hit.source === question.source && isAddress(hit.url) && accept(hit)) progress.hits.push(hit)
    }
    const copies = Excerpt.copiesIn(progress.hits.map(excerptOf)).filter((original) => original !== undefined).length
    different = progress.hits.length - copies
    if (seen.size === before || page.last === true) return
    const added = different - countBefore
    const missing = wanted - different
    if (missing <= added * (options.minGain ?? MIN_GAIN)) return
    fruitless = added === 0 ? fruitless + 1 : 0
    if (fruitless === MAX_FRUITLESS_PAGES) {
      progress.warnings.push(
        `${options.name}: ${progress.hits.length} of the first ${seen.size} results match the filters; no more results were requested.`
      )
      return
    }
  }
})

/** After the first hits, a failure or timeout becomes a warning, and the hits are returned. */
export const collect = Effect.fnUntraced(function*(
  options: Policy & {
    readonly name: string
    readonly read: (question: Question) => Effect.Effect<Reader, SearchError>
  },
  question: Question
): Effect.fn.Return<Answer, SearchError> {
  const progress: Progress = { hits: [], warnings: [] }
  yield* readPages(options, question, progress).pipe(
    Patience.timeout(options.name, options),
    Effect.catch((error) => {
      if (progress.hits.length === 0) return Effect.fail(error)
      progress.warnings.push(
        `${error.message}; only ${progress.hits.length} of ${question.limit} results are returned.`
      )
      return Effect.void
    })
  )
  return tidy(progress, question)
})
