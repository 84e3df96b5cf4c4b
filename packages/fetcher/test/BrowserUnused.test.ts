import { BrowserFetcher, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Duplex } from "node:stream"
import { until } from "../../common/test/until.ts"
import { browsers, executable, opened, renderers, withChromium } from "./Chromium.ts"
import { answer, html, serve } from "./FaultServer.ts"

if (process.platform === "linux") {
  withChromium("a browser that is not needed", () => {
    it.live(
      "closes its pages, then itself, and starts again",
      () =>
        Effect.gen(function*() {
          const reply = (socket: Duplex) => socket.end(answer(200, {}, html("<p>content</p>")))
          // the first three visits are answered together, so that each of them has a page of its own
          const held: Array<Duplex> = []
          let renderersOfThree = 0
          let browsersOfLast = 0
          const server = yield* serve({
            page: (socket) => {
              if (renderersOfThree > 0) {
                browsersOfLast = browsers().length
                return reply(socket)
              }
              if (held.push(socket) < 3) return
              renderersOfThree = renderers().length
              held.forEach(reply)
            }
          })
          const layer = BrowserFetcher.layer({ executable, keepOpen: "300 millis" }).pipe(
            Layer.provide(opened(server.target))
          )
          yield* Effect.gen(function*() {
            const fetcher = yield* Fetcher.Fetcher
            const visit = fetcher.fetch({
              url: `${server.origin}/page`,
              timeout: "10 minutes",
              options: defaultOptions
            })
            yield* Effect.all([visit, visit, visit], { concurrency: 3 })
            assert.isAtLeast(renderersOfThree, 2)
            // a page at a time needs one of them, and often enough that the browser stays
            const visits = Effect.forever(Effect.andThen(visit, Effect.sleep("100 millis")))
            yield* Effect.raceFirst(until(() => renderers().length === 1), visits)
            yield* until(() => browsers().length === 0)
            assert.strictEqual((yield* visit).status, 200)
            // counted while the page was requested: afterwards the browser may close again at any time
            assert.strictEqual(browsersOfLast, 1)
          }).pipe(Effect.provide(layer))
        }).pipe(Effect.scoped)
    )
  })
}
