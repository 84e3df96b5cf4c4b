import { EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { until } from "../../common/test/until.ts"
import { browsers, layerHere, withChromium } from "./Chromium.ts"
import { answer, html, serve } from "./FaultServer.ts"

const kill = Effect.sync(() => browsers().forEach((pid) => process.kill(pid, "SIGKILL")))

// the process table is read the Linux way
if (process.platform === "linux") {
  withChromium("a browser that is killed", () => {
    it.live(
      "is restarted during and between requests, and leaves nothing behind",
      () =>
        Effect.gen(function*() {
          let asked = 0
          const askedAgain = yield* Deferred.make<void>()
          const server = yield* serve({
            page: (socket) => {
              if (++asked === 2) Deferred.doneUnsafe(askedAgain, Effect.void)
              socket.end(answer(200, {}, html("<script>setTimeout(() => document.body.append('late'), 900)</script>")))
            }
          })
          yield* Effect.gen(function*() {
            const fetcher = yield* Fetcher.Fetcher
            const visit = fetcher.fetch({
              url: `${server.origin}/page`,
              timeout: "100 seconds",
              options: defaultOptions
            })
            yield* visit
            assert.lengthOf(browsers(), 1)
            const [page] = yield* Effect.all([visit, Effect.andThen(Deferred.await(askedAgain), kill)], {
              concurrency: 2
            })
            assert.strictEqual(page.status, 200)
            yield* kill
            const pages = yield* Effect.all([visit, visit, visit], { concurrency: 3 })
            assert.deepStrictEqual(pages.map(({ status }) => status), [200, 200, 200])
            // pages that were there when it died have had browsers of their own
            yield* until(() => browsers().length === 1)
          }).pipe(Effect.provide(layerHere.pipe(Layer.provide(EgressGuard.layer({ allow: [server.target] })))))
          assert.lengthOf(browsers(), 0)
        }).pipe(Effect.scoped)
    )
  })
}
