/** Two teams and what they share: one asks for much at once, the other for one page. */
import { Caller, Scraper } from "@dunlin/pipeline"
import { ScrapeOptions } from "@dunlin/schema"
import { assert, describe, it } from "@effect/vitest"
import { Services } from "dunlin"
import { Deferred, Effect, Fiber } from "effect"
import * as NodeFs from "node:fs"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { needing } from "../../common/test/components.ts"

const paper = NodeFs.readFileSync(new URL("../../../examples/demo/site/files/survey-protocol.pdf", import.meta.url))
const pageOf = (paragraphs: number) =>
  `<title>Waders</title><main>${"<p>The sanderling is a wader without a hind toe.</p>\n".repeat(paragraphs)}</main>`

const pages: Record<string, { readonly type: string; readonly body: string | Buffer }> = {
  "/small": { type: "text/html", body: pageOf(3) },
  "/medium": { type: "text/html", body: pageOf(1000) },
  "/large": { type: "text/html", body: pageOf(6000) },
  "/paper.pdf": { type: "application/pdf", body: paper }
}

/** A site on an address of its own. */
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

interface Kind {
  readonly shared: string
  readonly path: string
  readonly options?: ScrapeOptions.ScrapeOptionsInput
  readonly flood: number
  /** The page of the one is in the cache, so that it comes in line at once, however slow the machine is to fetch it. */
  readonly isKept?: boolean
  readonly needs?: ReturnType<typeof needing>
}

const kinds: ReadonlyArray<Kind> = [
  { shared: "connections to a host", path: "/small", flood: 60 },
  { shared: "turns of the thread that answers", path: "/medium", flood: 60 },
  { shared: "threads of large pages", path: "/large", flood: 16 },
  { shared: "parsers of PDFs", path: "/paper.pdf", flood: 80, isKept: true },
  {
    shared: "pages of the browser",
    path: "/small",
    options: { waitFor: 1 },
    flood: 24,
    needs: needing("Chromium")
  }
]

// One after the other: each floods the thread that answers, where the page of the one would wait for the floods of others.
describe("what teams share", { concurrent: false }, () => {
  for (const { flood, isKept, needs, options, path, shared } of kinds) {
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
      }).pipe(Effect.scoped), needs ?? {})
  }
})
