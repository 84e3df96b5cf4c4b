import { FairSemaphore } from "@dunlin/common"
import { EgressGuard, Fetcher } from "@dunlin/fetcher"
import { defaultOptions } from "@dunlin/fetcher/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { spawn } from "node:child_process"
import * as NodeFs from "node:fs"
import * as NodeHttps from "node:https"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { isRunning, startedBy } from "../../common/test/processes.ts"
import { until } from "../../common/test/until.ts"
import { browsers, layerImpatientHere, withChromium } from "./Chromium.ts"
import { answer, html, serve } from "./FaultServer.ts"

const codings = Array.from({ length: 16 }, () => "gzip").join(", ")

const fixture = (name: string) => NodeFs.readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** The same header behind TLS, where no proxy sees it. */
const secure = (onAsked: () => void) =>
  Effect.acquireRelease(
    Effect.callback<NodeHttps.Server>((resume) => {
      const server = NodeHttps.createServer(
        { cert: fixture("self-signed.crt"), key: fixture("self-signed.key") },
        (_, response) => {
          response.writeHead(200, { "content-type": "text/html", "content-encoding": codings }).end("<p>coded</p>")
          onAsked()
        }
      )
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

/** A site with hostile pages; pages of other teams wait in it until a hostile one was asked for. */
const site = Effect.gen(function*() {
  const isAttacked = yield* Deferred.make<void>()
  let waiting = 0
  const coded = yield* secure(() => Deferred.doneUnsafe(isAttacked, Effect.void))
  const codedTarget = `127.0.0.1:${(coded.address() as AddressInfo).port}`
  const server = yield* serve({
    plain: (socket) => socket.end(answer(200, {}, html("<p>plain</p>"))),
    // the first time it waits for the attack, so that it is there when the browser dies
    innocent: (socket) => {
      waiting++
      void Effect.runPromise(Deferred.await(isAttacked)).then(() => {
        setTimeout(() => socket.end(answer(200, {}, html("<p>innocent</p>"))), 300)
      })
    },
    codings: (socket) => {
      socket.end(answer(200, { "content-encoding": codings }, html("<p>coded</p>")))
      Deferred.doneUnsafe(isAttacked, Effect.void)
    },
    picture: (socket) => socket.end(answer(200, {}, html(`<p>picture</p><img src=https://${codedTarget}/>`))),
    locks: (socket) => {
      socket.end(answer(
        200,
        {},
        html(
          "<script>for (let i = 0; i < 300000; i++) navigator.locks.request('l' + i, () => new Promise(() => {}))</script>"
        )
      ))
      Deferred.doneUnsafe(isAttacked, Effect.void)
    }
  })
  const fetch = (path: string, team: string, timeout = 600_000) =>
    Effect.flatMap(
      Fetcher.Fetcher,
      (fetcher) =>
        fetcher.fetch({
          url: path === "secure" ? `https://${codedTarget}/` : `${server.origin}/${path}`,
          timeout,
          options: { ...defaultOptions, waitFor: 300, skipTlsVerification: path === "secure" || path === "picture" }
        })
    ).pipe(
      Effect.match({ onSuccess: ({ status }) => `${status}`, onFailure: ({ reason }) => reason._tag }),
      Effect.provideService(FairSemaphore.Tenant, team)
    )
  return {
    attack: Effect.asVoid(Deferred.succeed(isAttacked, undefined)),
    fetch,
    layer: layerImpatientHere.pipe(Layer.provide(EgressGuard.layer({ allow: [server.target, codedTarget] }))),
    waiting: () => waiting
  }
})

/** Ends while pages of three other teams are open; what they got. */
const beside = Effect.fnUntraced(function*<A, R>(
  { fetch, waiting }: Effect.Success<typeof site>,
  attack: Effect.Effect<A, never, R>
) {
  const innocent = yield* Effect.forkChild(
    Effect.all(["one", "two", "three"].map((team) => fetch("innocent", team)), { concurrency: 3 })
  )
  yield* until(() => waiting() >= 3)
  const attacker = yield* attack
  return { attacker, innocent: yield* Fiber.join(innocent) }
})

const group = () => browsers().flatMap((pid) => [pid, ...startedBy([pid]).map(({ pid }) => pid)])
const signal = (pids: ReadonlyArray<number>, name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // the process of a closed page has ended since it was listed
    }
  }
}

if (process.platform === "linux") {
  // one test at a time: they end all browsers of this process
  withChromium("a browser that dies", () =>
    describe("one failure at a time", { concurrent: false }, () => {
      // a flood may go on until its time is up; the others end at once, however late a busy machine comes to them
      const attacks: ReadonlyArray<readonly [name: string, path: string, outcome: RegExp, timeout: number]> = [
        ["header that the proxy sees", "codings", /^DecodeError$/, 600_000],
        ["header behind TLS", "secure", /^BrowserCrashed$/, 600_000],
        ["picture with such a header", "picture", /^BrowserCrashed$/, 600_000],
        ["script that floods the browser", "locks", /^(?:BrowserCrashed|Timeout|200)$/, 30_000]
      ]
      for (const [name, path, outcome, timeout] of attacks) {
        it.live(
          `of a ${name} does not affect other teams, and the browser is replaced`,
          () =>
            Effect.gen(function*() {
              const own = yield* site
              yield* Effect.gen(function*() {
                const { attacker, innocent } = yield* beside(own, own.fetch(path, "attacker", timeout))
                assert.deepStrictEqual(innocent, ["200", "200", "200"])
                assert.match(attacker, outcome)
                assert.strictEqual(yield* own.fetch("plain", "one"), "200")
                assert.strictEqual(yield* own.fetch("plain", "attacker"), "200")
              }).pipe(Effect.provide(own.layer))
              assert.lengthOf(browsers(), 0)
            }).pipe(Effect.scoped)
        )
      }

      it.live("of a silent browser ends in its replacement, and its pages are read in others", () =>
        Effect.gen(function*() {
          const own = yield* site
          yield* Effect.gen(function*() {
            let stopped: ReadonlyArray<number> = []
            const stop = Effect.sync(() => {
              stopped = group()
              signal(stopped, "SIGSTOP")
            })
            const { innocent } = yield* beside(own, Effect.andThen(stop, own.attack))
            assert.deepStrictEqual(innocent, ["200", "200", "200"])
            yield* until(() => !stopped.some(isRunning))
          }).pipe(Effect.provide(own.layer))
        }).pipe(Effect.scoped))

      it.live("ends the calls on an open page, and opens the page again in another browser", () =>
        Effect.gen(function*() {
          const own = yield* serve({ page: (socket) => socket.end(answer(200, {}, html("<p>page</p>"))) })
          const open = Effect.flatMap(Fetcher.Fetcher, (fetcher) =>
            fetcher.open!({
              url: `${own.origin}/page`,
              timeout: 600_000,
              life: "5 minutes",
              options: defaultOptions
            }))
          yield* Effect.gen(function*() {
            const opened = yield* open
            const waiting = yield* Effect.forkChild(
              Effect.flip(opened.run({ code: "document.title = 'waits'; new Promise(() => {})", timeout: 600_000 }))
            )
            yield* Effect.yieldNow
            signal(browsers(), "SIGKILL")
            assert.strictEqual((yield* Fiber.join(waiting)).reason._tag, "BrowserCrashed")
            const after = yield* Effect.flip(opened.run({ code: "1", timeout: 600_000 }))
            assert.strictEqual(after.reason._tag, "BrowserCrashed")
            assert.strictEqual((yield* (yield* open).run({ code: "1 + 1", timeout: 600_000 })).value, 2)
          }).pipe(
            Effect.scoped,
            Effect.provide(layerImpatientHere.pipe(Layer.provide(EgressGuard.layer({ allow: [own.target] }))))
          )
          assert.lengthOf(browsers(), 0)
        }).pipe(Effect.scoped))

      it.live("also ends the browser of a server that is killed, even if the browser hangs", () =>
        Effect.gen(function*() {
          const own = yield* serve({ page: (socket) => socket.end(answer(200, {}, html("<p>page</p>"))) })
          const script = fileURLToPath(new URL("./fixtures/holding.ts", import.meta.url))
          const server = spawn(process.execPath, [script, `${own.origin}/page`, own.target], {
            stdio: ["ignore", "pipe", "inherit"]
          })
          yield* Effect.addFinalizer(() => Effect.sync(() => server.kill("SIGKILL")))
          let output = ""
          server.stdout.on("data", (chunk: Buffer) => {
            output += chunk.toString()
          })
          yield* until(() => output.includes("200"))
          const left = startedBy([server.pid!]).filter(({ command }) => command.includes("chrom")).map(({ pid }) => pid)
          assert.isNotEmpty(left)
          signal(left, "SIGSTOP")
          server.kill("SIGKILL")
          yield* until(() => !left.some(isRunning))
        }).pipe(Effect.scoped))
    }))

  it("leaves no call without a timeout", () => {
    const folder = fileURLToPath(new URL("../src/internal/browser/", import.meta.url))
    // `calls` sets the limits. The others have a limit in another place: playwright's for the start of the browser and
    // the connection to one, that of their processes for the two that look for files, and `timeoutOrElse` for the wait in
    // `traffic`. `chromium` loads a package, and waits for the end of a browser beside a call.
    const files = [
      "calls.ts",
      "chromium.ts",
      "connect.ts",
      "executable.ts",
      "launch.ts",
      "npmChromium.ts",
      "traffic.ts"
    ]
    const allowed = new Set(files)
    const unbounded = NodeFs.readdirSync(folder).filter((name) => !allowed.has(name)).flatMap((name) =>
      NodeFs.readFileSync(`${folder}${name}`, "utf8").split("\n").flatMap((line, index) =>
        /\b(?:tryPromise|Effect\.promise|Effect\.callback)\b/.test(line)
          ? [`${name}:${index + 1} ${line.trim()}`]
          : []
      )
    )
    assert.deepStrictEqual(unbounded, [])
  })
}
