import { FairSemaphore } from "@dunlin/common"
import { EgressGuard, HttpFetcher, PageMemory } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as NodeHttp from "node:http"
import type { AddressInfo } from "node:net"
import * as NodeZlib from "node:zlib"

const large = Buffer.alloc(3 * PageMemory.largeBytes, "<p>words</p>")
const leading = Buffer.concat([Buffer.from("<meta http-equiv=refresh content='0; url=/small'>"), large])

/** Answers with a page of a size, with or without saying so before, compressed or not. */
const site = Effect.acquireRelease(
  Effect.callback<NodeHttp.Server>((resume) => {
    const told = new Set<string>()
    const server = NodeHttp.createServer(({ url = "" }, response) => {
      const isPacked = url.startsWith("/packed")
      const isBusy = url.startsWith("/busy") && !told.has(url)
      told.add(url)
      const body = url.startsWith("/small")
        ? Buffer.from("<p>small</p>")
        : isPacked
        ? NodeZlib.gzipSync(large)
        : url.startsWith("/leading")
        ? leading
        : large
      response.writeHead(isBusy ? 503 : 200, {
        ...(isBusy ? { "retry-after": "0" } : {}),
        "content-type": "text/html",
        ...(url.startsWith("/chunked") ? {} : { "content-length": body.length }),
        ...(isPacked ? { "content-encoding": "gzip" } : {})
      })
      response.end(body)
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

const hold = Effect.flatMap(PageMemory.PageMemory, ({ take }) => take)

describe("memory of large pages", () => {
  for (const kind of ["declared", "chunked", "packed"]) {
    it.live(`is limited by the number of slots (${kind})`, () =>
      Effect.gen(function*() {
        const server = yield* site
        const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
        const fetcher = yield* Effect.provide(
          HttpFetcher.make({}),
          EgressGuard.layer({ allow: [target] })
        )
        const bounded = PageMemory.makeBounded(2)
        const gate = yield* Deferred.make<void>()
        let working = 0
        let most = 0
        const work = (path: string, tenant: string, until: Effect.Effect<void>) =>
          Effect.gen(function*() {
            const page = yield* fetcher.fetch({
              url: `http://${target}/${path}`,
              timeout: "5 minutes",
              options: defaultOptions
            })
            most = Math.max(most, ++working)
            yield* until
            working--
            return page.body.byteLength
          }).pipe(bounded, Effect.provideService(FairSemaphore.Tenant, tenant))
        // the last place is kept once a second team has come
        yield* work(`${kind}-first`, "one", Effect.void)
        const many = yield* Effect.forEach(
          Array.from({ length: 8 }, (_, at) => at),
          (at) => Effect.forkChild(work(`${kind}${at}`, "many", Deferred.await(gate)), { startImmediately: true })
        )
        // pages of common size go on meanwhile, and so does one large page of another team
        for (let at = 0; at < 20; at++) assert.strictEqual(yield* work(`small${at}`, "many", Effect.void), 12)
        assert.strictEqual(yield* work(`${kind}-other`, "one", Effect.void), large.length)
        yield* Deferred.succeed(gate, undefined)
        for (const one of many) assert.strictEqual(yield* Fiber.join(one), large.length)
        // one of many, the other team's, or a small one beside them
        assert.isAtMost(most, 2)
      }).pipe(Effect.scoped))
  }

  const leads: ReadonlyArray<readonly [string, string, number]> = [
    ["leads to another", "leading", 12],
    ["is asked for again", "busy", large.length]
  ]
  for (const [name, path, size] of leads) {
    it.live(`is released when ${name}, for pages that wait with open connections to its host`, () =>
      Effect.gen(function*() {
        const server = yield* site
        const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
        const fetcher = yield* Effect.provide(
          HttpFetcher.make({ connectionsPerOrigin: 1 }),
          EgressGuard.layer({ allow: [target] })
        )
        const bounded = PageMemory.makeBounded(1)
        const sizeOf = (path: string) =>
          bounded(Effect.map(
            fetcher.fetch({ url: `http://${target}/${path}`, timeout: "5 minutes", options: defaultOptions }),
            ({ body }) => body.byteLength
          ))
        // the second has the connection when the first, with the only room, needs it again
        const sizes = yield* Effect.all([sizeOf(path), sizeOf("declared")], { concurrency: 2 })
        assert.deepStrictEqual(sizes, [size, large.length])
      }).pipe(Effect.scoped))
  }

  it.effect("is not requested for interrupted work, also if others wait for its result", () =>
    Effect.gen(function*() {
      const bounded = PageMemory.makeBounded(1)
      // what a work leaves behind, with its places
      const leftBehind = yield* bounded(
        Effect.map(Effect.context<never>(), (context) => Effect.provideContext(hold, context))
      )
      yield* leftBehind
      assert.strictEqual(yield* bounded(Effect.as(hold, "done")), "done")
    }))

  it.effect("is available to waiting pages when the work that started them ends", () =>
    Effect.gen(function*() {
      const bounded = PageMemory.makeBounded(1)
      const holder = yield* Effect.forkChild(bounded(Effect.andThen(hold, Effect.never)), { startImmediately: true })
      const shared = yield* Deferred.make<Fiber.Fiber<void>>()
      const beginner = yield* Effect.forkChild(
        bounded(Effect.gen(function*() {
          yield* Deferred.succeed(shared, yield* Effect.forkDetach(hold, { startImmediately: true }))
          return yield* Effect.never
        })),
        { startImmediately: true }
      )
      const waiting = yield* Deferred.await(shared)
      yield* Fiber.interrupt(beginner)
      yield* Fiber.join(waiting)
      yield* Fiber.interrupt(holder)
      assert.strictEqual(yield* bounded(Effect.as(hold, "done")), "done")
    }))

  it.effect("is released however the work ends", () =>
    Effect.gen(function*() {
      const bounded = PageMemory.makeBounded(1)
      yield* Effect.exit(bounded(Effect.andThen(hold, Effect.fail("no"))))
      const endless = yield* Effect.forkChild(bounded(Effect.andThen(hold, Effect.never)), { startImmediately: true })
      const waiting = yield* Effect.forkChild(bounded(Effect.andThen(hold, Effect.never)), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(endless)
      assert.strictEqual(yield* bounded(Effect.as(Effect.all([hold, hold], { concurrency: 2 }), "done")), "done")
    }))
})
