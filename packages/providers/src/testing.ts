/**
 * Tests every search provider. `suite` is for every provider, and `httpSuite` for adapters of JSON-over-HTTP engines.
 * It simulates an engine that ignores operators, repeats results, and fails in every known way.
 *
 * @since 0.1.0
 */
import * as Conformance from "@dunlin/common/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import { expect, question, wellFormed } from "./internal/testing/assertions.ts"
import type * as FakeEngine from "./internal/testing/fakeEngine.ts"
import * as HttpChecks from "./internal/testing/httpChecks.ts"
import type * as Run from "./internal/testing/run.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * A result of the simulated engine.
 *
 * @category testing
 * @since 0.1.0
 */
export type Sample = FakeEngine.Sample

/**
 * A request that the adapter sends.
 *
 * @category testing
 * @since 0.1.0
 */
export type Sent = FakeEngine.Sent

/**
 * The format of an engine's requests and responses.
 *
 * @category testing
 * @since 0.1.0
 */
export type Wire = FakeEngine.Wire

/**
 * The adapter that is tested.
 *
 * | option    | value                                                                                | default     |
 * | --------- | ------------------------------------------------------------------------------------ | ----------- |
 * | `layer`   | the adapter without its `HttpClient`, because the suite simulates the engine         |             |
 * | `wire`    | reads requests of the adapter (`asked`), and writes responses of the engine (`body`) |             |
 * | `sources` | the sources of the adapter; all checks run for each of them                          | `["web"]`   |
 * | `secret`  | the credential of the layer; it must be sent, and must not occur anywhere else       | not checked |
 * | `most`    | the number of hits that the engine has for one query, over all pages                 | 100         |
 * | `quota`   | the status and body for a used-up account, which must become `QuotaExceeded`         | not checked |
 *
 * @category testing
 * @since 0.1.0
 */
export type HttpOptions = Run.HttpOptions

/**
 * Returns all checks of an adapter. They check that words, filters and the credential are sent, that pages are read up
 * to the limit, and that positions are counted. Statuses 401, 403, 429 (with and without `retry-after`) and 5xx, broken
 * connections, HTML and invalid responses become typed errors with the right retries. No error or span contains the
 * query or the credential.
 *
 * **Example** (A short engine description and its suite)
 *
 * ```ts
 * import { JsonHttp } from "@dunlin/providers"
 * import { httpSuite } from "@dunlin/providers/testing"
 * import { Dialects } from "@dunlin/query-operators"
 * import { Schema } from "effect"
 * import * as HttpClientRequest from "effect/http/HttpClientRequest"
 *
 * const Item = Schema.Struct({ link: Schema.String, name: Schema.String, text: Schema.String })
 * const Reply = Schema.Struct({ items: Schema.Array(Item) })
 * const gull: JsonHttp.Engine<typeof Reply.Type> = {
 *   name: "gull",
 *   apiUrl: "https://gull.example",
 *   dialect: { ...Dialects.plain, name: "Gull" },
 *   key: "optional",
 *   sources: ["web"],
 *   honours: {},
 *   pageSize: 20,
 *   maxPages: 10,
 *   request: ({ page, pageSize, text }, { apiUrl }) =>
 *     HttpClientRequest.get(`${apiUrl}/find`, { urlParams: { q: text, page, n: pageSize } }),
 *   response: Reply,
 *   page: ({ items }, { pageSize }) => ({
 *     last: items.length < pageSize,
 *     hits: items.map(({ link, name, text }) =>
 *       ({ source: "web", url: link, title: name, description: text, position: 0 })
 *     )
 *   })
 * }
 *
 * const promises = httpSuite("gull", {
 *   layer: JsonHttp.layer(gull, {}),
 *   wire: {
 *     asked: ({ url }) => ({ page: Number(url.searchParams.get("page")), count: Number(url.searchParams.get("n")) }),
 *     body: (results) => ({ items: results.map((_) => ({ link: _.url, name: _.title, text: _.snippet })) })
 *   }
 * })
 * // in a test file: `run(promises, vitest)`, of this module too, with `import * as vitest from "vitest"` or `node:test`
 * console.log(promises.name.includes("gull")) // true
 * ```
 *
 * @category testing
 * @since 0.1.0
 */
export const httpSuite = (name: string, options: HttpOptions): Conformance.Suite<never> =>
  Conformance.suite(`SearchProvider (${name})`, (it) => {
    for (const check of HttpChecks.checks(options)) it.effect(check.name, () => check.effect)
  })

/**
 * Runs all checks of an adapter. Returns the names of the failed ones, for tests of the checks themselves.
 *
 * @category testing
 * @since 0.1.0
 */
export const faults = (options: HttpOptions): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(HttpChecks.checks(options), (check) =>
      Effect.map(Effect.exit(check.effect), (exit) =>
        Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? [check.name] : [])),
    (names) =>
      names.flat()
  )

/**
 * Tests any provider. The layer must find at least three hits of each source for the query. If there is a `nothing`
 * query, the layer must find no hit for it.
 *
 * @category testing
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<SearchProvider.SearchProvider, E>,
  options: {
    readonly query: string
    readonly nothing?: string | undefined
    readonly sources?: ReadonlyArray<SearchProvider.Source> | undefined
  }
): Conformance.Suite<SearchProvider.SearchProvider, E> =>
  Conformance.suiteOf(`SearchProvider (${name})`, layer, (it) => {
    for (const source of options.sources ?? ["web"]) {
      it.effect(`${source}: returns a valid answer`, () =>
        Effect.gen(function*() {
          const request = question(options.query, { source, limit: 50 })
          const answer = yield* SearchProvider.SearchProvider.use((provider) => provider.search(request))
          yield* wellFormed(answer, request)
          yield* expect(answer.hits.length >= 3, `expected at least 3 hits, got ${answer.hits.length}`)
        }))

      it.effect(`${source}: applies the limit, with the same order for each limit`, () =>
        Effect.gen(function*() {
          const provider = yield* SearchProvider.SearchProvider
          const many = yield* provider.search(question(options.query, { source, limit: 50 }))
          const few = question(options.query, { source, limit: 2 })
          const answer = yield* provider.search(few)
          yield* wellFormed(answer, few)
          yield* expect(
            answer.hits.length === 2 && answer.hits.every((hit, at) => hit.url === many.hits[at]!.url),
            "the first two hits must be the same with limit 2 and 50"
          )
        }))
    }

    if (options.nothing !== undefined) {
      it.effect("a query without results returns an empty answer", () =>
        Effect.gen(function*() {
          const answer = yield* SearchProvider.SearchProvider.use((provider) =>
            provider.search(question(options.nothing!))
          )
          yield* expect(answer.hits.length === 0, `expected no hits, got ${answer.hits.length}`)
        }))
    }
  })

export {
  /**
   * Registers every check of a suite as a test.
   *
   * @category running
   * @since 0.1.0
   */
  run
} from "@dunlin/common/testing"
