/** A page that tries every way to an address which the guard may close. */
import { BrowserFetcher, EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import * as NodeDgram from "node:dgram"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import { until } from "../../common/test/until.ts"
import { patientWithBrowsers } from "./Chromium.ts"
import { hostileSite } from "./hostilePage.ts"

const port = (server: NodeHttp.Server) => (server.address() as AddressInfo).port

const listening = (server: NodeHttp.Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(port(server))))
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

/** Answers everybody everything, over TCP and UDP, and knows who came. */
const canary = Effect.gen(function*() {
  const hits = new Set<string>()
  const server = NodeHttp.createServer((request, response) => {
    hits.add((request.url ?? "").slice(1))
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" })
    response.end("SECRET")
  })
  server.on("connection", () => hits.add("TCP"))
  server.on("upgrade", (request: NodeHttp.IncomingMessage, socket) => {
    hits.add((request.url ?? "").slice(1))
    socket.destroy()
  })
  server.on("clientError", (_, socket) => socket.destroy())
  const number = yield* listening(server)
  yield* Effect.acquireRelease(
    Effect.callback<NodeDgram.Socket>((resume) => {
      const socket = NodeDgram.createSocket("udp4").on("message", () => hits.add("UDP"))
      socket.bind(number, "127.0.0.1", () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.close())
  )
  return { hits, target: `127.0.0.1:${number}` }
})

/** The longest a visit may take; it ends as soon as `isDone` says so. */
const longestVisit = 500_000

/** What a page has reached, and which ways it has asked its own site for, from where they go on to the address. */
interface Tracks {
  readonly hits: ReadonlySet<string>
  readonly begun: ReadonlySet<string>
}

/**
 * Visits the hostile page until `isDone`; `isOpen` says whether the guard lets it reach what it wants to reach.
 */
const attack = Effect.fnUntraced(
  function*(
    browser: BrowserFetcher.Options,
    isOpen: boolean,
    isDone: (tracks: Tracks) => Effect.Effect<void>
  ) {
    const { hits, target } = yield* canary
    const begun = new Set<string>()
    const answerOf = hostileSite(target)
    const site = yield* listening(NodeHttp.createServer((request, response) => {
      const [path = "", ...query] = (request.url ?? "").split("?")
      begun.add(query.at(-1)?.replace(`http://${target}/`, "") ?? "")
      const [status, headers, body] = answerOf(path, query.join("?"))
      response.writeHead(status, headers).end(body)
    }))
    const options = { ...defaultOptions, waitFor: longestVisit, blockAds: false }
    const layer = BrowserFetcher.layer(browser).pipe(
      Layer.provide(patientWithBrowsers),
      Layer.provide(EgressGuard.layer({ allow: [`127.0.0.1:${site}`, ...(isOpen ? [target] : [])] }))
    )
    yield* Effect.flatMap(
      Fetcher.Fetcher,
      (fetcher) => Effect.exit(fetcher.fetch({ url: `http://127.0.0.1:${site}/`, timeout: longestVisit, options }))
    ).pipe(Effect.raceFirst(isDone({ hits, begun })), Effect.provide(layer))
    return hits
  }
)

/**
 * Some of the ways that a headless Chromium goes without a guard; it knows more than twenty others of the page, too. On
 * a busy machine it sometimes never sends the request of `import()`; `moduleScript` and `importMap` load modules too.
 */
const alive = (
  "TCP fetch keepalive xhr beacon events socket socketStream popup worker importScripts sharedWorker " +
  "audioWorklet fontFace image redirectedFetch redirectedTwice img srcset script moduleScript sheet cssImport " +
  "background mask cursor content fontInSheet preload modulePreload frame redirectedFrame refreshedFrame " +
  "sourceDocument sandboxedFrame dataFrame blobFrame object embed video poster audio track form ping " +
  "importMap reported linkHeader"
).split(" ")

/** Those of them that begin at the site of the page, the last that a page tries among them. */
const throughSite = "sharedWorker redirectedFetch redirectedTwice redirectedFrame refreshedFrame reported".split(" ")

/** The page reaches nothing that the guard closes, whatever it tries; where the guard is open, the same page reaches it. */
export const reachesNothing = (browser: BrowserFetcher.Options) =>
  Effect.gen(function*() {
    const tried = yield* Deferred.make<void>()
    // the same page where it may: what is asked for there is what was tried here
    const [control, hits] = yield* Effect.all([
      attack(browser, true, ({ hits }) =>
        Effect.andThen(
          until(() => alive.every((way) => hits.has(way))),
          Deferred.succeed(tried, undefined)
        )),
      attack(browser, false, ({ begun }) =>
        Effect.andThen(
          Effect.andThen(Deferred.await(tried), until(() => throughSite.every((way) => begun.has(way)))),
          // whatever leaves now would arrive at once; that everything was tried does not hang on it
          Effect.sleep("1 second")
        ))
    ], { concurrency: 2 })
    assert.deepStrictEqual(Array.from(hits), [])
    for (const way of alive) assert.isTrue(control.has(way), way)
  })
