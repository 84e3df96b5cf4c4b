/** Reads a target into the index. This part of `Indexer` loads the crawler and the folder reader. */
import type { IndexDocument } from "@dunlin/providers/LocalIndex"
import { LocalIndex, problemOf, undatedBecause } from "@dunlin/providers/LocalIndex"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Spelling from "@dunlin/schema/Spelling"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import type { Options, Summary, Target } from "../../Indexer.ts"
import type { IndexEvent } from "../../IndexEvent.ts"
import { InvalidTarget } from "../../InvalidTarget.ts"

type Account = Pick<Summary, "omitted" | "warning">

export const run = Effect.fnUntraced(function*(
  target: Target,
  options: Options
) {
  const settings = yield* check(options)
  const wrong = problemOfTarget(target)
  if (wrong !== undefined) return yield* new InvalidTarget({ target: "what was given", why: wrong })
  const isFolder = typeof target === "string" && !isWebAddress(target)
  if (settings.baseUrl !== undefined && !isFolder) {
    return yield* InvalidRequest.at(
      ["baseUrl"],
      "a folder or a file as the target; other targets already have URLs"
    )
  }
  const index = yield* LocalIndex
  const skipped: Array<{ readonly url: string; readonly why: string }> = []
  let removed = 0
  const report = (event: IndexEvent) =>
    Effect.sync(() => {
      if (event._tag === "PageSkipped") skipped.push({ url: event.url, why: event.why })
      options.onEvent?.(event)
    })
  const onGone = Effect.fnUntraced(function*(url: string, why: string) {
    // The stream of documents cannot fail with an index error. The next write reports the same failure.
    const count = yield* Effect.orElseSucceed(index.delete([url]), () => 0)
    removed += count
    yield* report({ _tag: count > 0 ? "PageRemoved" : "PageSkipped", url, why, waiting: 0 })
  })
  const read = new Set<string>()
  // Loads the folder reader only for a folder.
  const folder = isFolder ? yield* Effect.promise(() => import("./folder.ts")) : undefined
  let account: Account = { omitted: [] }
  const { added, unchanged, updated } = typeof target === "string" && isWebAddress(target)
    ? yield* Effect.scoped(Effect.gen(function*() {
      // Given documents need no crawler.
      const { crawl } = yield* Effect.promise(() => import("./crawl.ts"))
      const { account: accountOf, documents, end } = yield* crawl({ ...settings, start: target, report, onGone })
      const counts = yield* index.addStream(documents)
      account = yield* accountOf
      yield* end
      return counts
    }))
    : yield* index.addStream(
      typeof target === "string" && folder !== undefined
        ? Stream.tap(
          folder.readFolder(target, { ...settings, report, onGone }),
          ({ url }) => Effect.sync(() => read.add(url))
        )
        : fromDocuments(target as Exclude<Target, string>, report)
    )
  // Documents of skipped files are kept, because the files still exist. A file name with a backslash can have the
  // same URL as another file.
  const leftOut = new Set(skipped.map(({ url }) => url))
  const gone = typeof target === "string" && folder !== undefined
    ? yield* folder.goneFrom(target, settings, (url) => read.has(url) || leftOut.has(url))
    : []
  // If no file was read, the folder may not be mounted, so its documents are kept.
  const keptNote = read.size > 0 || gone.length === 0
    ? ""
    : `${gone.length} previously indexed ${gone.length === 1 ? "document remains" : "documents remain"} in the index`
  if (keptNote === "") yield* Effect.forEach(gone, (url) => onGone(url, "the file was deleted"), { discard: true })
  if (typeof target === "string" && added + unchanged + updated + removed + skipped.length === 0) {
    const { lookedFor } = yield* Effect.promise(() => import("./folder.ts"))
    const why = `it contains ${lookedFor}`
    return yield* new InvalidTarget({ target, why: keptNote === "" ? why : `${why}; ${keptNote}` })
  }
  if (keptNote !== "") {
    yield* report({ _tag: "PageSkipped", url: String(target), why: `every file in it failed; ${keptNote}`, waiting: 0 })
  }
  // Invalid documents are skipped, each with its reason.
  if (typeof target !== "string" && added + unchanged + updated + skipped.length === 0) {
    return yield* new InvalidTarget({ target: "the documents", why: "there are none" })
  }
  yield* Effect.catch(index.embed, ({ message }) => Effect.logWarning(`Passages have no vectors yet: ${message}`))
  return { added, updated, unchanged, removed, skipped, ...account }
})

/** JavaScript callers may pass any value. */
const problemOfTarget = (target: unknown): string | undefined => {
  if (typeof target === "string") {
    return target.trim() === "" ? "the value is empty (\".\" is the working directory)" : undefined
  }
  if (Predicate.hasProperty(target, Symbol.iterator) || Predicate.hasProperty(target, Symbol.asyncIterator)) {
    return undefined
  }
  return Predicate.hasProperty(target, "text")
    ? "the target cannot be indexed: it is a single document; pass a list: [{ url, title, text }]"
    : `expected a URL, a path, or a list of documents, got ${target === null ? "null" : typeof target}`
}

const isWebAddress = (target: string): boolean => /^https?:\/\//i.test(target)

const fromDocuments = (
  target: Exclude<Target, string>,
  report: (event: IndexEvent) => Effect.Effect<void>
): Stream.Stream<IndexDocument, InvalidTarget> => {
  let position = 0
  const documents = Predicate.hasProperty(target, Symbol.asyncIterator)
    ? Stream.fromAsyncIterable(
      target as AsyncIterable<IndexDocument>,
      (cause) =>
        new InvalidTarget({ target: "the documents", why: cause instanceof Error ? cause.message : String(cause) })
    )
    : Stream.fromIterable(target as Iterable<IndexDocument>)
  return Stream.filterEffect(documents, (document) => {
    const url = `document ${++position}`
    const why = typeof document === "string"
      ? "it is a string: call `index(target)` once for each site or folder"
      : problemOf(document)
    if (why !== undefined) return Effect.as(report({ _tag: "PageSkipped", url, why, waiting: 0 }), false)
    const notes = [...undatedBecause(document), ...unreadKeys(document)]
    return Effect.as(
      Effect.forEach(notes, (why) => report({ _tag: "PageSkipped", url: document.url, why, waiting: 0 })),
      true
    )
  })
}

const fields: { readonly [Name in keyof Required<IndexDocument>]: true } = {
  url: true,
  root: true,
  title: true,
  text: true,
  publishedAt: true,
  modifiedAt: true,
  dateEvidence: true,
  images: true,
  anchors: true,
  language: true
}

const otherNames: ReadonlyMap<string, keyof IndexDocument> = new Map([
  ["date", "publishedAt"],
  ["lang", "language"],
  ["lastmod", "modifiedAt"],
  ["updated", "modifiedAt"]
])

/** Returns misspelt names of known fields. Other unknown fields are allowed, such as a database's `id`. */
const unreadKeys = (document: IndexDocument): ReadonlyArray<string> =>
  Object.keys(document).flatMap((key) => {
    if (Object.hasOwn(fields, key)) return []
    const meant = otherNames.get(key) ?? Spelling.meant(key, Object.keys(fields))
    if (meant === undefined || document[meant as keyof IndexDocument] !== undefined) return []
    return [`indexed without ${key}, because documents have no such field; did you mean ${meant}?`]
  })

const known: { readonly [Name in keyof Required<Options>]: true } = {
  limit: true,
  depth: true,
  concurrency: true,
  robots: true,
  sitemaps: true,
  delay: true,
  maxAge: true,
  exclude: true,
  include: true,
  crawlEntireDomain: true,
  allowSubdomains: true,
  ignoreQueryParameters: true,
  deduplicateSimilarURLs: true,
  baseUrl: true,
  onEvent: true
}

const check = Effect.fnUntraced(function*(options: Options) {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0) {
    return yield* InvalidRequest.make(unknown.map((name) => InvalidRequest.unknownKey([name], Object.keys(known))))
  }
  const {
    concurrency = 4,
    delay,
    depth = 3,
    exclude = [],
    include = [],
    maxAge,
    limit = 500,
    robots = true,
    sitemaps = true
  } = options
  for (
    const [name, value, least, most] of [
      ["limit", limit, 1, 1_000_000],
      ["depth", depth, 0, 1000],
      ["concurrency", concurrency, 1, 64]
    ] as const
  ) {
    if (!Number.isInteger(value) || value < least || value > most) {
      return yield* InvalidRequest.at([name], `an integer from ${least} to ${most}`)
    }
  }
  for (const [name, patterns] of [["exclude", exclude], ["include", include]] as const) {
    if (!Array.isArray(patterns) || !patterns.every((pattern) => typeof pattern === "string")) {
      return yield* InvalidRequest.at([name], "a list of regular expressions, such as [\"^/old/\"]")
    }
    for (const [position, pattern] of patterns.entries()) {
      yield* Effect.try({
        try: () => new RegExp(pattern, "u"),
        catch: () => InvalidRequest.at([name, position], "a regular expression, such as \"^/old/\"")
      })
    }
  }
  const baseUrl = options.baseUrl === undefined ? undefined : URL.parse(options.baseUrl)
  if (
    baseUrl !== undefined && (baseUrl === null || !isWebAddress(baseUrl.href) || baseUrl.search + baseUrl.hash !== "")
  ) {
    return yield* InvalidRequest.at(["baseUrl"], "an http(s) URL without a query, such as \"https://docs.example/v2/\"")
  }
  return {
    exclude,
    include,
    scope: {
      crawlEntireDomain: options.crawlEntireDomain ?? false,
      allowSubdomains: options.allowSubdomains ?? false,
      ignoreQueryParameters: options.ignoreQueryParameters ?? false,
      deduplicateSimilarURLs: options.deduplicateSimilarURLs ?? true
    },
    baseUrl: baseUrl?.href,
    limit,
    depth,
    concurrency,
    robots,
    sitemaps,
    delay: yield* duration("delay", delay ?? "250 millis"),
    maxAge: yield* duration("maxAge", maxAge ?? "1 hour")
  }
})

const duration = (name: string, input: Duration.Input) =>
  Option.match(Option.filter(Duration.fromInput(input), Duration.isFinite), {
    onNone: () => Effect.fail(InvalidRequest.at([name], "a duration, for example \"2 seconds\"")),
    onSome: (value) => Effect.succeed(value)
  })
