/** Checks the requirements for an HTTP adapter, each with an engine that tests it. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import * as SearchProvider from "../../SearchProvider.ts"
import { expect, question, wellFormed } from "./assertions.ts"
import { failures } from "./failureChecks.ts"
import * as FakeEngine from "./fakeEngine.ts"
import { requests } from "./requestChecks.ts"
import { answerOf, canary, type Check, errorOf, type HttpOptions, run } from "./run.ts"

const recovers = (options: HttpOptions): Check => ({
  name: "a failed attempt is retried",
  effect: Effect.gen(function*() {
    const good = FakeEngine.honest(options.wire, FakeEngine.samples(3))
    const query = question("words", { source: options.sources![0]! })
    const { exit } = yield* run(
      options,
      (request, count) => count === 1 ? FakeEngine.json({}, 503) : good(request, count),
      query
    )
    const answer = yield* answerOf(exit)
    yield* expect(answer.hits.length === 3, "the answer must contain the hits of the second attempt")
  })
})

const answers = (options: HttpOptions, source: SearchProvider.Source): ReadonlyArray<Check> => [
  {
    name: `${source}: returns hits in the engine's order, with all fields`,
    effect: Effect.gen(function*() {
      const query = question("words", { source })
      const { exit } = yield* run(options, FakeEngine.honest(options.wire, FakeEngine.samples(5)), query)
      const answer = yield* answerOf(exit)
      yield* wellFormed(answer, query)
      yield* expect(answer.hits.length === 5, `expected 5 hits, got ${answer.hits.length}`)
      for (const [at, hit] of answer.hits.entries()) {
        const expected = FakeEngine.sample(at)
        if (hit.source !== "images") yield* expect(hit.url === expected.url, `hit ${at + 1} must be ${expected.url}`)
        else yield* expect(hit.imageUrl === expected.imageUrl, `image ${at + 1} must be ${expected.imageUrl}`)
        if (hit.source === "web") {
          yield* expect(hit.title === expected.title, "the title must be the one that the engine returned")
          yield* expect(
            hit.description === expected.snippet,
            "the description must be the snippet that the engine returned"
          )
        }
        if (hit.source === "news") {
          yield* expect(hit.snippet === expected.snippet, "the snippet must be the one that the engine returned")
        }
      }
    })
  },
  {
    name: `${source}: requests pages until the limit, and returns no hit twice`,
    effect: Effect.gen(function*() {
      const query = question("words", { source, limit: 100 })
      const { exit } = yield* run(options, FakeEngine.honest(options.wire, FakeEngine.samples(240)), query)
      const answer = yield* answerOf(exit)
      yield* wellFormed(answer, query)
      const most = Math.min(100, options.most ?? 100)
      yield* expect(answer.hits.length >= most, `expected ${most} hits, got ${answer.hits.length}`)
      yield* expect(
        answer.hits.length === 100 || answer.warnings.length > 0,
        "fewer hits than the limit must cause a warning"
      )
    })
  },
  {
    name: `${source}: stops after the engine's last page`,
    effect: Effect.gen(function*() {
      const query = question("words", { source, limit: 100 })
      const { exit, fake } = yield* run(options, FakeEngine.honest(options.wire, FakeEngine.samples(7)), query)
      const answer = yield* answerOf(exit)
      yield* expect(answer.hits.length === 7, `expected 7 hits, got ${answer.hits.length}`)
      yield* expect(
        fake.sent.length <= 2,
        `expected at most 2 requests for 7 results, because the last page says so with \`last\`; got ${fake.sent.length}`
      )
    })
  },
  {
    name: `${source}: stops if the engine repeats its first page`,
    effect: Effect.gen(function*() {
      const query = question("words", { source, limit: 100 })
      const { exit, fake } = yield* run(
        options,
        (request) => FakeEngine.json(options.wire.body(FakeEngine.samples(5), request)),
        query
      )
      const answer = yield* answerOf(exit)
      yield* wellFormed(answer, query)
      yield* expect(answer.hits.length === 5, `expected 5 hits, got ${answer.hits.length}`)
      yield* expect(
        fake.sent.length <= 2,
        `expected at most 2 requests, because the second page repeats the first; got ${fake.sent.length}`
      )
    })
  },
  {
    name: `${source}: a query without results returns an empty answer`,
    effect: Effect.gen(function*() {
      const { exit } = yield* run(options, FakeEngine.honest(options.wire, []), question("words", { source }))
      const answer = yield* answerOf(exit)
      yield* expect(answer.hits.length === 0, "expected no hits")
    })
  }
]

const keepsWhatCame = (options: HttpOptions): Check => ({
  name: "a later page that fails adds a warning, and keeps the hits",
  effect: Effect.gen(function*() {
    const honest = FakeEngine.honest(options.wire, FakeEngine.samples(240))
    const query = question("words", { source: options.sources![0]!, limit: 100 })
    const { exit, fake } = yield* run(
      options,
      (request, count) => options.wire.asked(request).page === 0 ? honest(request, count) : FakeEngine.json({}, 500),
      query
    )
    const answer = yield* answerOf(exit)
    yield* expect(answer.hits.length > 0, "the answer must contain the hits of the first page")
    yield* expect(fake.sent.length === 1 || answer.warnings.length > 0, "the failed page must add a warning")
  })
})

const pages = [
  { host: "wanted.example", path: "/a/1", title: "Plain words" },
  { host: "other.example", path: "/annex/2.pdf", title: "Plain words" },
  { host: "sub.wanted.example", path: "/c/3.pdf", title: "Forbidden words" }
]

/** The simulated engine ignores every operator, so the adapter itself must filter. */
const obeys = (options: HttpOptions): ReadonlyArray<Check> => {
  const collection = pages.map(({ host, path, title }, at): FakeEngine.Sample => ({
    ...FakeEngine.sample(at, host),
    url: `https://${host}${path}`,
    title
  }))
  const rows: ReadonlyArray<readonly [query: string, keep: (page: typeof pages[number]) => boolean]> = [
    ["words site:wanted.example", (page) => page.host.endsWith("wanted.example")],
    ["words -site:wanted.example", (page) => !page.host.endsWith("wanted.example")],
    ["words -forbidden", (page) => !page.title.startsWith("Forbidden")],
    ["words inurl:annex", (page) => page.path.startsWith("/annex")],
    ["words (site:sub.wanted.example OR site:other.example)", (page) => page.host !== "wanted.example"]
  ]
  return rows.map(([query, keep]) => ({
    name: `the answer obeys ${query}, even if the engine ignores operators`,
    effect: Effect.gen(function*() {
      const { exit } = yield* run(
        options,
        (request) => FakeEngine.json(options.wire.body(collection, request)),
        question(query)
      )
      const answer = yield* answerOf(exit)
      const expected = pages.filter(keep).map(({ host, path }) => `https://${host}${path}`)
      yield* expect(
        answer.hits.map((hit) => hit.url).join(" ") === expected.join(" "),
        `the hits must be ${expected.join(" ")}, but are ${answer.hits.map((hit) => hit.url).join(" ")}`
      )
    })
  }))
}

const fields: ReadonlyArray<readonly [string, Partial<SearchProvider.Question>]> = [
  ["safe", { safe: true }],
  ["country", { country: "DE" }],
  ["location", { location: "Berlin, Germany" }],
  ["time range", { time: { range: { unit: "week", count: 1 } } }],
  ["dates", { time: { from: "2024-01-01", to: "2024-12-31" } }],
  ["sort by date", { time: { sortByDate: true } }]
]

/** These headers differ between requests with the same content. */
const tracing = new Set(["traceparent", "tracestate", "b3"])

const inWords = (sent: FakeEngine.Sent): string =>
  JSON.stringify([
    sent.url.href,
    sent.body,
    Object.entries(sent.headers).filter(([name]) => !tracing.has(name.toLowerCase()))
  ])

const nothingDropped = (options: HttpOptions, source: SearchProvider.Source): ReadonlyArray<Check> =>
  fields.filter(([name]) => source !== "images" || !/time|date/.test(name)).map(([name, field]) => ({
    name: `${source}: ${name} is sent, or a warning names it`,
    effect: Effect.gen(function*() {
      const behave = FakeEngine.honest(options.wire, FakeEngine.samples(3))
      const without = yield* run(options, behave, question("words", { source }))
      const withField = yield* run(options, behave, question("words", { source, ...field }))
      const before = yield* answerOf(without.exit)
      const after = yield* answerOf(withField.exit)
      const changed = inWords(without.fake.sent[0]!) !== inWords(withField.fake.sent[0]!)
      const warned = after.warnings.length > before.warnings.length
      yield* expect(changed || warned, `${name} does not change the request, and no warning says so`)
    })
  }))

const unsupported = (options: HttpOptions): ReadonlyArray<Check> =>
  (["web", "images", "news"] as const).filter((source) => !options.sources!.includes(source)).map((source) => ({
    name: `${source}: is Unsupported`,
    effect: Effect.gen(function*() {
      const { exit } = yield* run(
        options,
        FakeEngine.honest(options.wire, FakeEngine.samples(3)),
        question("words", { source })
      )
      const error = yield* errorOf(exit)
      yield* expect(error.reason._tag === "Unsupported", `the reason must be Unsupported, but is ${error.reason._tag}`)
    })
  }))

const hostile = (options: HttpOptions): Check => ({
  name: "omits hits without a usable URL",
  effect: Effect.gen(function*() {
    const bad = ["javascript:alert(1)", "", "not a url", "data:text/html,x"].map((url, at) => ({
      ...FakeEngine.sample(at),
      url,
      imageUrl: url
    }))
    const collection = [...bad, FakeEngine.sample(9)]
    const { exit } = yield* run(
      options,
      (request) => FakeEngine.json(options.wire.body(collection, request)),
      question("words", { source: options.sources![0]! })
    )
    const answer = yield* answerOf(exit)
    yield* expect(answer.hits.length === 1, `only the last hit has a URL; got ${answer.hits.length} hits`)
  })
})

const silentSpans = (options: HttpOptions): Check => ({
  name: "spans contain neither the query nor the key",
  effect: Effect.gen(function*() {
    const spans: Array<Tracer.Span> = []
    const tracer = Tracer.make({
      span: (spanOptions) => {
        const span = new Tracer.NativeSpan(spanOptions)
        spans.push(span)
        return span
      }
    })
    const { exit } = yield* run(
      options,
      FakeEngine.honest(options.wire, FakeEngine.samples(3)),
      question(canary, { source: options.sources![0]! })
    ).pipe(Effect.withTracer(tracer))
    yield* answerOf(exit)
    const seen = inspect(spans.map((span) => [span.name, [...span.attributes]]), { depth: 6 })
    yield* expect(!seen.includes(canary), "a span contains the query")
    yield* expect(options.secret === undefined || !seen.includes(options.secret), "a span contains the key")
  })
})

const interruption = (options: HttpOptions): Check => ({
  name: "an interrupted search interrupts its request",
  effect: Effect.gen(function*() {
    const fake = FakeEngine.make(() => undefined)
    const fiber = yield* SearchProvider.SearchProvider.use((provider) =>
      provider.search(question("words", { source: options.sources![0]! }))
    ).pipe(Effect.provide(Layer.provide(options.layer, fake.layer)), Effect.forkChild)
    yield* TestClock.adjust("1 millis")
    yield* Fiber.interrupt(fiber)
    yield* expect(fake.sent.length === 1 && fake.interrupted === 1, "the request must be interrupted with the search")
  }) as Effect.Effect<void>
})

export const checks = (given: HttpOptions): ReadonlyArray<Check> => {
  const options: HttpOptions = { ...given, sources: given.sources ?? ["web"] }
  const sources = options.sources!
  return [
    ...sources.flatMap((source) => answers(options, source)),
    ...sources.flatMap((source) => nothingDropped(options, source)),
    ...requests(options),
    ...unsupported(options),
    ...failures(options),
    recovers(options),
    keepsWhatCame(options),
    ...(sources.includes("web") ? obeys(options) : []),
    hostile(options),
    silentSpans(options),
    interruption(options)
  ]
}
