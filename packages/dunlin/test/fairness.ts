/** Two teams and what they share: one asks for much at once, the other for one page. */
import { Caller, Scraper } from "@dunlin/pipeline"
import { ScrapeOptions } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Services } from "dunlin"
import { Deferred, Effect, Fiber } from "effect"
import * as NodeFs from "node:fs"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"

const paper = NodeFs.readFileSync(new URL("../../../examples/demo/site/files/survey-protocol.pdf", import.meta.url))
const pageOf = (paragraphs: number) =>
  `<title>Waders</title><main>${"<p>The sanderling is a wader without a hind toe.</p>\n".repeat(paragraphs)}</main>`

const pages: Record<string, { readonly type: string; readonly body: string | Buffer }> = {
  "/small": { type: "text/html", body: pageOf(3) },
  "/medium": { type: "text/html", body: pageOf(1000) },
  "/large": { type: "text/html", body: pageOf(6000) },
  "/paper.pdf": { type: "application/pdf", body: paper }
}

/** A site with its own IP address. */
const site = Effect.acquireRelease(
  Effect.callback<NodeHttp.Server>((resume) => {
    const server = NodeHttp.createServer((request, response) => {
      const page = pages[new URL(request.url ?? "/", "http://site").pathname]
      response.writeHead(page === undefined ? 404 : 200, { "content-type": page?.type ?? "text/plain" })
      response.end(page?.body)
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

export interface Kind {
  readonly shared: string
  readonly path: string
  readonly options?: ScrapeOptions.ScrapeOptionsInput
  readonly flood: number
  /** The page of the one is in the cache, so that it comes in line at once, however slow the machine is to fetch it. */
  readonly isKept?: boolean
}

/**
 * A page of one team does not wait for all pages of another. Run such tests one after the other: each floods the thread that
 * answers, where the page would wait for the floods of others.
 */
export const isFair = ({ flood, isKept, options, path, shared }: Kind) => {
  it.live(`${shared}: one page of a team does not wait for all of another`, () =>
    Effect.gen(function*() {
      const server = yield* site
      const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
      yield* Effect.gen(function*() {
        const { scrape } = yield* Scraper.Scraper
        const as = (team: string, number: number) =>
          scrape({
            url: `http://${target}${path}?${team}${number}`,
            options: ScrapeOptions.make({ formats: ["markdown"], timeout: 300_000, ...options }),
            caller: { ...Caller.local, team }
          })
        if (isKept === true) yield* as("one", 0)
        const begun = yield* Deferred.make<void>()
        let answered = 0
        const all = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: flood }, (_, number) => number),
            (number) =>
              Effect.andThen(
                as("many", number),
                Effect.suspend(() => {
                  answered++
                  return Deferred.succeed(begun, undefined)
                })
              ),
            { concurrency: "unbounded", discard: true }
          )
        )
        yield* Deferred.await(begun)
        const before = answered
        yield* as("one", 0)
        const meanwhile = answered - before
        yield* Fiber.join(all)
        assert.isBelow(meanwhile, flood / 2)
      }).pipe(Effect.provide(Services.layer({ allow: [target] })))
    }).pipe(Effect.scoped))
}
