/**
 * Provides a fake server of the `/v2` contract for tests of clients. It returns the responses of the test, fails on
 * demand, records requests, and reports unexpected ones. It uses no network, no engine and no page.
 *
 * **Example** (A client that searches)
 *
 * ```ts
 * import { fakeServer } from "@dunlin/http-api/testing"
 * import { Firecrawl } from "@mendable/firecrawl-js"
 *
 * const server = await fakeServer()
 * server.search({ query: "waders" }).answers({ web: [{ url: "https://example.com/", title: "Waders" }] })
 * const client = new Firecrawl({ apiUrl: server.url, apiKey: "fc-anything" })
 * const { web } = await client.search("waders")
 * console.log(web?.length, server.calls.length) // 1 1
 * await server.close()
 * ```
 *
 * @since 0.2.0
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { FakeServer } from "./internal/fake/model.ts"
import { start } from "./internal/fake/server.ts"

export { InvalidFixture, UnexpectedCalls } from "./internal/fake/model.ts"
export type { Call, Course, FakeServer, Found, Matching, Refusal, Rule } from "./internal/fake/model.ts"

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /** The key that `Authorization: Bearer` must contain. @default no key is required */
  readonly key?: string | undefined
}

/**
 * Starts a fake server on a free local port. If a request breaks the contract, the response is the 400 of the real
 * API. If several rules match a request, the last one responds.
 *
 * @category testing
 * @since 0.2.0
 */
export const fakeServer = (options: Options = {}): Promise<FakeServer> => start(options.key)

/**
 * Runs a fake server until the scope closes. An unexpected request is a defect.
 *
 * @category testing
 * @since 0.2.0
 */
export const scoped = (options: Options = {}): Effect.Effect<FakeServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => fakeServer(options)),
    (server) => Effect.promise(() => server.close())
  )
